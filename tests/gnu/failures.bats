#!/usr/bin/env bats
# Every strategy reacts to failed writes and to signals in the same way as GNU yes.

load ../helpers

# Runs the strategy with a reader that exits after one line, and returns the strategy's status. COMMAND, such
# as env, starts the strategy: into_head COMMAND...
into_head() {
  patiently "$@" "${program[@]}" | head -n 1 > /dev/null
  return "${PIPESTATUS[0]}"
}

# Runs the strategy with redirected file descriptors: redirected REDIRECTIONS OPERAND...
redirected() {
  patiently bash -c "exec \"\$@\" $1" bash "${program[@]}" "${@:2}"
}

# Runs COMMAND and checks that the strategy reports that standard output failed: report ERROR COMMAND...
report() {
  run "${@:2}"
  assert_failure 1
  assert_output "yes: standard output: $1"
}

# Checks that a command exits with STATUS and prints nothing: die STATUS COMMAND...
die() {
  run "${@:2}"
  assert_failure "$1"
  refute_output
}

@test "SIGPIPE kills yes without a message" {
  each_strategy die 141 into_head env --default-signal=PIPE
}

# bats test_tags=not-under-dotnet
@test "yes reports a broken pipe if SIGPIPE is ignored or blocked" {
  each_strategy report 'Broken pipe' into_head env --ignore-signal=PIPE
  each_strategy report 'Broken pipe' into_head env --block-signal=PIPE
}

# bats test_tags=not-under-dotnet
@test "yes reports a closed terminal, socket or connection" {
  into_closed() {
    into "closed-$1" env --block-signal=PIPE "${program[@]}"
  }
  each_of "$(strategies_into file)" report 'Input/output error' into_closed terminal
  each_of "$(strategies_into socket)" report 'Broken pipe' into_closed socket
  each_of "$(strategies_into socket)" report 'Connection reset by peer' into_closed connection
}

# Runs COMMAND once with the strategy and once with sed. Their signal settings must be equal. FIELDS selects
# lines of /proc/PID/status: same_signals FIELDS COMMAND...
same_signals() {
  local expected
  open_reader "${@:2}" "${program[@]}"
  # auto writes 1 KiB before it chooses a strategy, so read more than that.
  head -c 2000 <&"$reader" > /dev/null
  expected=$("${@:2}" sed -nE "/^($1):/p" /proc/self/status)
  run grep -E "^($1):" "/proc/$writer/status"
  assert_output "$expected"
  exec {reader}<&-
}

# bats test_tags=not-under-dotnet,not-under-qemu
@test "yes leaves ignored and blocked signals alone" {
  local ignored blocked=INT,CHLD,WINCH,SEGV,PIPE,RTMIN,CONT,40
  for ignored in '' SEGV,FPE,PIPE,CONT,RTMIN,50 INT,TERM,CHLD,QUIT; do
    each_strategy same_signals 'SigBlk|SigIgn|SigCgt' env --block-signal="$blocked" \
      ${ignored:+"--ignore-signal=$ignored"}
  done
}

@test "yes reports a full device" {
  report_full_device() {
    report 'No space left on device' redirected '> /dev/full'
    report 'No space left on device' redirected '> /dev/full' "$(operand 16384)"
    # A write to /proc/self/mem returns 0 if the process has called execve(2) since it opened the file.
    report 'No space left on device' redirected '> /proc/self/mem'
  }
  each_of "$(strategies_into file)" report_full_device
}

@test "yes reports a standard output that is closed or read-only" {
  local redirections
  for redirections in '>&-' '>&- <&-' '1< /dev/null'; do
    each_strategy report 'Bad file descriptor' redirected "$redirections"
  done
  # If standard error is closed as well, yes can't report the error.
  each_strategy die 1 redirected '<&- >&- 2>&-'
}

@test "--help and --version report a failed write" {
  run bash -c 'yes --help > /dev/full'
  assert_failure 1
  assert_output 'yes: write error: No space left on device'
  run bash -c 'yes --version >&-'
  assert_failure 1
  assert_output 'yes: write error: Bad file descriptor'
}

# Redirects the strategy to a file that can't grow beyond 100 KiB.
into_limited_file() {
  ulimit -f 100
  redirected '> file'
}

# bats test_tags=not-under-dotnet
@test "yes ends when a file reaches the size limit" {
  fill_file() {
    die 153 into_limited_file
    verify 102400 < file
    assert_equal "$(stat -c %s file)" 102400
  }
  each_of "$(strategies_into file)" fill_file
  trap '' XFSZ
  each_of "$(strategies_into file)" report 'File too large' into_limited_file
}

@test "yes continues after it has been stopped" {
  stop_and_continue() {
    open_reader "${program[@]}"
    head -c 2000 <&"$reader" > /dev/null
    kill -s STOP "$writer"
    await grep -q '^State:.T' "/proc/$writer/status"
    kill -s CONT "$writer"
    # The pipe contained fewer bytes.
    patiently verify 600000 <&"$reader"
    exec {reader}<&-
  }
  each_strategy stop_and_continue
}

# Checks that signals kill the strategy while it writes: die_of SIGNAL...
die_of() {
  local signal status
  for signal; do
    status=0
    # A shell's background processes ignore SIGINT, so env restores its default action.
    open_reader env --default-signal="$signal" "${program[@]}" 2> errors
    head -c 2000 <&"$reader" > /dev/null
    kill -s "$signal" "$writer"
    # cat reads until the strategy has ended.
    patiently cat <&"$reader" > /dev/null
    wait "$writer" || status=$?
    exec {reader}<&-
    assert_equal "$status" $((128 + $(kill -l "$signal")))
    assert_equal "$(< errors)" ''
  done
}

@test "SIGHUP, SIGINT and SIGTERM kill yes without a message" {
  each_strategy die_of HUP INT TERM
}
