#!/usr/bin/env bats
# The completions in the shells themselves: what they offer is what the program lists.

load ../helpers
all='bash zsh fish'

# What the terminal shows while these keys and two TABs are typed, and backspaces done: shown SHELL KEYS
# fish prints what it offers for the line, each with a tab and its description. The files before and after get
# the names of the shell's variables and functions.
shown() {
  local start setup names screen file=yes.$1
  [[ $1 != zsh ]] || file=_yes
  "$root/tools/completion" yes "$root/completions/$file.in" > "$file" || return
  case $1 in
    bash) start='bash --rcfile .zshrc' setup='. ./yes.bash' names='compgen -A variable -A function' ;;
    zsh)
      start='ZDOTDIR=. zsh -d' names='print -l ${(k)parameters} ${(k)functions}'
      setup='fpath=($PWD $fpath); autoload -U compinit; compinit -u -D; LISTMAX=99; COLUMNS=200'
      # Each on its line, also if another has the same description.
      setup+="; zstyle ':completion:*' list-grouped no"
      ;;
    fish)
      names='begin; set --names; functions --names --all; end'
      timeout 60 fish --no-config -c "$names > before; source yes.fish; complete -C '$2'; $names > after"
      return
      ;;
  esac
  # The prompt is a tilde, and an at sign is shown once the shell is done with the TABs.
  printf '%s\n' "$setup; $names > before; trap '$names > after' EXIT; PS1='~'" > .zshrc
  coproc terminal { TERM=dumb exec timeout 60 script -qc "$start" /dev/null; }
  read -r -d '~' -u "${terminal[0]}"
  printf '%s\t\t@' "$2" >&"${terminal[1]}"
  IFS= read -r -d @ -u "${terminal[0]}" screen
  printf '\025\004' >&"${terminal[1]}"
  while [[ $screen == *[^$'\b']$'\b'* ]]; do screen=${screen/[^$'\b']$'\b'}; done
  printf '%s\n' "$screen"
  wait "$terminal_PID"
}

# Checks that what these shells show is like a pattern, and that a completion leaves nothing in the shell but
# functions of its own: show 'SHELL...' KEYS PATTERN
show() {
  local shell
  for shell in $1; do
    run -0 shown "$shell" "$2"
    like "$output" "$3"
    # The shells set variables by themselves.
    no_match -vE '^(_yes.*|BASH_REMATCH|COLUMNS|HIST(FILE)?SIZE|LINES|PIPESTATUS)$' \
      <(comm -13 <(sort before) <(sort after))
  done
}

# Checks that the shells offer what the lines name, and nothing else, bash without descriptions:
#   offer KEYS LINES
offer() {
  local expected
  expected=$(sort <<< "$2")
  equal "$(shown fish "$1" | sed 's/^--strategy=//')" "$expected"
  equal "$(shown zsh "$1" | sed -nE 's/ +-- (.*\S) *\r*$/\t\1/; /\t/p')" "$expected"
  equal "$(shown bash "$1" | sed '1d; $d' | grep -oE '[a-z0-9-]+' | sort)" "$(cut -f 1 <<< "$expected")"
}

@test "every option and every strategy is offered, whatever the descriptions hold" {
  local program options strategies
  cat > odd << 'END'
#!/bin/sh
"$YES" "$@" | sed 's/[a-z)]$/& [it'"'"'s]: "\\\\c" $PWD `e` %s \& x/'
END
  chmod +x odd
  for program in "$YES" "$PWD/odd"; do
    ln -sf "$program" bin/yes
    options=$(yes --help | sed -nE 's/ \(listed below\)//; s/^  (--[a-z-]+)\S* +/\1\t/p')
    strategies=$(yes --list-strategies | sed -E 's/ +(- +)?/\t/')
    offer 'yes --' "$options"
    offer 'yes --strategy ' "$strategies"
    offer 'yes --strategy=' "$strategies"
  done
}

@test "an unambiguous beginning is completed, with a space after it unless a value follows" {
  show "$all" 'yes --strategy=v' '*--strategy=vmsplice*'
  show 'bash zsh' $'yes --strateg\tv\tx' '*yes --strategy=vmsplice x*'
  show 'bash zsh' $'yes --debug --strategy te\tx' '*yes --debug --strategy tee x*'
  show 'bash zsh' $'yes --l\tx' '*yes --list-strategies x*'
  show bash $'\025COMP_WORDBREAKS=${COMP_WORDBREAKS//=}\ryes --strategy=v\tx' '*yes --strategy=vmsplice x*'
}

@test "operands are completed as names of files, and nothing else is offered after --" {
  touch 'one file' other
  show 'bash zsh' 'yes on' '*yes one\\ file*'
  show "$all" 'yes ot' '*other*'
  show "$all" 'yes -- ot' '*other*'
  show "$all" 'yes -- --' '!(*strategies*)'
  show "$all" 'yes --strategy ot' '!(*other*)'
}
