#!/usr/bin/env bats
# The output is the line of all operands over and over, to the byte, with every strategy and any reader.

load ../helpers

# Checks so many bytes of the output for these operands: check BYTES OPERAND...
check() {
  timeout 60 "${program[@]}" ${2+-- "${@:2}"} | verify "$@"
}

# The same, and many bytes if that doesn't take long: check_line OPERAND...
check_line() {
  local bytes=3000001 line="$*"
  # Writing a MiB of short lines, line by line, takes seconds.
  [[ $strategy != @(printfn|console) ]] || bytes=20000
  # Three long lines at least.
  ((bytes > 3 * ${#line})) || bytes=$((3 * ${#line} + 3))
  check "$bytes" "$@"
}

@test "the default line, the empty line, 4,000 operands, and closed neighbours of standard output" {
  each_strategy check_line
  each_strategy check_line a 'b c' '' d <&- 2>&-
  each_strategy check_line ''
  # shellcheck disable=SC2046 # Words.
  each_strategy check_line $(seq 4000)
}

@test "text beyond ASCII, without a byte order mark, formats, braces and newlines" {
  each_strategy check_line 'äöü 是 🙂'
  each_strategy check_line $'%s %d {0} {{}} \\n\n\na\r\nb\n'
}

@test "every byte, and bytes that are not UTF-8: half a surrogate, overlong and cut forms" {
  local escapes bytes
  printf -v escapes '\\0%03o' {1..255}
  printf -v bytes '%b' "$escapes"
  each_strategy check_line "$bytes"
  each_strategy check_line $'\xff\xfe\x80' $'\xed\xa0\x80' $'\xc0\xaf' $'\xe9t\xe9' $'\xc3'
}

@test "lines of 2 to 5 bytes, and around the sizes of buffers" {
  local length
  for length in 1 2 3 4 1999 409{4,5,6} 819{0,1,2} 1638{2,3,4}; do
    each_strategy check_line "$(operand "$length")"
  done
}

@test "a line that just fills a block of tee, longer ones, and one longer than a mebibyte" {
  local length operands
  make_operands 32768
  each_of "$(strategies C#) auto" check 60000001 "${operands[@]}"
  for length in 32769 65537 100001 13107{0,1,2} 104857{5,6,7} 1999999; do
    make_operands "$length"
    each_of "$(strategies C# | grep -vx tee) auto" check 60000001 "${operands[@]}"
  done
}

@test "lines of 1, 3 and 7 bytes over several GiB" {
  local operand
  for operand in '' ab abcdef; do
    each_of "$(refusing file) auto" check 3000000000 "$operand"
    each_of "$(strategies C# | grep -vxF "$(refusing file)")" check 300000000 "$operand"
  done
}

@test "pv, cat and a reader of 7 bytes at a time pass on every byte" {
  # check_through BYTES COMMAND...
  check_through() {
    timeout 60 "${program[@]}" abcd | "${@:2}" | verify "$1" abcd
  }
  each_of "$(strategies C#) auto" check_through 200000000 pv -q
  each_of "$(strategies C#) auto" check_through 200000000 cat
  each_of "$(strategies C#) auto" check_through 210007 dd bs=7 count=30001 iflag=fullblock status=none
}

@test "into a file it writes from where that is, and appends" {
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
    equal "$(< shown)" "$("$GNU_YES" $'abc\r' | head -c 300)"
    # Nothing else appears there when the lines go elsewhere.
    equal "$(TERM=xterm timeout 20 script -qec "${program[*]} abc | head -n 1" /dev/null)" $'abc\r'
  }
  each_of "$(accepting file)" show_lines
}
