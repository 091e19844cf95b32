#!/usr/bin/env bats
# Every other yes of the machine, and those that the user names.

load ../helpers
load helpers

# One run for all the tests here, with right and wrong peers, and a line that a shell would change.
setup_file() {
  build_runner
  cd "$BATS_FILE_TMPDIR" || return
  export TEXT="it's \$x \"ÿ\""
  { "$GNU_YES" "$TEXT" | head -c 15000000; "$GNU_YES" x | head -c 3M; } > bytes
  # So slowly that it goes wrong after seconds.
  make_program late 'head -c 14000000 bytes; sleep 1; tail -c +14000001 bytes'
  make_program short '"$GNU_YES" -- "$@" | head -n 2; echo "short: enough" >&2; exit 3'
  make_program silent 'exec sleep 60'
  # In a round timeout(1) is its parent, with this time; it writes when it is checked.
  make_program mute 'grep -q "1\.000" "/proc/$PPID/cmdline" && exec sleep 60; exec "$GNU_YES" -- "$@"'
  # Its child keeps the output open.
  make_program parent 'sleep 40 3>&- & exec "$GNU_YES" -- "$@"'
  make_program flood 'printf "a b\\tc\n" >&2; head -c 50M /dev/zero >&2'
  make_program newer 'case $1 in --version) seq 100000 >&2; echo "yes (GNU coreutils) 99.11.230-aa0c0d"; exit
    esac; exec "$GNU_YES" "$@"'
  # Long enough that a busy machine starts a producer in a round.
  LINE=$TEXT DURATION=1 ROUNDS=1 STRATEGIES=native READERS=wc \
    PEERS='./late ./short ./silent ./mute ./newer newer ./parent ./flood' \
    run_bench > table || echo "$?" > status
}

setup() {
  cd "$BATS_FILE_TMPDIR" || return
}

@test "those that go wrong late, stop, or write nothing are caught" {
  local fault='[.fault, .rates]'
  equal "$(figure late "$fault")" '["byte 15000000 is wrong",{}]'
  equal "$(figure short "$fault")" '["ended after 26 bytes: short: enough",{}]'
  equal "$(figure silent "$fault")" '["nothing in 5 seconds",{}]'
  equal "$(figure flood "$fault")" '["ended at once: a bc",{}]'
  equal "$(jq '[.producers[] | select(.fault)] | length' out/results.json) $(< status)" '4 1'
}

@test "the others are measured all the same, with that line, and a script for its rate only" {
  equal "$(jq -r '.settings.line, (.producers[0].command | last)' out/results.json)" "$TEXT"$'\n'"$TEXT"
  equal "$(figure native '[.rates[] | .bytes[0] > 0, .fault]')" '[true,null]'
  equal "$(figure parent '[.rates[] | .bytes[0] > 0, .fault]')" '[true,null]'
  equal "$(figure 'GNU 99.11 + 230 commits' '[.rates[].bytes[0] > 0, .startSeconds, .executableBytes,
    .peakMemoryBytes]')" '[true,[],null,null]'
  # A round without a byte counts.
  equal "$(figure mute '[.rates[] | .fault, .bytes[0]]')" '[null,0]'
}

@test "the output is the report, as plain text, and its path" {
  diff <(head -n -2 table) <(tail -n "$(($(wc -l < table) - 2))" out/report.md)
  equal "$(tail -n 1 table)" out/report.md
}

@test "they have their versions, and the first is the system's GNU yes" {
  local gnu
  gnu=$("$GNU_YES" --version | sed -n '1s/.* //p')
  equal "$(jq -r '.producers[] | select(.name | startswith("GNU ")) | .name, .version' out/results.json |
    paste -sd ,)" "GNU $gnu,$gnu,GNU 99.11 + 230 commits,99.11.230-aa0c0d"
}
