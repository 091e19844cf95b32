#!/usr/bin/env bats
# Figures that are known beforehand.

load ../helpers
load helpers

# Measures without the strategies' figures: measure_peers ARGUMENT...
measure_peers() {
  prepare_tools pv wc "$GNU_YES" sh sleep cat
  PATH=$PWD/tools:$PATH measure --rounds 1 --strategies native "$@" > /dev/null 2> progress
}

# Fails unless a number lies between two others: between LEAST NUMBER MOST
between() {
  jq -ne "$1 <= $2 and $2 <= $3" > /dev/null || { echo "$2 is not between $1 and $3"; return 1; }
}

# A producer that writes so many of its lines after each sleep: make_slow NAME LINES
make_slow() {
  make_program "$1" "[ \"\$1\" != --version ] || exit; lines=\$('$GNU_YES' \"\$1\" | head -n $2)
    while :; do printf '%s\\n' \"\$lines\" && sleep 0.02; done"
}

@test "all readers agree on a known rate, two pv among them, and ten times the lines are ten times the rate" {
  make_slow few 20
  make_slow many 200
  make_program pv 'case $1 in --version) echo "pv 99.8" ;; *) exec /usr/bin/pv "$@" ;; esac'
  measure_peers --duration 1 --readers 'pv ./pv wc' --peers './few ./many' --line "$(operand 99)"
  local median=.bytesPerSecond.median name
  for name in few many; do
    between 1 "$(figure "$name" "[.rates[]$median] | max / min")" 3
  done
  # 2,000 bytes after each sleep of at least 20 ms.
  between 2000 "$(figure few ".rates[\"pv 99.8\"]$median")" 120000
  between 5 "$(figure many ".rates[\"pv 99.8\"]$median") / $(figure few ".rates[\"pv 99.8\"]$median")" 20
  equal "$(jq -r '.readers[:2] | map(.name) | join(",")' out/results.json)" \
    "pv $(pv --version | sed -n '1s/^pv \([0-9.]*\).*/\1/p'),pv 99.8"
}

@test "CPU time is that of the producer, whatever the reader does" {
  make_slow idle 100
  make_program wc 'end=$(($(date +%s) + 2)); while [ "$(date +%s)" -lt "$end" ]; do :; done
    exec /usr/bin/wc "$@"'
  measure_peers --duration 0.5 --readers ./wc --peers ./idle
  between 0 "$(figure idle '.rates[].cpu')" 0.5
  between 1 "$(figure idle '.rates[].rounds[0].seconds')" 60
}

@test "the start is not in the time, and each has a core of its own" {
  make_program late '[ "$1" != --version ] || exit
    grep Cpus_allowed_list "/proc/$$/status" > allowed; sleep 0.3; exec "$GNU_YES" "$@"'
  make_program wc '[ "$1" = --version ] || grep Cpus_allowed_list "/proc/$$/status" > read
    exec /usr/bin/wc "$@"'
  measure_peers --duration 0.6 --readers ./wc --peers ./late
  # The producer has 0.3 s of the 0.6 s.
  between 0 "$(figure late '.rates[].rounds[0].seconds')" 0.55
  (($(nproc) < 2)) || equal "$(sed 's/.*:\s*//' allowed read | paste -sd ' ')" \
    "$(jq -r '.settings.cores | join(" ")' out/results.json)"
}
