#!/usr/bin/env bats
# Tests of verify, the reader with which the other suites check every byte.

load ../helpers

# These functions print the stream in the file `right` with damage at an offset. No line
# contains an X.
with_wrong_byte() { head -c "$1" right; echo -n X; tail -c "+$(($1 + 2))" right; }
without_byte() { head -c "$1" right; tail -c "+$(($1 + 2))" right; }
with_early_end() { head -c "$1" right; }

# Checks the first line that verify prints about standard input: check_report REPORT
check_report() {
  run verify "$bytes" "${operands[@]}"
  assert_failure 1
  assert_line --index 0 "verify: $1"
}

# Checks the reports about a line of LENGTH bytes: check_damage LENGTH
check_damage() {
  local at
  make_operands "$1"
  "$GNU_YES" "${operands[@]}" | head -c $((bytes + 1)) > right
  verify "$bytes" "${operands[@]}" < right
  # These offsets are at or beside the boundaries of lines, reads and pages.
  for at in 0 7000 16383 16384 65536 1048576 1300013 $((bytes - 1)); do
    check_report "wrong at byte $at" < <(with_wrong_byte "$at")
    check_report "wrong at byte $at" < <(without_byte "$at")
    check_report "ends at byte $at, $((bytes - at)) bytes too early" < <(with_early_end "$at")
  done
}

@test "verify reports the offset of the first wrong, lost or missing byte" {
  local bytes=1400001
  each_of auto check_damage 5
  each_of auto check_damage 7000
  # This line is longer than any read.
  each_of auto check_damage 1300013
}

@test "verify shows the bytes around a wrong one, and how many are lost or repeated" {
  local text=$'\nabcd\nabcd\nabcd\nabcd\nabcd'
  run verify 99 abcd <<< "abcd${text}X$text"
  assert_output 'verify: wrong at byte 29
  before:   d\nabcd\nabcd\nabcd
  expected: \nabcd\nabcd\nabcd\n
  received: X\nabcd\nabcd\nabcd
  4 bytes of a line are missing here, or 1 are double.'
}

@test "verify exits with status 2 without readable input" {
  run verify 10 < .
  assert_failure 2
  run verify
  assert_failure 2
}
