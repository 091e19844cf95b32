#!/usr/bin/env bats
# The stream oracle, tests/verify.c, finds the first byte that differs: the one that cmp(1) finds.

load ../helpers

# Changes of a stream in Perl, where $_ is the stream and $at an offset.
edits='a wrong byte: substr($_, $at, 1) ^= "\1"
a lost byte: substr($_, $at, 1) = ""
a doubled block, not whole lines: substr($_, $at, 0) = substr($_, $at, 4097)
a doubled page: substr($_, $at, 0) = substr($_, $at, 4096)
two swapped blocks: substr($_, $at, 4098) = substr($_, $at + 2049, 2049) . substr($_, $at, 2049)
zeros in place of a page: substr($_, $at, 4096) = "\0" x 4096
an early end: $_ = substr($_, 0, $at)'

@test "each kind of error is found where it is, at the boundaries of reads, pieces, pages and lines" {
  local bytes=3000001 length operands edit at expected
  # The last line is longer than any read.
  for length in 5 7000 1300013; do
    make_operands "$length"
    # More than is read, so that enough is left when a byte is lost.
    "$GNU_YES" "${operands[@]}" | head -c $((bytes + 10000)) > right
    verify "$bytes" "${operands[@]}" < right
    verify 0 "${operands[@]}" < right
    while read -r edit; do
      for at in 0 7000 16383 16384 65536 1048576 1300013 $((bytes - 1)); do
        AT=$at perl -0777 -pe 'BEGIN { $at = $ENV{AT} }'" ${edit#*: }" right > planted
        expected=$(LC_ALL=C cmp -n "$bytes" planted right 2>&1 | perl -pe 's/which is empty/after byte 0,/;
          s/.* differ: char (\d+),.*/"verify: wrong at byte " . ($1 - 1)/e;
          s/.* EOF on planted after byte (\d+),.*/verify: ends at byte $1/')
        # By a pipe, so that reads are short.
        equal "$edit, $at: $(dd bs=4097 if=planted status=none | verify "$bytes" "${operands[@]}" 2>&1)" \
          "$edit, $at: $expected"
      done
    done <<< "$edits"
  done
}

@test "no line, and no readable input, are errors of another kind" {
  : > empty
  run -2 "$root/artifacts/verify" empty 10
  run -2 "$root/artifacts/verify" missing 10
  run -2 "$root/artifacts/verify"
  echo > line
  run -2 "$root/artifacts/verify" line 10 < .
}
