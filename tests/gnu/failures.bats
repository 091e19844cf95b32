#!/usr/bin/env bats
# How it ends when standard output takes no more, or a signal comes: every strategy does as GNU yes.

load ../helpers

# Checks status and message, a pattern: ends STATUS MESSAGE COMMAND
# COMMAND is a shell command in which "$@" is yes with the strategy. An end that is late has status 124.
ends() {
  run "-$1" bash -c "$3" bash timeout --foreground 9 "${program[@]}"
  like "$output" "$2"
}

# What a shell does with a writer whose reader takes a line and goes.
until_gone='| head -n 1 > /dev/null; exit "${PIPESTATUS[0]}"'

@test "it is killed by SIGPIPE when the reader has gone, at once and silently" {
  each_strategy ends 141 '' "env --default-signal=PIPE \"\$@\" $until_gone"
}

# A pipe and a socket whose reader has gone: fails_when_gone CALLER
fails_when_gone() {
  each_strategy ends 1 'yes: standard output: Broken pipe' "$1 \"\$@\" $until_gone"
  each_of "$(accepting socket)" ends 1 'yes: standard output: @(Broken pipe|Connection reset by peer)' \
    "$1 '$root/tests/into' socket \"\$@\" $until_gone"
}

@test "with SIGPIPE ignored a reader that has gone is an error" {
  fails_when_gone 'env --ignore-signal=PIPE'
}

@test "with SIGPIPE blocked a reader that has gone is an error as well" {
  fails_when_gone 'env --block-signal=PIPE'
}

@test "an output that takes no more is an error in the C library's words, whatever it is" {
  local kind error
  while read -r kind error; do
    each_of "$(accepting file)" ends 1 "yes: standard output: $error" \
      "env --ignore-signal=PIPE '$root/tests/into' $kind \"\$@\""
  done << 'END'
packets Broken pipe
unread Broken pipe
shut Broken pipe
listening Broken pipe
unconnected Transport endpoint is not connected
reset Connection reset by peer
hung-up Input/output error
END
}

@test "as process 1, which SIGPIPE does not end, it ends with a message" {
  local namespace='timeout -s KILL 9 unshare --pid --fork --kill-child --mount-proc'
  ((EUID == 0)) || namespace+=' --map-root-user'
  $namespace true 2> errors || skip "$(< errors)"
  each_strategy ends 1 'yes: standard output: Broken pipe' "$namespace \"\${@:4}\" $until_gone"
}

# Compares lines of /proc/PID/status, Sig..., with those of another program, but for the two signals that the
# C library has for threads: same_signals LINES COMMAND...
same_signals() {
  print_signals() {
    awk "/^Sig($1):/" | while read -r kind signals; do
      printf '%s %x\n' "$kind" "$((0x$signals & ~(3 << 31)))"
    done
  }
  exec {reader}< <(exec "${@:2}" "${program[@]}" 3>&-)
  head -c 2000 <&"$reader" > /dev/null
  equal "$(print_signals "$1" < "/proc/$!/status")" \
    "$(print_signals "$1" < <(exec "${@:2}" cat /proc/self/status))"
  exec {reader}<&-
}

@test "signals are blocked as the caller chose" {
  each_strategy same_signals Blk env --block-signal=INT,CHLD,WINCH,SEGV,PIPE,RTMIN,CONT,40
}

@test "signals are ignored as the caller chose, and none is handled" {
  each_strategy same_signals 'Ign|Cgt'
  each_strategy same_signals 'Ign|Cgt' env --ignore-signal=SEGV,FPE,PIPE,CONT,RTMIN,50
  each_strategy same_signals 'Ign|Cgt' env --ignore-signal=INT,TERM,CHLD,QUIT
}

@test "a full device is an error in one line, for a short and for a long line" {
  each_of "$(accepting file)" ends 1 'yes: standard output: No space left on device' '"$@" > /dev/full'
  each_of "$(accepting file)" ends 1 'yes: standard output: No space left on device' \
    '"$@" "$(printf %16384s)" > /dev/full'
}

@test "a write of no bytes is an error, as on a full device" {
  # The memory of a process that is no more takes none.
  each_of "$(accepting file)" ends 1 'yes: standard output: No space left on device' '"$@" > /proc/self/mem'
}

@test "a standard output that is closed, or open for reading only, is an error in one line" {
  local to
  for to in '>&-' '>&- <&-' '1< /dev/null'; do
    each_strategy ends 1 'yes: standard output: Bad file descriptor' "\"\$@\" $to"
  done
  # With nowhere to say it.
  each_strategy ends 1 '' '"$@" <&- >&- 2>&-'
}

@test "the texts of --help and --version need room as well" {
  run -1 bash -c 'yes --help > /dev/full'
  equal "$output" 'yes: write error: No space left on device'
  run -1 bash -c 'yes --version >&-'
  equal "$output" 'yes: write error: Bad file descriptor'
}

@test "the file size limit ends it with SIGXFSZ, after a full file" {
  reach_limit() {
    ends 153 '' 'ulimit -f 100; exec "$@" > file'
    verify 102400 < file
  }
  each_of "$(accepting file)" reach_limit
}

@test "with SIGXFSZ ignored the file size limit is an error in one line" {
  each_of "$(accepting file)" ends 1 'yes: standard output: File too large' \
    'trap "" XFSZ; ulimit -f 16; "$@" > file'
  equal "$(stat -c %s file)" 16384
}

@test "stopped and continued in the background it goes on" {
  # As a shell does for Ctrl-Z and bg, in a terminal of its own.
  local job='set -m
    "$@" > pipe &
    until [[ -s begun ]]; do sleep 0.02; done
    for i in {1..10}; do kill -STOP %1; kill -CONT %1; sleep 0.03; done
    read -ra stat < "/proc/$!/stat"
    kill -KILL %1
    [[ ${stat[2]} != [TZ] ]]'
  stop_and_continue() {
    rm -f begun
    { head -c 1 > begun; timeout 60 cat > /dev/null; } < pipe &
    job=$job timeout 60 script -qec "bash -c \"\$job\" bash ${program[*]}" /dev/null
    wait "$!"
  }
  mkfifo pipe
  each_strategy stop_and_continue
}

# Sends a signal to the writer, which has to end silently: ends_by SIGNAL STATUS
# The signal has its default action, since a shell lets its children in the background ignore SIGINT.
ends_by() {
  local reader pid status=0
  exec {reader}< <(exec env --default-signal="$1" "${program[@]}" 2> errors 3>&-)
  pid=$!
  head -c 1 <&"$reader" > /dev/null
  cat <&"$reader" > /dev/null 3>&- &
  kill -s "$1" "$pid"
  timeout 60 tail -s 0.02 --pid "$pid" -f /dev/null || kill -s KILL "$pid"
  wait "$pid" || status=$?
  exec {reader}<&-
  equal "$status $(< errors)" "$2 "
}

@test "SIGHUP, SIGINT and SIGTERM end it at once and silently" {
  each_strategy ends_by HUP 129
  each_strategy ends_by INT 130
  each_strategy ends_by TERM 143
}

@test "signals of a crash end it at once and silently" {
  ulimit -c 0
  each_strategy ends_by ILL 132
  each_strategy ends_by ABRT 134
  each_strategy ends_by FPE 136
  each_strategy ends_by SEGV 139
}
