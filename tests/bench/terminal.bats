#!/usr/bin/env bats
# What `make run` shows.

load helpers

@test "make run shows command and rate of GNU yes and each strategy, or what the program says of a strategy" {
  run -0 --separate-stderr make -s -C "$root" run STRATEGY='native printfn' DURATION=0.6
  equal "$(grep '^\$ ' <<< "$output")" "$ timeout 0.6 $GNU_YES | pv -a > /dev/null
$ timeout 0.6 artifacts/yes --strategy native | pv -a > /dev/null
$ timeout 0.6 artifacts/yes --strategy printfn | pv -a > /dev/null"
  grep -qE '^ *native: \[ *[0-9.]+[KMG]iB/s\]' <<< "${stderr//$'\r'/$'\n'}"
  like "${lines[-1]}" 'printfn had 1/+([0-9]) of the rate of GNU yes.'
  run ! --separate-stderr make -s -C "$root" run STRATEGY='native nope'
  equal "$output" ''
  equal "${stderr_lines[0]}" "$(yes --strategy nope 2>&1 | head -n 1)"
}
