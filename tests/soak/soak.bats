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
  assert [ "$((after - before))" -le 256 ]
}

@test "the memory of yes does not grow while verify or pv reads gigabytes" {
  soak verify $((8 << 30)) ab
  soak pv --quiet --size 8G --stop-at-size
}

# bats test_tags=long
@test "the memory of yes does not grow while verify or pv reads a tebibyte, or GIB gibibytes" {
  soak verify $((${GIB-1024} << 30)) ab
  soak pv --quiet --size "${GIB-1024}G" --stop-at-size
}

# Checks the first BYTES for an operand, and that SIGPIPE kills yes then:
#   run_pair BYTES OPERAND
run_pair() {
  local statuses
  statuses=$(
    set +e
    patiently yes "$2" | verify "$1" "$2"
    echo "${PIPESTATUS[*]}"
  )
  assert_equal "$statuses" '141 0'
}

@test "200 simultaneous yes processes write the correct bytes, and each dies when its reader exits" {
  local i bytes operand pid pids=()
  RANDOM=1
  for i in {1..200}; do
    bytes=$((1 + RANDOM * (i % 8 ? 1 : 1000)))
    operand=$(operand $((1 + RANDOM % 9000)))
    run_pair "$bytes" "$operand" &
    pids+=("$!")
  done
  for pid in "${pids[@]}"; do
    wait "$pid"
  done
}
