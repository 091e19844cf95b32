#!/usr/bin/env bats
# The completions for bash, fish and zsh offer what yes accepts.

load helpers
export root

# Types each of the KEYS into an interactive shell and prints what the terminal shows:
#   type_into COMMAND KEYS...
type_into() {
  TERM=dumb patiently "$root/tests/support/type-into" "$@" | col -bx
}

type_into_bash() {
  printf '%s\n' '. "$root/share/bash-completion/completions/yes"' 'head() { echo mine; }' \
    "IFS=: PS1='~'" '_sudo() { _yes yes "${COMP_WORDS[COMP_CWORD]}"; }' 'complete -F _sudo sudo' > bashrc
  type_into 'INPUTRC=/dev/null bash --rcfile bashrc' "$@"
}

# The first shell searches all functions of zsh and saves the result for the other shells.
type_into_zsh() {
  printf '%s\n' 'head() { echo mine; }' 'fpath=("$root/share/zsh/site-functions" $fpath)' \
    'autoload -U compinit' 'compinit -u -d "$TMPDIR/found"' 'LISTMAX=99' 'COLUMNS=200' \
    "zstyle ':completion:*' list-grouped no" "PS1='~'" > .zshrc
  type_into 'ZDOTDIR=. zsh -d' "$@"
}

# Prints the completions that fish offers for each line: complete_in_fish LINE...
complete_in_fish() {
  patiently fish --no-config -c '
    source $root/share/fish/vendor_completions.d/yes.fish
    function head; echo mine; end
    for line in $argv; complete -C $line; end' "$@"
}

# Prints the items in a section of the man page, with a tab after each name: print_manual SECTION
print_manual() {
  sed 's/\\-/-/g' "$root/share/man/man1/yes.1" | sed "1,/^\.SH $1/d; /^\.SH/,\$d" | awk '
    /^\.TP/ {
      getline name
      getline text
      gsub(/^\.BI? |=.*/, "", name)
      print name "\t" substr(text, 1, length(text) - 1)
    }'
}

@test "--help, the manual and the completions list the same options" {
  options=$(patiently yes --help | sed -nE 's/ \([^)]*\)//; s/^  (--[a-z-]+)\S* +/\1\t/p' | sort)
  strategies=$(sed -E 's/ +(- +)?/\t/' <<< "$strategy_list" | sort)
  # In the man page, the descriptions of options begin with a capital letter.
  assert_equal "$(print_manual OPTIONS | sed -E 's/\t./\L&/; s/ \(.*//' | sort)" "$options"
  assert_equal "$(print_manual STRATEGIES | sed -E 's/\t(\S+): /\t\1  /' | sort)" "$strategies"
  # The shells offer options for the first line and strategies for the other two.
  expected=$(sort <<< "$options"$'\n'"$strategies"$'\n'"$strategies")
  lines=('yes --' 'yes --strategy ' 'yes --strategy=')
  assert_equal "$(complete_in_fish "${lines[@]}" | sed 's/^--strategy=//' | sort)" "$expected"
  assert_equal "$(type_into_zsh "${lines[@]/%/$'\t\t'}" | sed -nE 's/^(\S+) +-- /\1\t/p' | sort)" "$expected"
  assert_equal "$(type_into_bash "${lines[@]/%/$'\t\t'}" | grep -v 'yes ' | grep -oE '[a-z0-9-]+' | sort)" \
    "$(cut -f 1 <<< "$expected")"
}

@test "the shells offer no strategies for another program called yes" {
  mkdir 1 2
  printf '#!/bin/sh\nwhile echo "$*"; do :; done\n' > 1/yes
  printf '#!/bin/sh\necho "unrecognized option" >&2\nexit 1\n' > 2/yes
  chmod +x [12]/yes
  for number in 1 2; do
    assert_equal "$(PATH=$PWD/$number:$PATH complete_in_fish 'yes --strategy sp')" ''
  done
  for shell in bash zsh; do
    run "type_into_$shell" $'1/yes --strategy sp\t\tx' $'2/yes --strategy sp\t\tx'
    assert_output --partial '1/yes --strategy spx'
    assert_output --partial '2/yes --strategy spx'
  done
}

@test "the shells complete words as yes reads them" {
  # The shells under test expand the tilde. Each test has its own home directory.
  # shellcheck disable=SC2088
  program='~/bin/yes'
  touch 'one file' zzz
  # The shells offer nothing for the last two lines.
  run complete_in_fish "$program --strategy=vmsplic" 'yes -- zz' 'yes -- --' 'yes --strategy zz'
  assert_equal "$(cut -f 1 <<< "$output" | xargs)" '--strategy=vmsplice zzz'
  for shell in bash zsh; do
    run "type_into_$shell" "$program --strateg"$'\tvmsplic\tx' $'yes --debug --strategy streamw\tx' \
      $'sudo yes --strategy=\tvmsp\tx' $'yes on\t' $'yes -- --\t\t' $'yes --strategy zz\t\t'
    # The shells add a space after a completed word, unless the word is an option that needs a value.
    assert_output --partial "$program --strategy=vmsplice x"
    assert_output --partial 'yes --debug --strategy streamwriter x'
    assert_output --partial 'sudo yes --strategy=vmsplice x'
    assert_output --partial 'yes one\ file'
    refute_output --regexp 'strategies|zzz'
  done
}
