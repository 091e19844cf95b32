#!/usr/bin/env bats
# What a run of `make bench` leaves behind, and what `make bench-save` keeps of it.

load helpers

# One run for all the tests here, on a terminal, with right and wrong peers, and a line that a shell would
# change. So long that a busy machine starts each producer in the round.
setup_file() {
  build_runner
  cd "$BATS_FILE_TMPDIR" || return
  export TEXT="it's \$x \"ÿ\""
  { "$GNU_YES" "$TEXT" | head -c 15000000; "$GNU_YES" x | head -c 3M; } > bytes
  prepare_tools wc dd sh grep sleep tail "$GNU_YES"
  rm tools/lscpu
  # late goes wrong only after seconds. In a round timeout(1) is the parent of mute, with this time; it writes
  # when it is checked. The child of parent keeps the output open. What lscpu starts takes a core for a while.
  make_programs late 'cd "${0%/*}"; head -c 14000000 bytes; sleep 1; tail -c +14000001 bytes' \
    short '"$GNU_YES" -- "$@" | head -n 2; echo "short: enough" >&2; exit 3' \
    none 'printf "a b\\tc\n" >&2' \
    mute 'grep -q "0\.500" "/proc/$PPID/cmdline" && exec sleep 60; exec "$GNU_YES" -- "$@"' \
    parent 'sleep 9 3>&- & exec "$GNU_YES" -- "$@"' \
    tools/lscpu '(timeout 2 "$GNU_YES" > /dev/null 2>&1 &); echo "Vendor ID: none"' \
    newer 'case $1 in --version) echo 1.2 >&2; echo "yes (GNU coreutils) 99.11.230-aa0c0d"; exit ;; esac
      exec "$GNU_YES" "$@"'
  local command="stty cols 60 rows 40; make -s -C $root bench DOTNET='env PATH=$PWD/tools dotnet'"
  LINE=$TEXT OUT=$PWD/out DURATION=0.5 ROUNDS=1 STRATEGIES='streamwriter native' READERS='wc socket' \
    PEERS="$PWD/late $PWD/short,$PWD/none $PWD/mute $PWD/parent $PWD/newer $GNU_YES" \
    script -qec "$command" screen > /dev/null < /dev/null 3>&- || echo "$?" > status
  # A line each, without colours and movements of the cursor.
  sed '1d; /^Script done/d' screen | sed -E 's/\x1b(=|\[[0-9;?]*[A-Za-z])//g' | tr '\r' '\n' > shown
}

setup() {
  cd "$BATS_FILE_TMPDIR" || return
}

@test "the JSON has what was measured, where, how much and through what" {
  local filter
  for filter in '.date | sub("\\.[0-9]+.*"; "Z") | fromdateiso8601 > 1700000000' \
    '.commit | test("^[0-9a-f]{12}(-dirty)?$")' \
    ".machine | .cpu == \"$(uname -m)\" and (.sdk | length) > 0 and .cores > 0 and .busyCores > 0.3" \
    ".machine.kernel == \"$(uname -r)\"" \
    '.settings | del(.cores) == { secondsPerRound: 0.5, rounds: 1, line: $ENV.TEXT }' \
    '.readers | map(.name | sub("[0-9.]+"; "1")) == ["wc 1", "dd 1 (socket)"]' \
    '[.readers[] | .command, .bytesPerUnit] == ["wc -l", 13, "socket dd bs=64K of=/dev/null", 1]' \
    '[.producers[:3][] | .name, .group, .language] ==
      ["streamwriter", "strategy", "F#", "native", "strategy", "C#", "native in C", "C", "C"]' \
    'all(.producers[:4][]; .executableBytes > 1000 and .peakMemoryBytes > 100000)' \
    'all(.producers[:4][].startSeconds; length == 1 and .[0] > 0 and .[0] < 60)' \
    'all(.producers[:4][].rates; length == 2 and all(.[] | .bytes, .seconds, .cpuSeconds; .[0] > 0))' \
    '.producers[0].command | .[0] == "yes" and last == $ENV.TEXT'; do
    jq -e "$filter" out/results.json > /dev/null || { echo "not so: $filter"; return 1; }
  done
}

