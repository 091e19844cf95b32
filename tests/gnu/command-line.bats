#!/usr/bin/env bats
# The command line, as GNU yes reads it.

load ../helpers

# Prints the first lines of the output of yes: first_lines N ARGUMENT...
first_lines() {
  local count=$1
  shift
  yes "$@" | head -n "$count"
}

@test "without operands the line is y" {
  equal "$(first_lines 3)" $'y\ny\ny'
}

@test "operands are joined with spaces" {
  equal "$(first_lines 2 a b)" $'a b\na b'
  equal "$(first_lines 1 'a b' '' c)" 'a b  c'
}

@test "an empty operand makes an empty line" {
  equal "$(first_lines 3 '' | od -An -c | tr -d ' ')" '\n\n\n'
  equal "$(first_lines 1 '' '' | od -An -c)" '      \n'
}

@test "an argument after -- is an operand" {
  equal "$(first_lines 1 -- -x)" '-x'
  equal "$(first_lines 1 -- --help)" '--help'
  equal "$(first_lines 1 -- --)" '--'
  equal "$(first_lines 1 -- a -- b)" 'a -- b'
}

@test "the first -- is not part of the line, at any place" {
  equal "$(first_lines 1 a -- b)" 'a b'
  equal "$(first_lines 1 a --)" 'a'
  equal "$(first_lines 1 --)" 'y'
}

@test "a lone dash is an operand" {
  equal "$(first_lines 1 -)" '-'
  equal "$(first_lines 1 - a -)" '- a -'
}

@test "directives, response files and options of other programs are operands" {
  equal "$(first_lines 1 '[suggest]')" '[suggest]'
  equal "$(first_lines 1 '[suggest:3]' a)" '[suggest:3] a'
  equal "$(first_lines 1 @file)" '@file'
  equal "$(first_lines 1 '/?')" '/?'
  equal "$(first_lines 1 /h)" '/h'
  equal "$(first_lines 1 a:b c=d)" 'a:b c=d'
}

@test "options are recognised after operands" {
  [[ $(yes a --version) == 'yes ('* ]]
  [[ $(yes a b --help) == 'Usage: yes '* ]]
}

@test "POSIXLY_CORRECT, even if empty, ends the options at the first operand" {
  export POSIXLY_CORRECT=
  equal "$(first_lines 1 a --help)" 'a --help'
  equal "$(first_lines 1 a -- b)" 'a -- b'
  equal "$(first_lines 1 -- a)" 'a'
  equal "$(first_lines 1 - --help)" '- --help'
  [[ $(yes --version a) == 'yes ('* ]]
}

@test "options may be abbreviated" {
  [[ $(yes --vers) == 'yes ('* ]]
  [[ $(yes --v) == 'yes ('* ]]
  [[ $(yes --he) == 'Usage: yes '* ]]
}

@test "--help and --version act before later arguments are read" {
  [[ $(yes --version --help --foo) == 'yes ('* ]]
  [[ $(yes --help -x) == 'Usage: yes '* ]]
  fails_with "yes: unrecognized option '--foo'" --foo --help
}

@test "there are no short options" {
  fails_with "yes: invalid option -- 'x'" -x
  fails_with "yes: invalid option -- 'h'" -h
  fails_with "yes: invalid option -- 'h'" -hv
  fails_with "yes: invalid option -- '?'" '-?'
  fails_with "yes: invalid option -- 'x'" a -x
  fails_with "yes: invalid option -- '''" "-'"
}

@test "the byte of an invalid option comes out as it went in" {
  run -1 bash -c 'yes "$1" 2>&1 | od -An -c | tr -d " \n"; exit "${PIPESTATUS[0]}"' bash $'-\xe9'
  [[ $output == "yes:invalidoption--'351'\\n"* ]]
}

@test "the error for an unknown option shows the whole argument" {
  fails_with "yes: unrecognized option '--foo'" --foo
  fails_with "yes: unrecognized option '--foo=bar'" --foo=bar
  fails_with "yes: unrecognized option '--helpx'" --helpx
  fails_with "yes: unrecognized option '---'" ---
  fails_with "yes: unrecognized option '--foo'" a --foo
}

@test "an option that takes no argument refuses one" {
  fails_with "yes: option '--help' doesn't allow an argument" --help=x
  fails_with "yes: option '--version' doesn't allow an argument" --vers=
}

@test "bytes that are not UTF-8 come out as they went in" {
  equal "$(first_lines 1 $'\xff\xfe' $'\xe9' | od -An -tx1)" ' ff fe 20 e9 0a'
}

@test "every byte that an argument can hold comes out" {
  local escapes bytes
  printf -v escapes '\\0%03o' {1..255}
  printf -v bytes '%b' "$escapes"
  cmp <(printf '%s\n' "$bytes") <(yes -- "$bytes" | head -c 256)
}

@test "4,000 operands come out" {
  mapfile -t operands < <(seq 4000)
  equal "$(first_lines 1 "${operands[@]}" | md5sum)" "$(echo "${operands[@]}" | md5sum)"
}

@test "1.9 MB of operands come out" {
  # shellcheck disable=SC2046 # Operands of 100 KB without a blank.
  set -- $(head -c 1900000 /dev/zero | tr '\0' 'z' | fold -w 100000)
  equal "$#" 19
  equal "$(first_lines 2 "$@" | md5sum)" "$(printf '%s\n%s\n' "$*" "$*" | md5sum)"
}
