#!/usr/bin/env bats
# Tests of the completions in the shells themselves.

load helpers

setup_completions() {
  cp "$root"/completions/* .
}

# Types keys into an interactive shell and prints what its terminal shows then:
#   type_into KEYS COMMAND
type_into() {
  TERM=dumb patiently "$root/tests/support/type-into" "$@" | col -bx
}

type_into_bash() {
  printf '%s\n' '. ./yes.bash' "IFS=: PS1='~'" > bashrc
  type_into "$1" 'INPUTRC=/dev/null bash --rcfile bashrc'
}

type_into_zsh() {
  printf '%s\n' 'fpath=($PWD $fpath)' 'autoload -U compinit' 'compinit -u -D' 'LISTMAX=99' \
    'COLUMNS=200' "zstyle ':completion:*' list-grouped no" "PS1='~'" > .zshrc
  type_into "$1" 'ZDOTDIR=. zsh -d'
}

complete_in_fish() {
  patiently fish --no-config -c "source yes.fish; complete -C '$1'"
}

# Prints the name and the description of each item in a section of the man page, separated
# by a tab: print_manual SECTION
print_manual() {
  "$root/tools/man-page" "$YES" 1.0 | sed 's/\\-/-/g' | sed "1,/^\.SH $1/d; /^\.SH/,\$d" | awk '
    /^\.TP/ {
      getline name
      getline text
      gsub(/^\.BI? |=.*/, "", name)
      print name "\t" substr(text, 1, length(text) - 1)
    }'
}

# Checks that for LINE, fish and zsh offer the lines in EXPECTED, each a name, a tab and a
# description, and that bash offers the names: assert_offered LINE EXPECTED
assert_offered() {
  assert_equal "$(complete_in_fish "$1" | sed 's/^--strategy=//' | sort)" "$2"
  assert_equal "$(type_into_zsh "$1"$'\t\t' | sed -nE 's/^(\S+) +-- /\1\t/p' | sort)" "$2"
  run type_into_bash "$1"$'\t\t'
  assert_equal "$(sed '1d; $d' <<< "$output" | grep -oE '[a-z0-9-]+' | sort)" "$(cut -f 1 <<< "$2")"
}

@test "--help, the man page and the completions of three shells describe the same options and strategies" {
  setup_completions
  options=$(yes --help | sed -nE 's/ \([^)]*\)//; s/^  (--[a-z-]+)\S* +/\1\t/p' | sort)
  strategies=$(yes --list-strategies | sed -E 's/ +(- +)?/\t/' | sort)
  assert_offered 'yes --' "$options"
  assert_offered 'yes --strategy ' "$strategies"
  assert_offered 'yes --strategy=' "$strategies"
  # In the man page, each description of an option is a sentence.
  assert_equal "$(print_manual OPTIONS | sed -E 's/\t./\L&/; s/ \(.*//' | sort)" "$options"
  assert_equal "$(print_manual STRATEGIES | sed -E 's/\t(\S+): /\t\1  /' | sort)" "$strategies"
}

@test "the shells offer no strategies if another yes repeats its arguments or rejects the option" {
  setup_completions
  for other in 'while echo "$*"; do :; done' 'echo "unrecognized option" >&2; exit 1'; do
    rm -f bin/yes
    make_programs bin/yes "$other"
    assert_equal "$(complete_in_fish 'yes --strategy sp')" ''
    for shell in bash zsh; do
      run "type_into_$shell" $'yes --strategy sp\t\tx'
      assert_output --regexp 'yes --strategy spx'
    done
  done
}

@test "the shells complete a unique prefix and add a space unless a value follows" {
  setup_completions
  assert_equal "$(complete_in_fish 'yes --strategy=vm' | cut -f 1)" --strategy=vmsplice
  for shell in bash zsh; do
    run "type_into_$shell" $'yes --strateg\tv\tx'
    assert_output --partial 'yes --strategy=vmsplice x'
    run "type_into_$shell" $'yes --debug --strategy te\tx'
    assert_output --partial 'yes --debug --strategy tee x'
  done
}

@test "the shells offer files as operands, but not as strategies, and no options after --" {
  setup_completions
  touch 'one file' other
  assert_equal "$(complete_in_fish 'yes -- ot')" other
  assert_equal "$(complete_in_fish 'yes -- --')" ''
  run complete_in_fish 'yes --strategy ot'
  refute_output --partial other
  for shell in bash zsh; do
    run "type_into_$shell" $'yes on\t'
    assert_output --partial 'yes one\ file'
    run "type_into_$shell" $'yes -- --\t\t'
    refute_output --partial strategies
    run "type_into_$shell" $'yes --strategy ot\t\t'
    refute_output --partial other
  done
}

@test "the completions leave no variables in the shell" {
  setup_completions
  type_into_bash $'compgen -v > before\ryes --strategy=v\t\025compgen -v > after\r'
  # New variables of the shells themselves are uppercase.
  assert_equal "$(comm -13 <(sort before) <(sort after) | grep '[a-z]')" ''
  # shellcheck disable=SC2016 # zsh expands the expression.
  local variables='print -l ${(k)parameters}'
  type_into_zsh "$variables > before"$'\ryes --strategy=v\t\025'"$variables > after"$'\r'
  assert_equal "$(comm -13 <(sort before) <(sort after) | grep '[a-z]')" ''
}
