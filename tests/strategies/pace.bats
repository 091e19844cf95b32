#!/usr/bin/env bats
# What the writer takes of the processor while the reader is busy, slow or stopped, and how soon it ends. The
# bounds are orders of magnitude: `make bench` measures.

load ../helpers

# Prints the nanoseconds that all threads of a process have run: print_run_time PID
print_run_time() {
  echo "$(($(cut -d ' ' -f 1 "/proc/$1"/task/*/schedstat | paste -sd + -)))"
}

# Starts yes with the strategy and a reader: start_with COMMAND...
# Their process IDs are in $writer and $reader.
start_with() {
  exec {pipe}> >(exec "$@" > /dev/null 3>&-)
  reader=$!
  yes --strategy "$strategy" >&"$pipe" 3>&- &
  writer=$!
  exec {pipe}>&-
}

# Ends what start_with has started, also when a test fails in between.
teardown() {
  [[ -n ${writer-} ]] || return 0
  kill -s KILL "$writer" "$reader"
  wait "$writer" || true
  writer=''
}

# Whether a process does not run for half a second: is_still PID
is_still() {
  local before
  before=$(print_run_time "$1")
  sleep 0.5
  (($(print_run_time "$1") == before && before > 0))
}

@test "while the reader is stopped the writer does not run at all" {
  stop_reader() {
    start_with cat
    sleep 0.2
    kill -s STOP "$reader"
    # It first fills the pipe.
    await is_still "$writer"
    teardown
  }
  each_strategy stop_reader
}

@test "beside a slow reader the writer runs for less than a twentieth of the time" {
  read_slowly() {
    local before passed
    start_with perl -e 'while (sysread STDIN, my $bytes, 65536) { select undef, undef, undef, 0.1 }'
    # Its start.
    sleep 0.5
    before=$(print_run_time "$writer")
    sleep 2
    passed=$(($(print_run_time "$writer") - before))
    teardown
    echo "$passed ns"
    ((passed > 0 && passed < 100000000))
  }
  each_of "$(native_strategies)" read_slowly
}

@test "it ends at once when its reader goes, after a line, after a GiB, and after a pause" {
  local late
  end_in_time() {
    # shellcheck disable=SC2016 # For the inner shell.
    timeout 20 bash -c 'yes --strategy "$1" | (eval "$2"; echo "${EPOCHREALTIME//[!0-9]/}" > gone)' bash \
      "$strategy" "$1"
    late=$((${EPOCHREALTIME//[!0-9]/} - $(< gone)))
    echo "$late us after: $1"
    ((late < 1000000))
  }
  each_of "$(native_strategies)" end_in_time 'head -n 1 > /dev/null'
  each_of "$(native_strategies)" end_in_time 'head -c 1G > /dev/null'
  each_of "$(native_strategies)" end_in_time 'head -c 1M > /dev/null; sleep 0.3'
}
