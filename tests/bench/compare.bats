#!/usr/bin/env bats
# Two executables in one run.

load ../helpers
load helpers

@test "only ratios are shown, a row for each strategy and a column for each reader" {
  run -0 --separate-stderr timeout 60 dotnet "$root/$runner" compare --yes "$YES" --base "$YES" \
    --duration 0.1 --rounds 1 --strategies 'span native' --readers 'wc dd'
  local strategy ratio='×[0-9.]+ \([0-9.]+ to [0-9.]+\)'
  for strategy in span native; do
    grep -E "^\| $strategy +\| +$ratio \| +$ratio \|$" <<< "$output"
  done
  run ! grep -F iB/s <<< "$output"
}

@test "a base that writes wrong bytes is caught" {
  make_program base 'case $1 in --list-strategies) exec "$YES" "$1";; esac; exec "$GNU_YES" n'
  run -1 --separate-stderr timeout 60 dotnet "$root/$runner" compare --yes "$YES" --base ./base \
    --strategies native
  equal "$stderr" 'bench: wrong output of ././base --strategy native y: byte 0 is 0x6e, not 0x79'
}
