#!/usr/bin/env bats
# Tests that run yes for a long time, or many yes processes at once.

load ../helpers

# Prints the memory that a process has allocated, in KiB: print_memory PID
print_memory() {
  awk '/^RssAnon/ { print $2 }' "/proc/$1/status"
}

# Pipes the output of `yes ab` into a reader and checks that the memory of yes doesn't grow: soak READER...
soak() {
  local status=0 before after
  open_reader yes ab 2> errors
  # By then, yes has filled the pipe several times, and has all the memory that it needs.
  verify 60000000 ab <&"$reader"
  before=$(print_memory "$writer")
  "$@" <&"$reader" > /dev/null
  after=$(print_memory "$writer")
  # This shell was the last reader, so SIGPIPE now kills yes.
  exec {reader}<&-
  wait "$writer" || status=$?
  assert_equal "$status" 141
  assert_file_empty errors
  echo "# $*: the memory of yes was $before KiB at first and $after KiB at the end" >&3
  assert_at_most $((before + 256)) "$after" 'KiB of memory at the end'
}

@test "the memory of yes does not grow while a reader reads gigabytes" {
  soak verify $((2 << 30)) ab
}

# The variable GIB reduces the tebibyte to a number of gibibytes.
# bats test_tags=long
@test "the memory of yes does not grow during a tebibyte" {
  soak verify $((${GIB-1024} << 30)) ab
  soak pv --quiet --size "${GIB-1024}G" --stop-at-size
}

# Checks the first BYTES for an operand, and that SIGPIPE then kills yes: run_pair BYTES OPERAND
run_pair() {
  patiently yes "$2" | verify "$1" "$2"
  assert_equal "${PIPESTATUS[*]}" '141 0'
}

# The pipes of 56 processes, of this suite and others, would use up what an unprivileged user may have.
@test "20 simultaneous yes processes write the correct bytes until their readers exit" {
  local i pid longest pids=()
  longest=$(operand 9000)
  RANDOM=1
  for ((i = 0; i < 20; i++)); do
    run_pair $((1 + RANDOM * (i % 4 ? 1 : 100))) "${longest:0:1 + RANDOM % 9000}" &
    pids+=("$!")
  done
  for pid in "${pids[@]}"; do
    wait "$pid"
  done
}
