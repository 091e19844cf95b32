#!/usr/bin/env bats
# Figures that are known beforehand.

load ../helpers
load helpers

# Measures without the strategies' figures: measure_peers ARGUMENT...
measure_peers() {
  [[ -e tools ]] || prepare_tools pv wc "$GNU_YES" sh sleep cat
  PATH=$PWD/tools:$PATH measure --rounds 1 --strategies native "$@" > /dev/null 2> progress
}

# Prints a figure of a producer: figure NAME FILTER
figure() {
  jq --arg name "$1" ".producers[] | select(.name == \$name) | $2" out/results.json
}

# Fails unless a number lies between two others: between LEAST NUMBER MOST
between() {
  awk -v least="$1" -v number="$2" -v most="$3" 'BEGIN { exit !(least <= number && number <= most) }' ||
    { echo "$2 is not between $1 and $3"; return 1; }
}

# A producer that writes so many of its lines after each sleep: make_slow NAME LINES
make_slow() {
  make_program "$1" "[ \"\$1\" != --version ] || exit; lines=\$('$GNU_YES' \"\$1\" | head -n $2)
    while :; do printf '%s\\n' \"\$lines\" && sleep 0.02; done"
}

@test "a producer of ten times the rate of another has ten times its figure" {
  make_slow few 20
  make_slow many 200
  measure_peers --duration 1 --readers wc --peers './few ./many'
  between 5 "$(jq '[.producers[] | { (.name): .rates[].bytesPerSecond.median }] | add | .many / .few' \
    out/results.json)" 20
}

@test "a reader that counts lines and one that counts bytes agree" {
  make_slow slow 100
  measure_peers --duration 1 --readers 'pv wc' --peers ./slow --line "$(operand 99)"
  between 0.3 "$(figure slow '.rates | to_entries | map(.value.bytesPerSecond.median) | .[0] / .[1]')" 3
  # 10,000 bytes after each sleep of at least 20 ms.
  between 10000 "$(figure slow '.rates | to_entries[1].value.bytesPerSecond.median | floor')" 600000
}

@test "CPU time is that of the producer, whatever the reader does" {
  make_slow idle 100
  make_program wc 'end=$(($(date +%s) + 2)); while [ "$(date +%s)" -lt "$end" ]; do :; done
    exec /usr/bin/wc "$@"'
  measure_peers --duration 0.5 --readers ./wc --peers ./idle
  between 0 "$(figure idle '.rates[].cpu')" 0.5
  between 1 "$(figure idle '.rates[].rounds[0].seconds')" 60
}

@test "a peer that is wrong only into a file, or late, is caught" {
  make_program into-file '[ "$1" != --version ] || exit
    test -p /dev/stdout || exec "$GNU_YES" n; exec "$GNU_YES" "$@"'
  { "$GNU_YES" | head -c 15000000; echo n; "$GNU_YES" | head -c 3M; } > bytes
  make_program late '[ "$1" != --version ] || exit; exec cat bytes'
  run -1 measure_peers --duration 0.1 --readers 'file wc' --peers './into-file ./late'
  equal "$(figure into-file .fault)" '"byte 0 is 0x6e, not 0x79"'
  equal "$(figure late .fault)" '"byte 15000000 is 0x6e, not 0x79"'
  equal "$(figure native .fault)" null
}

@test "two pv of different versions take part, each with its own" {
  make_program pv 'case $1 in --version) echo "pv 99.8" ;; *) exec /usr/bin/pv "$@" ;; esac'
  measure_peers --duration 0.1 --readers 'pv ./pv'
  equal "$(jq -r '.readers | map(.name) | join(",")' out/results.json)" \
    "pv $(pv --version | sed -n '1s/^pv \([0-9.]*\).*/\1/p'),pv 99.8"
  between 1 "$(figure native '.rates["pv 99.8"].bytesPerSecond.median')" 1e15
}

@test "a script has no start-up, size or memory of its own; an executable has" {
  make_slow slow 100
  measure_peers --duration 0.1 --readers wc --peers ./slow
  figure slow '.startSeconds == null and .executableBytes == null' | grep -x true
  figure native '.startSeconds.median > 0 and .executableBytes > 1000' | grep -x true
}

@test "the start is not in the time, and each has a core of its own" {
  make_program late '[ "$1" != --version ] || exit
    grep Cpus_allowed_list "/proc/$$/status" > allowed; sleep 0.3; exec "$GNU_YES" "$@"'
  make_program wc '[ "$1" = --version ] || grep Cpus_allowed_list "/proc/$$/status" > read
    exec /usr/bin/wc "$@"'
  ln -s "$(type -P grep)" .
  PATH=$PATH:$PWD measure_peers --duration 0.6 --readers ./wc --peers ./late
  # The producer has 0.3 s of the 0.6 s.
  between 0 "$(figure late '.rates[].rounds[0].seconds')" 0.55
  local cores
  cores=$(jq -r '.settings.cores | join(" ")' out/results.json)
  (($(nproc) < 2)) || equal "$(sed 's/.*:\s*//' allowed read | paste -sd ' ')" "$cores"
}
