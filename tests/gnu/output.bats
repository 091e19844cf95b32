#!/usr/bin/env bats
# Tests that every strategy writes the correct bytes.

load ../helpers

# Checks the first bytes that the strategy writes for these operands: check BYTES OPERAND...
check() {
  "${program[@]}" "${@:2}" | verify "$@"
}

# Checks the output for the given operands. Slow strategies write fewer bytes: check_line OPERAND...
check_line() {
  local bytes=3000001
  ! has each-line || bytes=20011
  check "$bytes" "$@"
}

@test "yes repeats any number of operands" {
  each_strategy check_line
  each_strategy check_line ''
  each_strategy check_line a 'b c' '' d
  each_strategy check_line {1..4000}
}

# bats test_tags=not-under-dotnet
@test "yes repeats operands that are not UTF-8" {
  local escapes bytes
  printf -v escapes '\\0%03o' {1..255}
  printf -v bytes '%b' "$escapes"
  each_strategy check_line "$bytes"
  # These operands are invalid UTF-8, such as half of a surrogate pair, an overlong form and Latin-1.
  each_strategy check_line $'\xff\xfe\x80' $'\xed\xa0\x80' $'\xc0\xaf' $'\xe9t\xe9' $'\xc3'
}

@test "yes repeats lines of 1 byte to 16 KiB" {
  local length
  for length in 1 2 3 4 1999 409{4,5,6} 819{0,1,2} 1638{2,3,4}; do
    each_strategy check_line "$(operand "$length")"
  done
}

@test "yes repeats lines of 32 KiB to 2 MB" {
  local length operands
  check_long_line() {
    ! accepts_line "$length" || check 9000001 "${operands[@]}"
  }
  for length in $tee_block $((tee_block + 1)) 6553{5,6,7} 52428{8,9} 1999999; do
    make_operands "$length"
    each_of "$(strategies C#) auto" check_long_line
  done
}

@test "pv receives every byte" {
  check_through_pv() {
    patiently "${program[@]}" abcd | pv -q | verify 20000001 abcd
  }
  each_of "$(strategies C#) auto" check_through_pv
}

# bats test_tags=not-under-dotnet
@test "yes writes at the current offset of a file" {
  echo before > file
  patiently bash -c 'ulimit -f 100; exec yes >> file' || true
  assert_equal "$(head -n 2 file)" $'before\ny'
  assert_file_size_equals file 102400
  # echo continues at the offset where yes stopped.
  { patiently bash -c 'ulimit -f 100; exec yes' || true; echo after; } > file
  assert_equal "$(tail -c +102400 file)" $'\nafter'
}

@test "yes writes nothing but its lines to a terminal" {
  show_lines() {
    rm -f seen
    TERM=xterm patiently script -qec "${program[*]} abc &
      until test -e seen; do sleep 0.02; done; kill \$!" /dev/null |
      { head -c 300 > shown; touch seen; cat > /dev/null; }
    assert_equal "$(< shown)" "$("$GNU_YES" $'abc\r' | head -c 300)"
    # If yes writes to a pipe instead, the terminal shows only the output of head.
    TERM=xterm run patiently script -qec "${program[*]} abc | head -n 1" /dev/null
    assert_output $'abc\r'
  }
  each_of "$(strategies_into file)" show_lines
}
