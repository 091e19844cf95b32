#!/usr/bin/env bats
# Two executables in one run.

load ../helpers
load helpers

# Compares this project's executable with another: compare BASE ARGUMENT...
compare() {
  run_bench compare --duration 0.1 --yes "$YES" --base "$@"
}

@test "each strategy and reader gets a verdict, and what is slower or too noisy has a status of its own" {
  # Its console is fast, and all else is slow.
  make_program base 'case $1:$2 in --list-strategies:) exec "$YES" "$1" ;;
    *:console) exec "$YES" --strategy span "$3" ;; *) exec "$YES" --strategy console "$3" ;; esac'
  run -0 --separate-stderr compare ./base --rounds 12 --strategies 'streamwriter span' --readers 'wc dd'
  local verdict='faster ×[0-9.]+'
  grep -E "^\| streamwriter +\| +$verdict \| +$verdict \|$" <<< "$output"
  grep -E "^\| span +\| +$verdict \| +$verdict \|$" <<< "$output"
  run -3 --separate-stderr compare ./base --rounds 12 --strategies 'console span' --readers wc
  grep -E '^\| console +\| +slower (×0\.|1/)[0-9.]+ \|$' <<< "$output"
  grep -E "^\| span +\| +$verdict \|$" <<< "$output"
  run -2 --separate-stderr compare "$YES" --rounds 5 --strategies span --readers wc
  grep -E '^\| span +\| +too noisy ×[0-9.]+ \|$' <<< "$output"
  equal "${stderr_lines[-1]}" \
    'bench: too noisy for some verdicts: measure again on a quiet machine with more ROUNDS'
}

@test "a base that writes wrong bytes is caught" {
  make_program base 'case $1 in --list-strategies) exec "$YES" "$1";; esac; exec "$GNU_YES" n'
  run -1 --separate-stderr compare ./base --strategies native --rounds 1 --readers wc
  grep -xF 'bench: wrong output of ././base --strategy native y: byte 0 is 0x6e, not 0x79' <<< "$stderr"
}

@test "a base is built from its own commit, and two bases stand beside each other" {
  mkdir tools
  cp "$root/tools/build-revision" tools
  printf 'artifacts/yes: word\n\tmkdir -p artifacts\n\tcp word artifacts/yes\n' > Makefile
  git init -q
  local word
  for word in old new; do
    echo "$word" > word
    git add Makefile word
    git -c user.name=a -c user.email=a@example.org commit -qm "$word"
  done
  equal "$(cat "$(tools/build-revision HEAD~)" "$(tools/build-revision HEAD)" | paste -sd ' ')" 'old new'
}
