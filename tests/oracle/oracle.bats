#!/usr/bin/env bats
# Tests of verify, the reader with which the other suites check every byte.

load ../helpers

# These functions print the stream in the file `right` with damage at an offset. No line
# contains an X.
with_wrong_byte() { head -c "$1" right; echo -n X; tail -c "+$(($1 + 2))" right; }
without_byte() { head -c "$1" right; tail -c "+$(($1 + 2))" right; }
with_early_end() { head -c "$1" right; }

# Checks what verify reports about standard input: check_report REPORT
check_report() {
  run verify "$bytes" "${operands[@]}"
  assert_failure 1
  assert_output "verify: $1"
}

@test "verify reports the offset of the first wrong, lost or missing byte" {
  local length at bytes=3000001
  # A line of the last length is longer than any read.
  for length in 5 7000 1300013; do
    make_operands "$length"
    "$GNU_YES" "${operands[@]}" | head -c $((bytes + 1)) > right
    verify "$bytes" "${operands[@]}" < right
    # These offsets are at or beside the boundaries of lines, reads and pages.
    for at in 0 7000 16383 16384 65536 1048576 1300013 $((bytes - 1)); do
      check_report "wrong at byte $at" < <(with_wrong_byte "$at")
      check_report "wrong at byte $at" < <(without_byte "$at")
      check_report "ends at byte $at" < <(with_early_end "$at")
    done
  done
}

@test "verify exits with status 2 without a line or without readable input" {
  : > empty
  echo > line
  run "$root/artifacts/verify" empty 10
  assert_failure 2
  run "$root/artifacts/verify" missing 10
  assert_failure 2
  run "$root/artifacts/verify" line 10 < .
  assert_failure 2
}
