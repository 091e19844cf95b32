#!/usr/bin/env bats
# Tests that every strategy writes the correct bytes, also in unusual environments.

load ../helpers

# Checks the output for the given operands. Slow strategies write fewer bytes: check_line OPERAND...
check_line() {
  local bytes=4000001
  ! has each-line || bytes=20011
  "${program[@]}" "$@" | verify "$bytes" "$@"
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

@test "yes repeats lines of 1 byte to 3 MB" {
  local length operands
  check_length() {
    ! accepts_line "$length" || check_line "${operands[@]}"
  }
  ulimit -s unlimited
  for length in {1..4} 1999 409{5,6,7} 819{1,2,3} 1638{3,4,5} 3276{8,9} 6553{5,6,7} 52428{8,9} 2999999; do
    make_operands "$length"
    each_strategy check_length
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
  assert_equal "$(stat -c %s file)" 102400
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

# bats test_tags=not-under-dotnet
@test "the output doesn't depend on the environment" {
  local locale
  for locale in C.UTF-8 de_DE.ISO-8859-1 zh_CN.GB18030 /nonsense ''; do
    LC_ALL=$locale LANG=$locale yes $'\xe4\xff' 'ä 是' | verify 300000 $'\xe4\xff' 'ä 是'
  done
  env -i bin/yes abcd | verify 3000000 abcd
  yes abcd <&- | verify 3000000 abcd
  yes abcd < / | verify 3000000 abcd
}

@test "yes doesn't read its standard input" {
  run bash -c 'printf "1\n2\n" | { yes | head -n 1; cat; }'
  assert_output $'y\n1\n2'
}
