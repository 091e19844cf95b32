#!/usr/bin/env bats
# The output of every strategy is that of GNU yes, to the byte.

load ../helpers

# Compares the output for these operands with that of GNU yes: same_as_gnu OPERAND...
same_as_gnu() {
  local bytes=3000001 line="$*"
  # Writing a MiB of short lines, line by line, takes seconds.
  [[ $strategy != @(printfn|console) ]] || bytes=20000
  # Three long lines at least.
  ((bytes > 3 * ${#line})) || bytes=$((3 * ${#line} + 3))
  cmp <(timeout 60 "${program[@]}" ${1+-- "$@"} | head -c "$bytes") <(gnu_yes ${1+-- "$@"} | head -c "$bytes")
}

@test "the default line, several operands, the empty line, and closed neighbours of standard output" {
  each_strategy same_as_gnu
  each_strategy same_as_gnu a 'b c' '' d <&- 2>&-
  each_strategy same_as_gnu ''
}

@test "text beyond ASCII, without a byte order mark, formats, braces and newlines" {
  each_strategy same_as_gnu 'äöü 是 🙂'
  each_strategy same_as_gnu $'%s %d {0} {{}} \\n\n\na\r\nb\n'
}

@test "every byte, and bytes that are not UTF-8: half a surrogate, overlong and cut forms" {
  local escapes bytes
  printf -v escapes '\\0%03o' {1..255}
  printf -v bytes '%b' "$escapes"
  each_strategy same_as_gnu "$bytes"
  each_strategy same_as_gnu $'\xff\xfe\x80' $'\xed\xa0\x80' $'\xc0\xaf' $'\xe9t\xe9' $'\xc3'
}

@test "lines of 2 to 5 bytes, and around the sizes of buffers" {
  local length
  for length in 1 2 3 4 1999 409{4,5,6} 819{0,1,2} 1638{2,3,4} 100000; do
    each_strategy same_as_gnu "$(operand "$length")"
  done
}

@test "4,000 operands, and 1.9 MB in 19" {
  mapfile -t operands < <(seq 4000)
  each_strategy same_as_gnu "${operands[@]}"
  make_operands 1900000
  each_strategy same_as_gnu "${operands[@]}"
}
