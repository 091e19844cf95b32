#!/usr/bin/env bats
# Every strategy that makes its own system calls is right to the byte, for any line and any reader; so is GNU
# yes.

load ../helpers

# Checks that many bytes of the output for these operands: check BYTES OPERAND...
check() {
  timeout 60 "${program[@]}" -- "${@:2}" | verify "$@"
}

@test "lines of 1, 3 and 7 bytes over several GiB" {
  local operand
  for operand in '' ab abcdef; do
    each_of "$(refusing) auto" check 3000000000 "$operand"
    each_of "$(native_strategies | grep -vxF "$(refusing)"$'\nauto')" check 300000000 "$operand"
  done
}

@test "lines around a page, a fragment, all fragments, and a mebibyte" {
  local length operands
  for length in 409{5,6,7} 3276{7,8,9} 65537 100001 13107{0,1,2} 104857{5,6,7} 1999999; do
    make_operands "$length"
    each_of "$(native_strategies)" check 200000001 "${operands[@]}"
  done
}

@test "pv, cat and a reader of 7 bytes at a time pass on every byte" {
  # check_through BYTES COMMAND...
  check_through() {
    timeout 60 "${program[@]}" abcd | "${@:2}" | verify "$1" abcd
  }
  each_of "$(native_strategies)" check_through 200000000 pv -q
  each_of "$(native_strategies)" check_through 200000000 cat
  each_of "$(native_strategies)" check_through 210007 dd bs=7 count=30001 iflag=fullblock status=none
}

@test "files are written whole, from where they are, and appended to" {
  timeout 20 bash -c 'ulimit -f 4000; yes abc > file' || true
  verify 4000000 abc < file
  echo before > file
  (ulimit -f 100; timeout 20 yes >> file) || true
  equal "$(stat -c %s file)" 102400
  equal "$(head -n 2 file)" $'before\ny'
  # The next writer continues at the shared offset.
  { (ulimit -f 100; timeout 20 yes; true) ; echo after; } > file || true
  equal "$(head -c 102400 file | sort -u)" y
}

@test "a terminal gets lines, and nothing before them" {
  show_lines() {
    rm -f seen
    TERM=xterm timeout 60 script -qec "${program[*]} abc &
      until test -e seen; do sleep 0.02; done; kill \$!" /dev/null |
      { head -c 300 > shown; touch seen; cat > /dev/null; }
    equal "$(< shown)" "$(gnu_yes $'abc\r' | head -c 300)"
    # Nothing else appears there when the lines go elsewhere.
    equal "$(TERM=xterm timeout 20 script -qec "${program[*]} abc | head -n 1" /dev/null)" $'abc\r'
  }
  each_of "$(file_strategies)" show_lines
}
