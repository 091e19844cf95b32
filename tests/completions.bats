#!/usr/bin/env bats
# The completions for bash, fish and zsh offer what yes accepts.

load helpers
export root
type_into=$root/tests/support/type-into

# Each of these functions types keys into a shell and prints what the terminal shows: type_into_SHELL KEYS...
type_into_bash() {
  printf '%s\n' '. "$root/share/bash-completion/completions/yes"' 'head() { echo mine; }' \
    "IFS=: PS1='~'" > bashrc
  patiently "$type_into" 'INPUTRC=/dev/null bash --rcfile bashrc' "$@"
}

# The first shell searches all functions of zsh and saves the result for the other shells.
type_into_zsh() {
  printf '%s\n' 'head() { echo mine; }' 'fpath=("$root/share/zsh/site-functions" $fpath)' \
    'autoload -U compinit' 'compinit -u -d "$TMPDIR/found"' 'LISTMAX=99' 'COLUMNS=200' \
    "zstyle ':completion:*' list-grouped no" "PS1='~'" > .zshrc
  patiently "$type_into" 'ZDOTDIR=. zsh -d' "$@"
}

# fish may show a line several times, so each line gets a shell of its own.
type_into_fish() {
  local keys
  printf '%s\n' 'source $root/share/fish/vendor_completions.d/yes.fish' 'function fish_greeting; end' \
    "function fish_prompt; echo -n '~'; end" > fishrc
  for keys; do patiently "$type_into" "fish --no-config --init-command 'source fishrc'" "$keys"; done
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

@test "a tab completes options and strategies in bash, fish and zsh" {
  # Another yes may repeat the option forever.
  install -D /dev/stdin other/yes <<< $'#!/bin/sh\nwhile echo "$*"; do :; done'
  for shell in bash fish zsh; do
    run "type_into_$shell" $'yes --st\tvmsp\tx' $'~/bin/yes --strategy=streamw\tx' $'yes --strategy pri\tx'
    # fish adds a space to the name of the option, and the others add an equals sign.
    assert_line --regexp 'yes --strategy[= ]vmsplice x$'
    assert_line --partial '/bin/yes --strategy=streamwriter x'
    assert_line --partial 'yes --strategy printfn x'
    PATH=$PWD/other:$PATH run "type_into_$shell" $'yes --strategy sp\tx'
    assert_line --partial 'yes --strategy spx'
  done
}
