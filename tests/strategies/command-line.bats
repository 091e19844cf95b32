#!/usr/bin/env bats
# The options that GNU yes lacks, by the rules of getopt_long(3).

load ../helpers

# Prints the list of strategies as an error shows it.
valid_arguments() {
  printf 'Valid arguments are:'
  # shellcheck disable=SC2046 # A word each.
  printf "\n  - '%s'" $(strategies)
}

@test "--strategy takes its argument with an equals sign or as the next one" {
  equal "$(yes --strategy=span x | head -n 1)" x
  equal "$(yes --strategy span x | head -n 1)" x
  equal "$(yes a --strategy span b | head -n 1)" 'a b'
}

@test "--strategy and its argument may be abbreviated" {
  equal "$(yes --strat span x | head -n 1)" x
  equal "$(yes --s=span x | head -n 1)" x
  equal "$(yes --strategy=sp x | head -n 1)" x
}

@test "the last of several --strategy wins, and the others have to be right" {
  equal "$(yes --strategy=printfn --strategy=span x | head -n 1)" x
  fails_with "yes: invalid argument 'nope' for '--strategy'"$'\n'"$(valid_arguments)" \
    --strategy=nope --strategy=span
}

@test "with several --strategy it is the last that runs" {
  # printfn writes a line at a time, native a buffer.
  (($(yes --strategy=printfn --strategy=native | dd bs=64K count=1 status=none | wc -c) > 1000))
}

@test "POSIXLY_CORRECT makes an option after an operand an operand" {
  equal "$(POSIXLY_CORRECT=1 yes a --strategy span b | head -n 1)" 'a --strategy span b'
  equal "$(POSIXLY_CORRECT=1 yes --strategy span b | head -n 1)" 'b'
}

@test "the error for an unknown strategy lists the strategies" {
  fails_with "yes: invalid argument 'nope' for '--strategy'"$'\n'"$(valid_arguments)" --strategy nope
  fails_with "yes: ambiguous argument 's' for '--strategy'"$'\n'"$(valid_arguments)" --strategy s
  fails_with "yes: ambiguous argument '' for '--strategy'"$'\n'"$(valid_arguments)" --strategy=
  fails_with "yes: ambiguous argument '' for '--strategy'"$'\n'"$(valid_arguments)" --strategy ''
  fails_with "yes: invalid argument '--' for '--strategy'"$'\n'"$(valid_arguments)" --strategy -- span
}

@test "the quotes are ASCII in every locale, and the argument between them stays on one line" {
  export LC_ALL=C.UTF-8
  fails_with "yes: invalid argument 'a\\nb\\'\\351\\\\' for '--strategy'"$'\n'"$(valid_arguments)" \
    --strategy $'a\nb\'\xe9\\'
}

@test "--strategy needs an argument" {
  fails_with "yes: option '--strategy' requires an argument" --strategy
  fails_with "yes: option '--strategy' requires an argument" a --strat
}

@test "the error for an ambiguous option lists the options" {
  run -1 yes --=x
  equal "${lines[0]}" "yes: option '--=x' is ambiguous; possibilities: $(
    yes --help | grep -oE '^  +--[a-z-]+' | sed "s/ *\(.*\)/'\1'/" | paste -sd ' ' -
  )"
}

@test "the first mistake is reported" {
  fails_with "yes: invalid argument 'nope' for '--strategy'"$'\n'"$(valid_arguments)" --strategy=nope --foo
  fails_with "yes: unrecognized option '--foo'" --foo --strategy=nope
  fails_with "yes: invalid argument 'nope' for '--strategy'"$'\n'"$(valid_arguments)" --strategy=nope --help
  [[ $(yes --help --strategy=nope) == 'Usage: yes '* ]]
}

@test "--list-strategies prints name, language, summary and the default, a line each" {
  run -0 yes --list-strategies
  equal "$(grep -c '(default)$' <<< "$output")" 1
  local line
  for line in "${lines[@]}"; do
    [[ $line =~ ^[a-z]+\ +(F#|C#|-)\ +[A-Za-z0-9].{10,}$ ]] || { echo "not a strategy: $line"; return 1; }
  done
}

@test "--list-strategies prints the same to a terminal" {
  equal "$(script -qec 'yes --list-strategies' /dev/null | tr -d '\r')" "$(yes --list-strategies)"
}

@test "--help shows usage, options, every strategy and examples" {
  run -0 --separate-stderr yes --help
  local word
  for word in 'Usage: yes [OPTION]... [STRING]...' Options: Strategies: Examples: \
    --strategy --list-strategies --help --version; do
    [[ $output == *"$word"* ]] || { echo "missing: $word"; return 1; }
  done
  local line
  while read -r line; do
    [[ $output == *"$line"* ]] || { echo "missing: $line"; return 1; }
  done < <(yes --list-strategies)
  # No line is wider than a terminal.
  equal "$(grep -E '.{81}' <<< "$output")" ''
}
