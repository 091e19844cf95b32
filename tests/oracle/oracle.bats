#!/usr/bin/env bats
# The stream oracle, tests/verify.c, finds the first byte that differs: the one that cmp(1) finds.

load ../helpers

# More than the largest of reads.
bytes=1100001

# Changes of a stream in Perl, where $_ is the stream and $at an offset. Two are a doubled block: one of these
# sizes is no multiple of the line's length.
edits='a wrong byte: substr($_, $at, 1) ^= "\1"
a lost byte: substr($_, $at, 1) = ""
an additional byte: substr($_, $at, 0) = "x"
a doubled block: substr($_, $at, 0) = substr($_, $at, 4097)
a doubled page: substr($_, $at, 0) = substr($_, $at, 4096)
a lost block: substr($_, $at, 4097) = ""
a shifted line: substr($_, $at, 7000) = substr($_, $at + 1, 6999) . substr($_, $at, 1)
two swapped blocks: substr($_, $at, 4098) = substr($_, $at + 2049, 2049) . substr($_, $at, 2049)
zeros in place of a page: substr($_, $at, 4096) = "\0" x 4096
an early end: $_ = substr($_, 0, $at)'

@test "each kind of error is found where it is, at the boundaries of reads, pieces, pages and lines" {
  local operand edit at difference expected
  for operand in '' abcd "$(operand 6999)"; do
    # More than is read, so that enough is left when a byte is lost.
    gnu_yes -- "$operand" | head -c $((bytes + 10000)) > right
    verify "$bytes" "$operand" < right
    verify 0 "$operand" < right
    while read -r edit; do
      for at in 0 4096 7000 16383 16384 65536 1048575 1048576 $((bytes - 1)); do
        AT=$at perl -0777 -pe 'BEGIN { $at = $ENV{AT} }'" ${edit#*: }" right > planted
        # Some edits change nothing, such as the loss of a whole line.
        difference=$(cmp -n "$bytes" planted right 2>&1) && continue
        case $difference in
          *': EOF on '*) expected="ends at byte $(stat -c %s planted)" ;;
          *)
            difference=${difference#*: byte }
            expected="wrong at byte $((${difference%%,*} - 1))"
            ;;
        esac
        equal "$edit, $at: $(verify "$bytes" "$operand" 2>&1 < planted)" "$edit, $at: verify: $expected"
      done
    done <<< "$edits"
  done
}

@test "a wrong byte on either side of the end of a read, for reads of many sizes" {
  # Writes pieces of a size, each after the reader has read the one before (FIONREAD) or gone, and then the
  # rest.
  local at size pieces='
    sub unread { my $count = pack "i", 0; ioctl(STDOUT, 0x541B, $count) or die $!; return unpack "i", $count }
    for (1 .. 8) {
      sysread STDIN, my $piece, $ARGV[0];
      syswrite STDOUT, $piece;
      for (1 .. 50) { last if !unread; select undef, undef, undef, 0.001 }
    }
    while (sysread STDIN, my $rest, 65536) { syswrite STDOUT, $rest or last }'
  gnu_yes abcd | head -c 600000 > right
  for size in 1 7 512 4095 4096 4097 65536; do
    for at in $((size - 1)) "$size" $((3 * size - 1)) $((3 * size)); do
      AT=$at perl -0777 -pe 'substr($_, $ENV{AT}, 1) = "x"' right > planted
      equal "$(perl -e "$pieces" "$size" < planted | verify 600000 abcd 2>&1)" "verify: wrong at byte $at"
    done
  done
}

@test "a line that is longer than any read, with an error in its first and in a later copy" {
  local at operands
  make_operands 1300013
  gnu_yes "${operands[@]}" | head -c 3000000 > right
  verify 3000000 "${operands[@]}" < right
  for at in 0 1 1048575 1048576 1300011 1300012 1300024 1300025 2999999; do
    AT=$at perl -0777 -pe 'substr($_, $ENV{AT}, 1) ^= "\1"' right > planted
    equal "$(verify 3000000 "${operands[@]}" 2>&1 < planted)" "verify: wrong at byte $at"
  done
}

@test "no line, and no readable input, are errors of another kind" {
  local oracle=${BATS_TEST_DIRNAME%/tests/*}/artifacts/verify
  : > empty
  run -2 "$oracle" empty 10
  run -2 "$oracle" missing 10
  run -2 "$oracle"
  echo > line
  run -2 bash -c '"$1" line 10 < .' bash "$oracle"
}
