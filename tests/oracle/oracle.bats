#!/usr/bin/env bats
# Tests of verify, which checks every byte in the other suites.

load ../helpers

# These functions print the file `right` with an error at an offset. No line contains an X.
with_wrong_byte() { head -c "$1" right; echo -n X; tail -c "+$(($1 + 2))" right; }
without_byte() { head -c "$1" right; tail -c "+$(($1 + 2))" right; }

@test "verify reports the offset of the first wrong or missing byte" {
  check_report() {
    run verify "$bytes" "${operands[@]}"
    assert_failure 1
    assert_output "verify: $1"
  }
  local bytes=1400001 length at operands
  # The second line is too long for a single read.
  for length in 5 1300013; do
    make_operands "$length"
    "$GNU_YES" "${operands[@]}" | head -c $((bytes + 1)) > right
    verify "$bytes" "${operands[@]}" < right
    # These offsets are at the boundaries of lines, reads and the stream.
    for at in 0 65536 1300013 $((bytes - 1)); do
      check_report "wrong at byte $at" < <(with_wrong_byte "$at")
      check_report "wrong at byte $at" < <(without_byte "$at")
      check_report "ends at byte $at, $((bytes - at)) bytes too early" < <(head -c "$at" right)
    done
  done
}
