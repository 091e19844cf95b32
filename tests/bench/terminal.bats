#!/usr/bin/env bats
# What `make run` shows.

load ../helpers
load helpers

@test "make run shows command and rate of GNU yes and each strategy, or what the program says of a strategy" {
  run -0 --separate-stderr make -s -C "$root" run STRATEGY='native printfn' DURATION=1.2
  local name
  for name in GNU native printfn; do
    grep -qE "^ *$name: \[ *[0-9.]+[KMG]iB/s\]" <<< "${stderr//$'\r'/$'\n'}"
  done
  equal "$(grep -c '^\$ ' <<< "$output")" 3
  grep -qxF '$ timeout 1.2 artifacts/yes --strategy native | pv -a > /dev/null' <<< "$output"
  # A word is not broken, and the last line says how the last strategy compares.
  equal "$(grep -E '.{81}' <<< "$output")" ''
  grep -qE '^printfn had 1/[0-9]+ of the rate of GNU yes\.$' <<< "$(tail -n 1 <<< "$output")"
  run ! --separate-stderr make -s -C "$root" run STRATEGY='native nope'
  equal "$output" ''
  equal "${stderr_lines[0]}" "$(yes --strategy nope 2>&1 | head -n 1)"
}
