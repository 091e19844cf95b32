#!/usr/bin/env bats
# The options that GNU yes lacks, by the rules of getopt_long(3).

load ../helpers

# Prints the list of strategies as an error shows it.
valid_arguments() {
  printf 'Valid arguments are:'
  # shellcheck disable=SC2046 # A word each.
  printf "\n  - '%s'" $(strategies)
}

# Checks the message about an argument of --strategy: invalid MESSAGE ARGUMENT...
invalid() {
  fails_with "yes: $1 for '--strategy'"$'\n'"$(valid_arguments)" "${@:2}"
}

@test "--strategy takes a name or its beginning, with an equals sign or as the next argument" {
  local words
  for words in --strategy=vmsplice '--strat v'; do
    # shellcheck disable=SC2086 # Words.
    like "$(yes a $words b --debug 2>&1 | head -n 1)" 'yes: using vmsplice *'
    # shellcheck disable=SC2086
    equal "$(yes a $words b | head -n 1)" 'a b'
  done
}

@test "the last of several --strategy wins, and the others have to be right" {
  like "$(yes --strategy=printfn --strategy=span --debug 2>&1 | head -n 1)" 'yes: using span *'
  invalid "invalid argument 'nope'" --strategy=nope --strategy=span
}

@test "the error for an unknown strategy lists the strategies" {
  invalid "invalid argument 'nope'" --strategy nope
  invalid "ambiguous argument 's'" --strategy s
  invalid "ambiguous argument ''" --strategy=
  invalid "invalid argument '--'" --strategy -- span
}

@test "the quotes are ASCII in every locale, and the argument between them stays on one line" {
  LC_ALL=C.UTF-8 invalid "invalid argument '\\a\\nb\\'\\351\\\\~\\177\\037 '" \
    --strategy $'\a\nb\'\xe9\\~\x7f\x1f '
}

@test "the first mistake is reported" {
  invalid "invalid argument 'nope'" --strategy=nope --foo
  fails_with "yes: unrecognized option '--foo'" --foo --strategy=nope
  invalid "invalid argument 'nope'" --strategy=nope --help
  fails_with "yes: option '--strategy' requires an argument" a --strat
}

@test "--list-strategies prints name, language, summary and the default, a line each" {
  run -0 yes --list-strategies
  equal "$(grep -c '(default)$' <<< "$output")" 1
  no_match 'not available' <<< "$output"
  local line
  for line in "${lines[@]}"; do
    [[ $line =~ ^[a-z0-9]+\ +(F#|C#|-)\ +[A-Za-z0-9].{10,}$ ]] || { echo "not a strategy: $line"; return 1; }
  done
  # To a terminal as well.
  equal "$(script -qec 'yes --list-strategies' /dev/null | tr -d '\r')" "$output"
}

@test "--help shows usage, options in two columns, every strategy and examples, in 80 columns" {
  local word column
  run -0 --separate-stderr yes --help
  for word in 'Usage: yes [OPTION]... [STRING]...' Options: Strategies: Examples: \
    --strategy --list-strategies --help --version; do
    [[ $output == *"$word"* ]] || { echo "missing: $word"; return 1; }
  done
  while read -r word; do
    [[ $output == *"$word"* ]] || { echo "missing: $word"; return 1; }
  done < <(yes --list-strategies)
  # No line is wider than a terminal, and the descriptions of a list begin in one column, two blanks from the
  # longest option.
  equal "$(grep -E '.{81}' <<< "$output")" ''
  equal "$(awk '/^[A-Z].*:$/ { list = $1 } match($0, /^  .*[^ ]  +/) { print list, RLENGTH }' <<< "$output" |
    sort -u | cut -d ' ' -f 1 | paste -s -d ' ')" 'Examples: Options: Strategies:'
  column=$(grep -oE '^  --[^ ]+ {2,}' <<< "$output" | awk '{ print length }' | sort -u)
  equal "$column" "$(grep -oE '^  --[^ ]+' <<< "$output" | awk '{ print length + 2 }' | sort -n | tail -n 1)"
}

@test "every option that help and manual name exists, and every example runs" {
  local example status
  yes --help > help
  # Roff as text: \- is a hyphen.
  sed 's/\\-/-/g' "$root/docs/yes.1.in" > manual
  grep -oE '^  --[a-z-]+' help | tr -d ' ' > options
  no_match -vxFf options <(grep -ohE -- '--[a-z][a-z-]*' help manual)
  mkdir directory
  {
    sed -nE '1,/^Examples:/d; s/^  (yes.*[^ ])  +.*/\1/p' help
    sed -nE '1,/^\.SH EXAMPLES/d; s/^\.B (yes.*)/\1/p' manual
  } > examples
  holds "$(wc -l < examples) >= 8"
  while read -r example; do
    timeout 0.5 bash -c "set -o pipefail; $example" 2> errors < /dev/null | head -c 10000 > /dev/null
    status=${PIPESTATUS[0]}
    echo "$example: status $status, $(head -c 1000 errors)"
    # Of the writer, whose reader goes, or of the time that has passed.
    like "$status" '@(0|124|141)'
    no_match '^yes: [^u]' errors
  done < examples
  [[ ! -e directory ]]
}
