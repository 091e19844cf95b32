#!/usr/bin/env bats
# Every other yes of the machine, and those that the user names.

load ../helpers
load helpers

# One run for all the tests here, with right and wrong peers, and a line that a shell would change.
setup_file() {
  build_runner
  cd "$BATS_FILE_TMPDIR" || return
  export LINE="it's \$x \"ÿ\""
  { "$GNU_YES" "$LINE" | head -c 15000000; "$GNU_YES" x | head -c 3M; } > bytes
  make_program late 'exec cat bytes'
  make_program into-file 'test -p /dev/stdout || exec "$GNU_YES" n; exec "$GNU_YES" -- "$@"'
  make_program short '"$GNU_YES" -- "$@" | head -n 2; echo "short: enough" >&2; exit 3'
  make_program silent 'exec sleep 30'
  # In a round timeout(1) is its parent, with this time; it writes when it is checked.
  make_program mute 'grep -q "0\.500" "/proc/$PPID/cmdline" && exec sleep 60; exec "$GNU_YES" -- "$@"'
  make_program newer 'case $1 in --version) echo "yes (GNU coreutils) 99.11.230-aa0c0d"; exit ;; esac
    exec "$GNU_YES" "$@"'
  # Long enough that a busy machine starts a producer in a round.
  measure --duration 0.5 --rounds 1 --line "$LINE" --strategies native --readers 'wc file' --free \
    --peers './late ./into-file,./short ./silent ./mute ./newer newer' > table || echo "$?" > status
}

setup() {
  cd "$BATS_FILE_TMPDIR" || return
}

@test "those that go wrong late, or only into a file, stop, or write nothing are caught" {
  local fault='[.fault, .rates]'
  equal "$(figure late "$fault")" '["byte 15000000 is 0x78, not 0x27",{}]'
  equal "$(figure into-file "$fault")" '["byte 0 is 0x6e, not 0x69",{}]'
  equal "$(figure short "$fault")" '["ended after 26 bytes: short: enough",{}]'
  equal "$(figure silent "$fault")" '["nothing in 3 seconds",{}]'
  equal "$(jq '[.producers[] | select(.fault)] | length' out/results.json) $(< status)" '4 1'
}

@test "the others are measured all the same, with that line, on any core, and a script for its rate only" {
  equal "$(figure native '[.rates[].bytesPerSecond.median > 0]')" '[true,true]'
  equal "$(jq -r '.settings.line, (.producers[0].command | last)' out/results.json)" "$LINE"$'\n'"$LINE"
  equal "$(jq -c '[.complete, .settings.cores]' out/results.json)" '[true,[]]'
  equal "$(figure 'GNU 99.11' '[.rates[].bytesPerSecond.median > 0, .startSeconds, .executableBytes,
    .peakMemoryBytes]')" '[true,true,null,null,null]'
}

@test "a round without a byte is a finding, and the results stay valid" {
  equal "$(figure mute '.rates[] | [.fault, .rounds[0].bytes, .bytesPerSecond.median]')" \
    $'[null,0,0]\n[null,0,0]'
  xmllint --noout out/*.svg
}

@test "they have their versions, and the first is the system's GNU yes" {
  local gnu
  gnu=$("$GNU_YES" --version | sed -n '1s/.* //p')
  equal "$(jq -r '.producers[] | select(.name | startswith("GNU ")) | .name, .version' out/results.json |
    paste -sd ,)" "GNU $gnu,$gnu,GNU 99.11,99.11.230-aa0c0d"
  equal "$(figure newer .version)" '"99.11.230-aa0c0d"'
}
