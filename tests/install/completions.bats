#!/usr/bin/env bats
# The completions in the shells themselves: what they offer is what the program lists.

load ../helpers

# What the terminal shows while these keys and two TABs are typed, and backspaces done: shown SHELL KEYS
# fish prints what it offers for the line, each with a tab and its description.
shown() {
  local start setup completions=${BATS_TEST_DIRNAME%/tests/*}/completions
  # shellcheck disable=SC2016 # For zsh to expand.
  case $1 in
    bash) start='bash --norc --noprofile -i' setup=". '$completions/yes.bash'" ;;
    zsh)
      start='zsh -f -i'
      setup="fpath=('$completions' "'$fpath); autoload -U compinit; compinit -D; LISTMAX=99'
      ;;
    fish)
      timeout 30 fish --no-config -c "source '$completions/yes.fish'; complete -C '$2'"
      return
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

# Checks that the shells show each of the words; 1 if one is missing: show 'SHELL...' KEYS WORD...
show() {
  local shell screen word
  for shell in $1; do
    screen=$(shown "$shell" "$2") || { echo "$shell: $screen"; return 2; }
    printf '%s: %q shows %q\n' "$shell" "$2" "$screen"
    for word in "${@:3}"; do
      [[ $screen == *"$word"* ]] || { printf 'but not %q\n' "$word"; return 1; }
    done
  done
}

all='bash zsh fish'

# Checks that no shell shows the word, or waits for an answer: none_shows KEYS WORD
none_shows() {
  local shell
  for shell in $all; do
    run -1 show "$shell" "$@"
  done
}

@test "every strategy is offered after --strategy, and every option" {
  local strategies options
  mapfile -t strategies < <(strategies | sort)
  mapfile -t options < <(yes --help | grep -oE '^  --[a-z-]+' | tr -d ' ')
  show "$all" 'yes --strategy ' "${strategies[@]}"
  show 'bash zsh' 'yes --strategy=' "${strategies[@]}"
  show fish 'yes --strategy=' "${strategies[@]/#/--strategy=}"
  show "$all" 'yes --' "${options[@]}"
  equal "$(shown fish 'yes --strategy ' | cut -f 1)" "$(printf '%s\n' "${strategies[@]}")"
}

@test "an unambiguous beginning is completed, with a space after it unless a value follows" {
  show "$all" 'yes --strategy=v' --strategy=vmsplice
  show 'bash zsh' $'yes --strateg\tv\tx' 'yes --strategy=vmsplice x'
  show 'bash zsh' $'yes --debug --strategy te\tx' 'yes --debug --strategy tee x'
  show 'bash zsh' $'yes --l\tx' 'yes --list-strategies x'
  show bash $'\025COMP_WORDBREAKS=${COMP_WORDBREAKS//=}\ryes --strategy=v\tx' 'yes --strategy=vmsplice x'
}

@test "fish and zsh describe what they offer" {
  local tab=$'\t' options auto
  options=$(yes --help | sed -nE 's/ \(listed below\)$//; s/^  (--[a-z-]+)[^ ]* +(.*)/\1'"$tab"'\2/p' | sort)
  auto=$(yes --list-strategies | sed -nE 's/^auto +- +//p')
  equal "$(shown fish 'yes --')" "$options"
  equal "$(shown fish 'yes --strategy=auto')" "--strategy=auto$tab$auto"
  # Of the words in two columns zsh shows as much as the terminal's width allows.
  show zsh 'yes --' "-- ${options##*"$tab"}"
  show zsh 'yes --strategy ' "-- ${auto:0:40}"
  none_shows 'yes --' 'listed below'
}

@test "operands are completed as names of files, and nothing else is offered after --" {
  touch 'one file' other
  show 'bash zsh' 'yes on' 'yes one\ file'
  show "$all" 'yes ot' other
  show "$all" 'yes -- ot' other
  none_shows 'yes -- --' strategies
}

@test "the program that is asked may be named with ~, a variable or a backslash" {
  local name
  mkdir 'ho me'
  printf '#!/bin/sh\necho "  --from-home  text"\n' > 'ho me/yes'
  chmod +x 'ho me/yes'
  export HOME="$PWD/ho me"
  for name in '~' '$HOME' 'ho\ me'; do
    show "$all" "$name/yes --fr" --from-home
  done
  show 'bash zsh' '${HOME}/yes --fr' --from-home
  show bash '$(touch executed)/yes --fr'
  [[ ! -e executed ]]
}

# The last would take a minute.
@test "a yes that answers with an error, without end, with more than 10 kB, or not at all, is cut off" {
  local answer start
  rm bin/yes
  for answer in 'exec "$GNU_YES" "$@"' 'exec busybox yes "$@"' 'printf "%20000s\nstrategies  F#  late\n"' \
    'trap "" HUP INT TERM; sleep 60'; do
    printf '#!/bin/sh\n%s\n' "$answer" > bin/yes
    chmod +x bin/yes
    start=$SECONDS
    none_shows 'yes --strategy ' strategies
    ((SECONDS - start < 30))
  done
}