@test "a terminal shows progress, then the columns of the tables that fit, and the path of the report" {
  grep -qx 'bench: round 1 of 1' shown
  grep -qx "$PWD/out/report.md" shown
  local row whole
  row=$(grep -m 1 '^| native ' shown) whole=$(grep -m 1 '^| native ' out/report.md)
  [[ $row != "$whole" && $whole == "$row"* ]]
  LC_ALL=C.UTF-8 no_match -E '^[^b/].{60}' shown
}

@test "a terminal that does not know its width gets whole tables" {
  DURATION=0.05 ROUNDS=1 STRATEGIES=native READERS=wc OUT=narrow \
    script -qec "stty cols 0; dotnet $runner" screen > /dev/null < /dev/null 3>&-
  grep -qF "$(grep -m 1 '^| native ' narrow/report.md)" screen
}

@test "peers that go wrong are named, and the others measured all the same, scripts for their rates only" {
  local gnu
  gnu=$("$GNU_YES" --version | sed -n '1s/.* //p')
  # A round without a byte counts, and no round waits for what a peer left. The first is the system's GNU yes.
  # A developer may have others.
  equal "$(jq -c '.producers[] | select(.group == "peer" and
    all(.name, .command[0]; test("^(uutils|busybox|yes-gnu)") | not)) | [.name, .version, .fault // (.rates |
    map(.fault, .bytes[0] > 0, .seconds[0] < 8) | unique), .startSeconds == [], .executableBytes == null,
    .peakMemoryBytes == null]' out/results.json)" \
"[\"GNU $gnu\",\"$gnu\",[null,true],false,false,false]
[\"late\",null,\"byte 15000000 is wrong\",true,true,true]
[\"short\",null,\"ended after 26 bytes: short: enough\",true,true,true]
[\"none\",null,\"ended at once: a bc\",true,true,true]
[\"mute\",null,[null,false,true],true,true,true]
[\"parent\",null,[null,true],true,true,true]
[\"GNU 99.11 + 230 commits\",\"99.11.230-aa0c0d\",[null,true],true,true,true]
[\"$GNU_YES\",\"$gnu\",[null,true],false,false,false]"
  # That of make; the runner has 1.
  equal "$(< status)" 2
}

# Goes to a new directory with that run, as if of this commit, and with a README to show it. A filter changes
# the results: prepare [FILTER]
prepare() {
  cd "$(mktemp -d "$BATS_TEST_TMPDIR/XXX")" || return
  mkdir out
  jq ".commit = \"0123456789ab\" | ${1-.}" "$BATS_FILE_TMPDIR/out/results.json" > out/results.json
  printf '%s\n' before '<!-- bench:'{chart,table}$' -->\nold\n<!-- bench:end -->' after > README.md
}

@test "save makes report and pictures from the results alone, and shows them in the README" {
  # So has tee through a socket.
  prepare '.machine.cpu = "ACME" | .machine.kernel = "../6"
    | .producers[0].rates[.readers[1].name].fault = "no"'
  run_bench save
  equal "$(find . -type f | sort | paste -sd ' ')" "./README.md ./bench/results/acme-..-6/report.md \
./bench/results/acme-..-6/results.json ./bench/results/acme-..-6/throughput.svg ./docs/pictures/ladder.svg \
./out/results.json"
  cmp out/results.json bench/results/*/results.json
  xmllint --noout bench/results/*/*.svg docs/pictures/ladder.svg
  equal "$(sed '/:[ct]/,/:end/d' README.md)" $'before\nafter'
  grep -qE '^!\[native: .*\]\(bench/results/acme-..-6/throughput.svg\)$' README.md
}

@test "what is not a full result of a commit, and a README without markers, change nothing" {
  local filter line
  while IFS=@ read -r filter line; do
    prepare "$filter"
    refuses "the results in 'out' $line: make bench measures anew" save
    [[ ! -e bench ]]
  done <<'END'
.complete = false@are incomplete
.commit = "0123456789ab-dirty"@are not of a commit
.commit = ""@are not of a commit
.producers[2].fault = "byte 1"@have a fault of native in C
.producers[1].rates[].fault = "it broke"@have a fault of native
END
  prepare '.machine.cpu = "x" | .machine.kernel = "6"'
  : > bench
  refuses "Could not find a part of the path '$PWD/bench/results/x-6'." save
  rm bench
  echo nothing > README.md
  refuses "no '<!-- bench:chart -->' with '<!-- bench:end -->' behind it in README.md" save
  [[ ! -e bench ]]
}
