#!/usr/bin/env bats
# The stream oracle, tests/verify.c, finds the first byte that differs. cmp(1) shows where that is.

load ../helpers

operands=('' abcd "$(head -c 6999 < <(yes 0123456789 | tr '\n' '-'))")

# More than the largest of reads.
bytes=1100001

# Checks that the oracle finds the same place in the file as cmp: check_found OPERAND
check_found() {
  local difference
  difference=$(cmp planted right | sed -n 's/.*: byte \([0-9]*\),.*/\1/p')
  equal "$(verify "$bytes" "$1" 2>&1 < planted)" "verify: wrong at byte $((difference - 1))"
}

# Edits a copy of the right stream with Perl, where $_ is the stream and $at an offset: edit_each_place EDIT
# The offsets are the start, the end, and around the boundaries of reads, pieces, pages and lines.
edit_each_place() {
  local at operand
  for operand in "${operands[@]}"; do
    # More than is read, so that enough is left when a byte is lost.
    gnu_yes -- "$operand" | head -c $((bytes + 10000)) > right
    for at in 0 4096 7000 16383 16384 65536 1048575 1048576 $((bytes - 1)); do
      AT=$at perl -0777 -pe 'BEGIN { $at = $ENV{AT} }'" $1" right > planted
      # Some edits change nothing, such as the loss of a whole line.
      cmp -s -n "$bytes" planted right || check_found "$operand"
    done
  done
}

@test "the right stream is right" {
  local operand
  for operand in "${operands[@]}"; do
    gnu_yes -- "$operand" | verify "$bytes" "$operand"
    gnu_yes -- "$operand" | verify 0 "$operand"
    gnu_yes -- "$operand" | verify 1 "$operand"
  done
}

@test "a wrong byte" {
  edit_each_place 'substr($_, $at, 1) ^= "\1"'
}

@test "a lost byte" {
  edit_each_place 'substr($_, $at, 1) = ""'
}

@test "an additional byte" {
  edit_each_place 'substr($_, $at, 0) = "x"'
}

@test "a doubled block" {
  # One of these sizes is no multiple of the line's length.
  edit_each_place 'substr($_, $at, 0) = substr($_, $at, 4097)'
  edit_each_place 'substr($_, $at, 0) = substr($_, $at, 4096)'
}

@test "a lost block" {
  edit_each_place 'substr($_, $at, 4097) = ""'
}

@test "a shifted line" {
  edit_each_place 'substr($_, $at, 7000) = substr($_, $at + 1, 6999) . substr($_, $at, 1)'
}

@test "two swapped blocks" {
  edit_each_place 'substr($_, $at, 4098) = substr($_, $at + 2049, 2049) . substr($_, $at, 2049)'
}

@test "zeros in place of a page" {
  edit_each_place 'substr($_, $at, 4096) = "\0" x 4096'
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

@test "a stream that ends early" {
  local end
  for end in 0 1 4 5 65536 1048576 $((bytes - 1)); do
    equal "$(gnu_yes abcd | head -c "$end" | verify "$bytes" abcd 2>&1)" "verify: ends at byte $end"
  done
}

@test "a line that is longer than any read, with an error in its first and in a later copy" {
  local at
  # shellcheck disable=SC2046 # Operands without a blank.
  set -- $(operand 1300000 | fold -w 100000)
  gnu_yes "$@" | head -c 3000000 > right
  verify 3000000 "$@" < right
  for at in 0 1 1048575 1048576 1299999 1300000 1300012 1300013 2999999; do
    AT=$at perl -0777 -pe 'substr($_, $ENV{AT}, 1) ^= "\1"' right > planted
    equal "$(verify 3000000 "$@" 2>&1 < planted)" "verify: wrong at byte $at"
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

@test "it reads gigabytes in a second of processor time" {
  # A tenth of what it was measured to read. Processor time, since other processes may take theirs.
  echo y > line
  yes | env time -f '%e %U %S' -o times "$root/artifacts/verify" line $((8 << 30))
  awk '{ printf "# the oracle: %.1f GiB/s\n", 8 / $1; exit 8 / ($2 + $3) < 0.6 }' times >&3
}
