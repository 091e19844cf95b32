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
    zsh) start='zsh -f -i' setup="fpath=('$completions' "'$fpath); autoload -U compinit; compinit -D; LISTMAX=99' ;;
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

# What fish offers for a line: offered LINE
offered() {
  fish --no-config -c "source '$completions/yes.fish'; complete -C '$1'" | cut -f 1
}

options() {
  yes --help | grep -oE '^  --[a-z-]+' | tr -d ' ' | sort
}

setup_file() {
  export completions=${BATS_TEST_DIRNAME%/tests/*}/completions
}

@test "bash offers every strategy behind --strategy, and every option" {
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

@test "bash completes what is unambiguous" {
  typed bash 'yes --strategy=sp' 'yes --strategy=span'
  typed bash 'yes --strategy sp' 'yes --strategy span'
  typed bash 'yes --debug --strategy te' 'yes --debug --strategy tee'
  typed bash 'yes --l' 'yes --list-strategies'
}

@test "bash keeps an equals sign that does not break words" {
  # shellcheck disable=SC2016 # For bash to expand.
  run -0 bash --norc -c '. "$completions/yes.bash"
    COMP_LINE="yes --strategy=sp" COMP_POINT=${#COMP_LINE}
    _yes yes --strategy=sp yes; echo "${COMPREPLY[@]}"'
  equal "$output" '--strategy=span'
}

@test "zsh offers every strategy behind --strategy, and every option" {
  local strategies options
  mapfile -t strategies < <(strategies | sort)
  mapfile -t options < <(options)
  typed zsh 'yes --strategy ' "${strategies[@]}"
  typed zsh 'yes --strategy=' "${strategies[@]}"
  typed zsh 'yes --' "${options[@]}"
}

@test "zsh completes what is unambiguous" {
  typed zsh 'yes --strategy=sp' an
  typed zsh 'yes --l' list-strategies
}

@test "fish offers every strategy behind --strategy, and every option" {
  equal "$(offered 'yes --strategy ')" "$(strategies | sort)"
  equal "$(offered 'yes --strategy=')" "$(strategies | sort | sed 's/^/--strategy=/')"
  equal "$(offered 'yes --strategy=sp')" '--strategy=span'
  equal "$(offered 'yes --')" "$(options)"
}

@test "nothing is offered behind --, and nothing of a GNU yes" {
  equal "$(offered 'yes -- --')" ''
  # shellcheck disable=SC2016 # For bash to expand.
  run -0 bash --norc -c '. "$completions/yes.bash"
    COMP_LINE="yes -- --" COMP_POINT=${#COMP_LINE}
    _yes yes -- --; echo "${COMPREPLY[@]}"
    COMP_LINE="yes --strategy=" COMP_POINT=${#COMP_LINE}
    _yes "$GNU_YES" = --strategy; echo "${COMPREPLY[@]}"'
  equal "$output" ''
}
