#!/usr/bin/env bats
# The completions in the shells themselves: what they offer is what the program lists.

load ../helpers

# The keys to send to an interactive shell, and the words to expect on its terminal, whichever comes first.
# typed SHELL LINE WORD...
typed() {
  local shell=$1 line=$2 start setup
  shift 2
  # shellcheck disable=SC2016 # For zsh to expand.
  case $shell in
    bash) start='bash --norc --noprofile -i' setup=". '$completions/yes.bash'" ;;
    zsh)
      start='zsh -f -i'
      setup="fpath=('$completions' "'$fpath); autoload -U compinit; compinit -D; LISTMAX=99'
      ;;
  esac
  # Not echoed as it is, so that its output is not mistaken for its echo.
  TERM=dumb expect -f - "$start" "$setup; echo REA''DY" "$line" "$@" <<'EXPECT'
    set timeout 20
    lassign $argv start setup line
    log_user 0
    spawn -noecho {*}$start
    send "$setup\r"
    expect timeout { puts "no prompt"; exit 1 } "READY\r\n"
    send "$line\t\t"
    foreach word [lrange $argv 3 end] {
      expect timeout { puts "not offered for '$line': $word"; exit 1 } -ex "$word"
    }
EXPECT
}

# What fish offers for a line, each with a tab and its description: described LINE
described() {
  timeout 30 fish --no-config -c "source '$completions/yes.fish'; complete -C '$1'"
}

# The same without descriptions: offered LINE
offered() {
  described "$1" | cut -f 1
}

# What bash offers for a line: offered_by_bash LINE
offered_by_bash() {
  # shellcheck disable=SC2016 # For bash to expand.
  timeout 30 bash --norc -c '. "$completions/yes.bash"
    words=($1)
    COMP_LINE=$1 COMP_POINT=${#1}
    [[ $1 != *" " ]] || words+=("")
    _yes yes "${words[-1]}" "${words[-2]}"; echo "${COMPREPLY[@]}"' bash "$1"
}

# What the terminal shows while zsh completes a line: offered_by_zsh LINE
offered_by_zsh() {
  TERM=dumb expect -f - "fpath=('$completions' "'$fpath); autoload -U compinit; compinit -D' "$1" <<'EXPECT'
    set timeout 20
    lassign $argv setup line
    log_user 0
    spawn -noecho zsh -f -i
    send "$setup; echo REA''DY\r"
    expect timeout { puts "no prompt"; exit 1 } "READY\r\n"
    send "$line\t\t\025echo DO''NE\r"
    expect timeout { puts "still busy"; exit 1 } "DONE\r\n"
    puts $expect_out(buffer)
EXPECT
}

options() {
  yes --help | grep -oE '^  --[a-z-]+' | tr -d ' ' | sort
}

setup_file() {
  export completions=${BATS_TEST_DIRNAME%/tests/*}/completions
}

@test "bash offers every strategy after --strategy, and every option" {
  local strategies options
  mapfile -t strategies < <(strategies | sort)
  mapfile -t options < <(options)
  # In columns, so each by itself.
  for word in "${strategies[@]}"; do
    typed bash 'yes --strategy ' "$word"
    typed bash 'yes --strategy=' "$word"
  done
  for word in "${options[@]}"; do
    typed bash 'yes --' "$word"
  done
}

@test "bash completes an unambiguous beginning" {
  typed bash 'yes --strategy=sp' 'yes --strategy=span'
  typed bash 'yes --strategy sp' 'yes --strategy span'
  typed bash 'yes --debug --strategy te' 'yes --debug --strategy tee'
  typed bash 'yes --l' 'yes --list-strategies'
}

@test "bash keeps an equals sign that does not break words" {
  equal "$(offered_by_bash 'yes --strategy=sp')" '--strategy=span'
}

@test "zsh offers every strategy after --strategy, and every option" {
  local strategies options
  mapfile -t strategies < <(strategies | sort)
  mapfile -t options < <(options)
  typed zsh 'yes --strategy ' "${strategies[@]}"
  typed zsh 'yes --strategy=' "${strategies[@]}"
  typed zsh 'yes --' "${options[@]}"
}

@test "zsh completes an unambiguous beginning" {
  typed zsh 'yes --strategy=sp' an
  typed zsh 'yes --l' list-strategies
}

@test "fish offers every strategy after --strategy, and every option" {
  equal "$(offered 'yes --strategy ')" "$(strategies | sort)"
  equal "$(offered 'yes --strategy=')" "$(strategies | sort | sed 's/^/--strategy=/')"
  equal "$(offered 'yes --strategy=sp')" '--strategy=span'
  equal "$(offered 'yes --')" "$(options)"
}

@test "fish and zsh describe what they offer" {
  local tab=$'\t' options auto
  options=$(yes --help | sed -nE 's/ \(listed below\)$//; s/^  (--[a-z-]+)[^ ]* +(.*)/\1'"$tab"'\2/p' | sort)
  auto=$(yes --list-strategies | sed -nE 's/^auto +- +//p')
  equal "$(described 'yes --')" "$options"
  equal "$(described 'yes --strategy=auto')" "--strategy=auto$tab$auto"
  # Of the words in two columns zsh shows as much as the terminal's width allows.
  typed zsh 'yes --' "-- ${options##*"$tab"}"
  typed zsh 'yes --strategy ' "-- ${auto:0:40}"
}

@test "nothing is offered after --, and nothing of a GNU yes" {
  equal "$(offered 'yes -- --')" ''
  equal "$(offered_by_bash 'yes -- --')" ''
  ln -sf "$GNU_YES" bin/yes
  equal "$(offered_by_bash 'yes --strategy=')" ''
}

# Checks that no shell offers anything for a line, or waits for an answer: nothing_offered LINE
nothing_offered() {
  equal "$(offered_by_bash "$1")" ''
  equal "$(offered "$1")" ''
  run -0 offered_by_zsh "$1"
  [[ $output != *strategies* ]]
}

@test "busybox's yes, which takes the question for a line and never ends, is cut off" {
  local line
  ln -sf "$(type -P busybox)" bin/yes
  for line in 'yes --' 'yes --strategy ' 'yes --strategy='; do
    nothing_offered "$line"
  done
}

@test "a yes that neither answers nor heeds a signal is waited for no longer than a second" {
  local start=$SECONDS
  printf '#!/bin/sh\ntrap "" HUP INT TERM\nsleep 60\n' > silent
  chmod +x silent
  ln -sf "$PWD/silent" bin/yes
  nothing_offered 'yes --strategy '
  # Each shell waits a second, or two for two TABs; the silent program would take a minute.
  ((SECONDS - start < 30))
}
