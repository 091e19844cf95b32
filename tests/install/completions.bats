#!/usr/bin/env bats
# Tests of the completions in the shells themselves.

load helpers

# Makes the completions of the program `yes`.
setup_completions() {
  for file in yes.bash _yes yes.fish; do
    "$root/tools/completion" yes "$root/completions/$file.in" > "$file"
  done
}

# Types keys into an interactive shell and prints what its terminal shows then:
#   type_into KEYS COMMAND
type_into() {
  TERM=dumb patiently "$root/tests/support/type-into" "$@" | col -bx
}

type_into_bash() {
  printf '%s\n' '. ./yes.bash' "IFS=: PS1='~'" > bashrc
  type_into "$1" 'bash --rcfile bashrc'
}

type_into_zsh() {
  printf '%s\n' 'fpath=($PWD $fpath)' 'autoload -U compinit' 'compinit -u -D' 'LISTMAX=99' \
    'COLUMNS=200' "zstyle ':completion:*' list-grouped no" "PS1='~'" > .zshrc
  type_into "$1" 'ZDOTDIR=. zsh -d'
}

complete_in_fish() {
  patiently fish --no-config -c "source yes.fish; complete -C '$1'"
}

# Checks that for LINE, fish and zsh offer the lines in EXPECTED, each a name, a tab and a
# description, and that bash offers the names: assert_offered LINE EXPECTED
assert_offered() {
  assert_equal "$(complete_in_fish "$1" | sed 's/^--strategy=//' | sort)" "$2"
  assert_equal "$(type_into_zsh "$1"$'\t\t' | sed -nE 's/^(\S+) +-- /\1\t/p' | sort)" "$2"
  run type_into_bash "$1"$'\t\t'
  assert_equal "$(sed '1d; $d' <<< "$output" | grep -oE '[a-z0-9-]+' | sort)" "$(cut -f 1 <<< "$2")"
}

# The program in this test also has a second option with a value.
@test "the shells offer every option and every strategy, whatever characters the descriptions contain" {
  rm bin/yes
  cat > special.sed << 'END'
/^  --strategy=/a \  --count=N  stop after N lines (default: never)
s/$/ [it\x27s]: "\\\\c" $PWD `e` %s \& x/
END
  make_programs bin/yes "\"\$YES\" \"\$@\" | sed -f '$PWD/special.sed'"
  setup_completions
  options=$(yes --help | sed -nE 's/ \([^)]*\)//; s/^  (--[a-z-]+)\S* +/\1\t/p' | sort)
  strategies=$(yes --list-strategies | sed -E 's/ +(- +)?/\t/' | sort)
  assert_offered 'yes --' "$options"
  assert_offered 'yes --strategy ' "$strategies"
  assert_offered 'yes --strategy=' "$strategies"
  for shell in bash zsh; do
    run "type_into_$shell" $'yes --count \t\t'
    assert_output --partial 'yes --count'
    refute_output --partial span
  done
  assert_equal "$(complete_in_fish 'yes --count ')" ''
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
