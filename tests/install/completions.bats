#!/usr/bin/env bats
# The completions in the shells themselves: what they offer is what the program lists.

load ../helpers

setup_file() {
  export completions=${BATS_TEST_DIRNAME%/tests/*}/completions
}

# What the terminal shows while these keys and two TABs are typed, and backspaces done: shown SHELL KEYS
shown() {
  local start setup
  # shellcheck disable=SC2016 # For zsh to expand.
  case $1 in
    bash) start='bash --norc --noprofile -i' setup=". '$completions/yes.bash'" ;;
    zsh)
      start='zsh -f -i'
      setup="fpath=('$completions' "'$fpath); autoload -U compinit; compinit -D; LISTMAX=99'
      ;;
  esac
  TERM=dumb expect -f - "$start" "$setup; PS1='REA''DY> '" "$2" <<'EXPECT'
    set timeout 20
    lassign $argv start setup keys
    log_user 0
    spawn -noecho {*}$start
    send "$setup\r"
    expect timeout { puts "no prompt"; exit 1 } "READY> "
    send "$keys\t\tEND"
    expect timeout { puts "still busy"; exit 1 } "END"
    set screen $expect_out(buffer)
    while {[regsub -all "\[^\b]\b" $screen "" screen]} {}
    puts $screen
EXPECT
}

# Checks that the terminal shows each of the words: shows SHELL KEYS WORD...
shows() {
  local screen word
  screen=$(shown "$1" "$2") || { echo "$1: $screen"; return 1; }
  for word in "${@:3}"; do
    [[ $screen == *"$word"* ]] || { printf '%s: %q shows no %q: %q\n' "$1" "$2" "$word" "$screen"; return 1; }
  done
}

# What fish offers for a line, each with a tab and its description: described LINE
described() {
  timeout 30 fish --no-config -c "source '$completions/yes.fish'; complete -C '$1'"
}

# The same without descriptions: offered LINE
offered() {
  described "$1" | cut -f 1
}

# Checks that no shell offers a word of this kind, a pattern, or waits for an answer: none_offers PATTERN LINE
none_offers() {
  local shell screen
  for shell in bash zsh; do
    screen=$(shown "$shell" "$2") || { echo "$shell: $screen"; return 1; }
    # shellcheck disable=SC2053 # A pattern.
    [[ $screen != $1 ]] || { printf '%s: %q shows %q\n' "$shell" "$2" "$screen"; return 1; }
  done
  equal "$(offered "$2")" ''
}

options() {
  yes --help | grep -oE '^  --[a-z-]+' | tr -d ' ' | sort
}

@test "every strategy is offered after --strategy, and every option" {
  local strategies options shell
  mapfile -t strategies < <(strategies | sort)
  mapfile -t options < <(options)
  for shell in bash zsh; do
    shows "$shell" 'yes --strategy ' "${strategies[@]}"
    shows "$shell" 'yes --strategy=' "${strategies[@]}"
    shows "$shell" 'yes --' "${options[@]}"
  done
  equal "$(offered 'yes --strategy ')" "$(strategies | sort)"
  equal "$(offered 'yes --strategy=')" "$(strategies | sort | sed 's/^/--strategy=/')"
  equal "$(offered 'yes --')" "$(options)"
}

@test "an unambiguous beginning is completed, with a space after it unless a value follows" {
  local shell
  for shell in bash zsh; do
    shows "$shell" 'yes --strategy=sp' 'yes --strategy=span'
    shows "$shell" $'yes --strateg\tsp\tx' 'yes --strategy=span x'
    shows "$shell" $'yes --debug --strategy te\tx' 'yes --debug --strategy tee x'
    shows "$shell" $'yes --l\tx' 'yes --list-strategies x'
  done
  shows bash $'\025COMP_WORDBREAKS=${COMP_WORDBREAKS//=}\ryes --strategy=sp\tx' 'yes --strategy=span x'
  equal "$(offered 'yes --strategy=sp')" '--strategy=span'
}

@test "fish and zsh describe what they offer" {
  local tab=$'\t' options auto
  options=$(yes --help | sed -nE 's/ \(listed below\)$//; s/^  (--[a-z-]+)[^ ]* +(.*)/\1'"$tab"'\2/p' | sort)
  auto=$(yes --list-strategies | sed -nE 's/^auto +- +//p')
  equal "$(described 'yes --')" "$options"
  equal "$(described 'yes --strategy=auto')" "--strategy=auto$tab$auto"
  # Of the words in two columns zsh shows as much as the terminal's width allows.
  shows zsh 'yes --' "-- ${options##*"$tab"}"
  shows zsh 'yes --strategy ' "-- ${auto:0:40}"
}

@test "operands are completed as names of files" {
  local shell
  touch 'one file' other
  for shell in bash zsh; do
    shows "$shell" 'yes on' 'yes one\ file'
    shows "$shell" 'yes -- ot' 'yes -- other'
  done
  equal "$(offered 'yes ot') $(offered 'yes -- ot')" 'other other'
}

@test "the program that is asked may be named with ~, a variable or a backslash" {
  local name
  mkdir 'ho me'
  printf '#!/bin/sh\necho "  --from-home  text"\n' > 'ho me/yes'
  chmod +x 'ho me/yes'
  export HOME="$PWD/ho me"
  for name in '~' '$HOME' '${HOME}' 'ho\ me'; do
    for shell in bash zsh; do
      shows "$shell" "$name/yes --fr" "$name/yes --from-home"
    done
  done
  for name in '~' '$HOME' 'ho\ me'; do
    equal "$(offered "$name/yes --fr")" --from-home
  done
  shows bash '$(touch executed)/yes --fr' '--fr'
  [[ ! -e executed ]]
}

@test "nothing is offered after --, and nothing of a GNU yes" {
  none_offers '*strategies*' 'yes -- --'
  ln -sf "$GNU_YES" bin/yes
  none_offers '*span*' 'yes --strategy='
}

@test "busybox's yes, which takes the question for a line and never ends, is cut off" {
  local line
  ln -sf "$(type -P busybox)" bin/yes
  for line in 'yes --' 'yes --strategy ' 'yes --strategy='; do
    none_offers '*strategies*' "$line"
  done
}

@test "a yes that answers more than 10 kB is cut off" {
  rm bin/yes
  printf '#!/bin/sh\nprintf "%%20000s\\n  --late  text\\n"\n' > bin/yes
  chmod +x bin/yes
  none_offers '*--late*' 'yes --l'
}

@test "a yes that neither answers nor heeds a signal is waited for no longer than a second" {
  local start=$SECONDS
  rm bin/yes
  printf '#!/bin/sh\ntrap "" HUP INT TERM\nsleep 60\n' > bin/yes
  chmod +x bin/yes
  none_offers '*strategies*' 'yes --strategy '
  # Each shell waits a second, or two for two TABs; the silent program would take a minute.
  ((SECONDS - start < 30))
}
