#!/usr/bin/env bats
# Every other yes of the machine, and those that the user names.

load ../helpers
load helpers

# One run for all the tests here, with right and wrong peers, and a line that a shell would change.
setup_file() {
  build_runner
  cd "$BATS_FILE_TMPDIR" || return
  make_program other 'exec "$GNU_YES" n'
  make_program later '"$GNU_YES" -- "$@" | head -c 500002; printf x; exec "$GNU_YES" "$@"'
  make_program short '"$GNU_YES" -- "$@" | head -n 2; echo "short: enough" >&2; exit 3'
  make_program silent 'exec sleep 30'
  # In a round timeout(1) is its parent, with this time; it writes when it is checked.
  make_program mute 'grep -q "0\.500" "/proc/$PPID/cmdline" && exec sleep 60; exec "$GNU_YES" "$@"'
  make_program newer 'case $1 in --version) echo "yes (GNU coreutils) 99.11.230-aa0c0d"; exit ;; esac
    exec "$GNU_YES" "$@"'
  cp newer same
  export LINE="it's \$x \"ÿ\""
  # Long enough that a busy machine starts a producer in a round.
  measure --duration 0.5 --rounds 1 --line "$LINE" --strategies native --readers wc --free \
    --peers './other ./later,./short ./silent ./mute ./newer ./same' > table || echo "$?" > status
}

setup() {
  cd "$BATS_FILE_TMPDIR" || return
}

# Checks how a peer that is wrong is reported: check_wrong PEER FAULT
check_wrong() {
  grep -qF "Wrong output of $1, hence no rate: $2" table
  grep -qE "^\| $1 +\| +– \| +– \|" out/report.md
  equal "$(jq -r --arg name "$1" '.producers[] | select(.name == $name) | "\(.fault) \(.rates)"' \
    out/results.json)" "$2 {}"
}

@test "those that write another line, go wrong later, stop, or write nothing are caught" {
  check_wrong other 'byte 0 is 0x6e, not 0x69'
  check_wrong later 'byte 500002 is 0x78, not 0xc3'
  check_wrong short 'ended after 26 bytes: short: enough'
  check_wrong silent 'nothing in 3 seconds'
  equal "$(< status)" 1
}

@test "the others are measured all the same, with that line, and a script for its rate only" {
  equal "$(jq -c '[.producers[] | select(.fault).name]' out/results.json)" '["other","later","short","silent"]'
  jq -e '.complete and (.producers[] | select(.name == "native").rates[].bytesPerSecond.median > 0)' \
    out/results.json
  equal "$(jq -r '.settings.line, (.producers[0].command | last)' out/results.json)" "$LINE"$'\n'"$LINE"
  jq -e '.producers[] | select(.name == "GNU 99.11") | .rates[].bytesPerSecond.median > 0
    and .startSeconds == null and .executableBytes == null and .peakMemoryBytes == null' out/results.json
}

@test "a round without a byte is a finding, and the results stay valid" {
  jq -e '.producers[] | select(.name == "mute").rates[] | .rounds[0].bytes == 0 and .fault == null
    and .bytesPerSecond.median == 0 and .cpuSecondsPerGiB == null' out/results.json
  grep -qE '^\| mute +\| +0 B/s \| +×0 \|' out/report.md
  tr '\n' ' ' < table | grep -q 'Not a byte of mute through wc [0-9.]* in 1 of 1 rounds\.'
  xmllint --noout out/throughput.svg
}

@test "the scheduler chooses the cores if it is to" {
  jq -e '.settings.cores == []' out/results.json
  tr '\n' ' ' < out/report.md | grep -qF ' The scheduler chose the cores. '
}

@test "they have their versions, and ratios are to the system's GNU yes" {
  local gnu
  gnu=$("$GNU_YES" --version | sed -n '1s/.* /GNU /p')
  equal "$(jq -r '.producers[].name | select(startswith("GNU "))' out/results.json)" "$gnu"$'\n'"GNU 99.11"
  jq -e '.producers[] | select(.name == "GNU 99.11").version == "99.11.230-aa0c0d"' out/results.json
  jq -e '.producers[] | select(.name == "./same")' out/results.json
  equal "$(print_cells table "$gnu" | sed -n 3p)" ×1.00
  grep -q "^Rate .*, ratio to $gnu " table
}
