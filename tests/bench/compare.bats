#!/usr/bin/env bats
# Two executables in one run.

load ../helpers
load helpers

# Compares this project's executable with another: compare BASE ARGUMENT...
compare() {
  timeout 120 dotnet "$root/$runner" compare --yes "$YES" --base "$@"
}

# Makes an executable like this project's, that runs another strategy under every name:
#   make_base NAME STRATEGY
make_base() {
  make_program "$1" "case \$1 in --list-strategies) exec '$YES' \$1 ;; esac
    exec '$YES' --strategy $2 \"\$3\""
}

@test "each strategy and reader gets a verdict, and what is faster by far is called so" {
  make_base base console
  run -0 --separate-stderr compare ./base --duration 0.1 --rounds 12 --strategies 'streamwriter span' \
    --readers 'wc dd'
  local strategy verdict='faster ×[0-9.]+'
  for strategy in streamwriter span; do
    grep -E "^\| $strategy +\| +$verdict \| +$verdict \|$" <<< "$output"
  done
  equal "$(print_cells /dev/stdin strategy <<< "$output" | sed 's/ .*//' | paste -sd ,)" strategy,wc,dd
  run ! grep -F iB/s <<< "$output"
}

@test "what is slower beyond doubt ends with status 3" {
  make_base base span
  run -3 --separate-stderr compare ./base --duration 0.1 --rounds 12 --strategies console --readers wc
  grep -E '^\| console +\| +slower (×0\.|1/)[0-9.]+ \|$' <<< "$output"
}

@test "too few rounds for a verdict are refused" {
  run -2 --separate-stderr compare "$YES" --duration 0.1 --rounds 5 --strategies span --readers wc
  grep -E '^\| span +\| +too noisy ×[0-9.]+ \|$' <<< "$output"
  equal "${stderr_lines[-1]}" \
    'bench: too noisy for some verdicts: measure again on a quiet machine with more ROUNDS'
}

@test "a base that writes wrong bytes is caught" {
  make_program base 'case $1 in --list-strategies) exec "$YES" "$1";; esac; exec "$GNU_YES" n'
  run -1 --separate-stderr compare ./base --strategies native --rounds 1 --readers wc
  grep -xF 'bench: wrong output of ././base --strategy native y: byte 0 is 0x6e, not 0x79' <<< "$stderr"
}
