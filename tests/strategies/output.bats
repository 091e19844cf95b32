#!/usr/bin/env bats
# The output of every strategy is that of GNU yes, to the byte.

load ../helpers

# Prints how many bytes are compared: writing a MiB of short lines, line by line, takes seconds.
size() {
  case $strategy in
    printfn | console) echo 20000 ;;
    *) echo 3000001 ;;
  esac
}

# Compares the output for these operands with that of GNU yes: same_as_gnu OPERAND...
same_as_gnu() {
  local bytes
  bytes=$(size)
  # Three long lines at least.
  ((bytes > 3 * ${#1})) || bytes=$((3 * ${#1} + 3))
  cmp <(timeout 60 yes --strategy "$strategy" -- "$@" | head -c "$bytes") \
    <(gnu_yes -- "$@" | head -c "$bytes")
}

@test "the default line" {
  default_line() {
    cmp <(timeout 60 yes --strategy "$strategy" | head -c "$(size)") <(gnu_yes | head -c "$(size)")
  }
  each_strategy default_line
}

@test "several operands" {
  each_strategy same_as_gnu a 'b c' '' d
}

@test "the empty line" {
  each_strategy same_as_gnu ''
}

@test "text beyond ASCII, and no byte order mark" {
  each_strategy same_as_gnu 'äöü 是 🙂'
}

@test "bytes that are not UTF-8" {
  each_strategy same_as_gnu $'\xff\xfe\x80' $'\xe9t\xe9' $'\xc3'
}

@test "half a surrogate and overlong forms" {
  each_strategy same_as_gnu $'\xed\xa0\x80' $'\xc0\xaf'
}

@test "carriage returns, tabs and escapes" {
  each_strategy same_as_gnu $'a\r' $'\t\e[1m\a'
}

@test "a line that holds newlines" {
  each_strategy same_as_gnu $'a\n\nb\n'
}

@test "formats and braces are text" {
  each_strategy same_as_gnu '%s %d {0} {{}} \n'
}

@test "lines of 1 to 5 bytes" {
  local length
  for length in 1 2 3 4; do
    each_strategy same_as_gnu "$(operand "$length")"
  done
}

@test "lines around 4096 bytes" {
  local length
  for length in 4094 4095 4096; do
    each_strategy same_as_gnu "$(operand "$length")"
  done
}

@test "lines around 8192 bytes" {
  local length
  for length in 8190 8191 8192; do
    each_strategy same_as_gnu "$(operand "$length")"
  done
}

@test "lines around 16384 bytes" {
  local length
  for length in 16382 16383 16384; do
    each_strategy same_as_gnu "$(operand "$length")"
  done
}

@test "a line of 100 KB" {
  each_strategy same_as_gnu "$(operand 100000)"
}

@test "a line of 1.9 MB in 19 operands" {
  # shellcheck disable=SC2046 # Operands without a blank.
  set -- $(operand 1900000 | fold -w 100000)
  long_line() {
    cmp <(timeout 60 yes --strategy "$strategy" "$@" | head -c 4000000) <(gnu_yes "$@" | head -c 4000000)
  }
  each_strategy long_line "$@"
}

@test "4,000 operands" {
  mapfile -t operands < <(seq 4000)
  each_strategy same_as_gnu "${operands[@]}"
}
