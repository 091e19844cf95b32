#!/usr/bin/env bats
# Tests that run yes for a long time, or hundreds of yes processes at once.

load ../helpers

# Prints the peak resident memory of a process so far, in KiB: print_peak PID
print_peak() {
  awk '/^VmHWM/ { print $2 }' "/proc/$1/status"
}

# Pipes the output of `yes ab` into a reader and checks that the memory of yes doesn't
# grow:
#   soak READER...
soak() {
  local status=0 before after
  open_reader yes ab 2> errors
  # When yes has filled the pipe, it has all the memory that it needs.
  VERIFY=late verify 3 ab <&"$reader"
  before=$(print_peak "$writer")
  "$@" <&"$reader" > /dev/null
  after=$(print_peak "$writer")
  # This shell was the last reader, so SIGPIPE now kills yes.
  exec {reader}<&-
  wait "$writer" || status=$?
  assert_equal "$status" 141
  assert_file_empty errors
  echo "# $*: the peak memory of yes was $before KiB at first and $after KiB at the end" >&3
  assert_at_most $((before + 64)) "$after" 'KiB of memory at the end'
}

@test "the memory of yes does not grow while a reader reads gigabytes" {
  soak verify $((2 << 30)) ab
}

# The variable GIB reduces the tebibyte to a number of gibibytes.
# bats test_tags=long
@test "the memory of yes does not grow while verify or pv reads a tebibyte" {
  soak verify $((${GIB-1024} << 30)) ab
  soak pv --quiet --size "${GIB-1024}G" --stop-at-size
}

# Checks the first BYTES for an operand, and that SIGPIPE then kills yes:
#   run_pair BYTES OPERAND
run_pair() {
  patiently yes "$2" | verify "$1" "$2"
  assert_equal "${PIPESTATUS[*]}" '141 0'
}

# Runs NUMBER pairs at once: run_pairs NUMBER
run_pairs() {
  local i pid longest pids=()
  longest=$(operand 9000)
  RANDOM=1
  for ((i = 0; i < $1; i++)); do
    run_pair $((1 + RANDOM * (i % 8 ? 1 : 100))) "${longest:0:1 + RANDOM % 9000}" &
    pids+=("$!")
  done
  for pid in "${pids[@]}"; do
    wait "$pid"
  done
}

@test "200 simultaneous yes processes write the correct bytes, and each dies when its reader exits" {
  each_of auto run_pairs 200
}
