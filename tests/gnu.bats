#!/usr/bin/env bats
# yes has the same options, output, messages, signals and exit status as GNU yes, with every strategy.
# YES=/usr/bin/yes make test SUITE=gnu runs these tests with GNU yes itself.

load helpers

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

# Checks more than two lines of the output: check_line OPERAND...
check_line() {
  local line="$*" bytes=600001
  ! has each-line || bytes=5011
  ((bytes += 2 * ${#line}))
  patiently "${program[@]}" "$@" | verify "$bytes" "$@"
}

# Runs an executable and saves its output, messages and status in a file: try FILE EXECUTABLE ARGUMENT...
try() {
  local status start
  perl -e 'alarm shift; exec { shift() } "yes", @ARGV' "$patience" "${@:2}" 2>&1 | head -c 20000 > "$1"
  status=${PIPESTATUS[0]}
  # Only --help and --version exit with status 0. Only the first 5 bytes of their output agree.
  ((status)) || { read -rN 5 start < "$1" && echo "$start" > "$1"; }
  echo "status $status" >> "$1"
}

# Checks that yes and GNU yes do the same with these arguments: compare ARGUMENT...
compare() {
  try expected "${GNU_YES:?GNU yes is missing}" "$@"
  try actual "$YES" "$@"
  cmp -s expected actual ||
    fail "POSIXLY_CORRECT=${POSIXLY_CORRECT-unset} yes ${*@Q}: $(diff -a expected actual)"
}

@test "yes follows GNU's rules for options and operands" {
  # Many of these words have a meaning to option parsers, printf or text decoders.
  local arguments count words=(- -- --- -h -v '-?' -W -help --help --version --h --hel --vers --help= --help=x
    --helpx --Help --no-such --no-such=x $'--\n' $'-\xe9' $'--\xff\x80=\x01' '-- ' '=' a=b '[' '[suggest]' @
    @/proc/self/cmdline '/?' a:b '\n' %s '{0}' '"' "'" '' $'\n' $'a\nb' $'\r\n' $'\xe9' é $'\xef\xbb\xbf')
  set +T
  compare_all() {
    for arguments; do eval "compare $arguments"; done
  }
  compare_all '' "''" "a '' 'b  c'" --help --version 'a --help b' --h --hel 'a --vers' '--v --help' \
    '--help --foo' '--foo --help' --foo=bar --Help --- --help=x --he= -x 'a -xy --help' -h '-?' - '- --help' \
    -- '-- a' '-- -x' '-- --help' 'a -- --help' '-- --' 'a -- b -- c' '--help a' '-x a' '-- a -- b'
  for POSIXLY_CORRECT in '' 1; do
    export POSIXLY_CORRECT
    compare_all 'a --help' 'a -x' 'a -- b' '- --help' '-- a -- b' '--help a' '-x a'
  done
  # The same number gives the same arguments in every run.
  RANDOM=7
  for _ in {1..80}; do
    unset POSIXLY_CORRECT
    arguments=()
    ((RANDOM % 3)) || export POSIXLY_CORRECT=$((RANDOM % 2))
    for ((count = RANDOM % 5; count > 0; count--)); do arguments+=("${words[RANDOM % ${#words[@]}]}"); done
    compare "${arguments[@]}"
  done
}

@test "yes repeats any number of operands" {
  each_strategy check_line
  each_strategy check_line a 'b c' '' d
  each_strategy check_line {1..4000}
}

@test "yes repeats operands that are not UTF-8" {
  local bytes
  # The timeout command of uutils rejects such operands.
  patiently() { perl -e 'alarm shift; exec @ARGV' "$patience" "$@"; }
  printf -v bytes '%b' "$(printf '\\0%03o' {1..255})"
  # The other operands are half of a surrogate pair, an overlong form, Latin-1 and an incomplete character.
  each_strategy check_line "$bytes" $'\xed\xa0\x80' $'\xc0\xaf' $'\xe9t\xe9' $'\xc3'
}

@test "yes repeats lines of 1 byte to 1.1 MB" {
  local length operands
  check_unless_too_long() {
    has 'longest=*' && ((length > 32768)) || check_line "${operands[@]}"
  }
  # Linux limits an operand to 128 KiB, so a long line consists of several: check_lengths STRATEGIES LENGTH...
  check_lengths() {
    for length in "${@:2}"; do
      # Bash would read a pipe byte by byte.
      operand $((length - 1)) | perl -pe 's/(.{30000})./$1\n/g' > operands
      mapfile -t operands < operands
      each_of "$1" check_unless_too_long
    done
  }
  ulimit -s unlimited
  check_lengths "$(strategies)" 3 409{6,7} 819{2,3} 1099999
  check_lengths "$(strategies C#) auto" 1 1023 3276{8,9} 13107{2,3}
}

@test "yes doesn't read its standard input" {
  run patiently bash -c 'printf "1\n2\n" | { yes | head -n 1; cat; }'
  assert_output $'y\n1\n2'
  patiently yes abcd < / | verify 300000 abcd
}

@test "SIGPIPE kills yes without a message" {
  each_strategy die 141 into_head env --default-signal=PIPE
}

@test "yes reports a broken pipe if SIGPIPE is ignored or blocked" {
  each_strategy report 'Broken pipe' into_head env --ignore-signal=PIPE
  each_of auto report 'Broken pipe' into_head env --block-signal=PIPE
}

@test "yes reports a closed terminal, socket or connection" {
  into_closed() {
    patiently into "closed-$1" env --block-signal=PIPE "${program[@]}"
  }
  each_of "$(strategies_into file)" report 'Input/output error' into_closed terminal
  each_of "$(strategies_into socket)" report 'Broken pipe' into_closed socket
  each_of "$(strategies_into socket)" report 'Connection reset by peer' into_closed connection
}

@test "yes reports a full device" {
  report_full_device() {
    report 'No space left on device' redirected '> /dev/full' "$1"
    # A write to /proc/self/mem returns 0 if the process has called execve(2) since it opened the file.
    report 'No space left on device' redirected '> /proc/self/mem' "$1"
  }
  each_of "$(strategies_into file)" report_full_device y
  each_of auto report_full_device "$(operand 16384)"
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
  run patiently bash -c 'yes --help > /dev/full'
  assert_failure 1
  assert_output 'yes: write error: No space left on device'
  run patiently bash -c 'yes --version >&-'
  assert_failure 1
  assert_output 'yes: write error: Bad file descriptor'
}

@test "yes writes at a file's offset until the file reaches the size limit" {
  into_limited_file() {
    ulimit -f 100
    redirected ">&$file"
  }
  # Checks how the strategy ends and what the file then contains: fill_file CHECK...
  fill_file() {
    exec {file}> file
    echo before >&"$file"
    "$@" into_limited_file
    # echo continues at the offset where yes stopped.
    echo after >&"$file"
    exec {file}>&-
    tail -c +8 file | verify 102393
    assert_equal "$(head -n 1 file; tail -c +102400 file)" $'before\nyafter'
  }
  each_of "$(strategies_into file)" fill_file die 153
  trap '' XFSZ
  each_of "$(strategies_into file)" fill_file report 'File too large'
}

# bats test_tags=not-under-qemu
@test "yes leaves ignored and blocked signals alone" {
  # With these settings, yes and sed must report the same signals: same_signals ENV-OPTION...
  same_signals() {
    local command=(env --default-signal "--block-signal=INT,CHLD,WINCH,SEGV,PIPE,RTMIN,CONT,40" "$@")
    open_reader "${command[@]}" "${program[@]}"
    # auto writes up to 4 KiB before it chooses a strategy, so read more bytes.
    patiently head -c 9000 <&"$reader" > /dev/null
    run grep -E '^Sig(Blk|Ign|Cgt):' "/proc/$writer/status"
    assert_output "$("${command[@]}" sed -nE '/^Sig(Blk|Ign|Cgt):/p' /proc/self/status)"
    exec {reader}<&-
  }
  each_strategy same_signals --ignore-signal=SEGV,FPE,PIPE,CONT,RTMIN,50
  each_of auto same_signals --ignore-signal=INT,TERM,CHLD,QUIT,HUP
  each_of auto same_signals
}

# bats test_tags=not-under-qemu
@test "yes continues after a stop, and a signal kills it without a message" {
  # Stops, continues and then kills the strategy while it writes: stop_and_kill SIGNAL
  stop_and_kill() {
    # The pipe contains fewer bytes.
    local bytes=600000 status=0
    ! has each-line || bytes=80000
    # A shell's background processes ignore SIGINT, so env restores its default action.
    open_reader env --default-signal="$1" "${program[@]}" 2> errors
    patiently head -c 2000 <&"$reader" > /dev/null
    kill -s STOP "$writer"
    await grep -q '^State:.T' "/proc/$writer/status"
    kill -s CONT "$writer"
    patiently verify "$bytes" <&"$reader"
    kill -s "$1" "$writer"
    # cat reads until the strategy has ended.
    patiently cat <&"$reader" > /dev/null
    wait "$writer" || status=$?
    exec {reader}<&-
    assert_equal "$status $(< errors)" "$((128 + $(kill -l "$1"))) "
  }
  each_strategy stop_and_kill TERM
  for signal in HUP INT QUIT; do each_of auto stop_and_kill "$signal"; done
}
