#!/usr/bin/env bats
# What a run of `make bench` leaves behind, and what `make bench-save` keeps of it.

load ../helpers
load helpers

# One run for all the tests here, on a terminal, in which a busy machine starts each producer in each round.
setup_file() {
  build_runner
  cd "$BATS_FILE_TMPDIR" || return
  prepare_tools pv dd wc "$GNU_YES"
  # Another program takes a core while the machine is described.
  timeout 10 "$GNU_YES" > /dev/null &
  local command="stty cols 60 rows 40; make -s -C $root bench DOTNET='env PATH=$PWD/tools dotnet'"
  BENCH_TEST=$PWD OUT=$PWD/out DURATION=0.5 ROUNDS=2 STRATEGIES='streamwriter native' READERS='pv dd wc' \
    script -qec "$command" screen > /dev/null < /dev/null 3>&-
  # A line each, without colours and movements of the cursor.
  sed '1d; /^Script done/d' screen | sed -E 's/\x1b(=|\[[0-9;?]*[A-Za-z])//g' | tr '\r' '\n' > shown
  list_processes > left
}

setup() {
  cd "$BATS_FILE_TMPDIR" || return
}

@test "the JSON has what was measured, where, how much and through what" {
  local filter
  for filter in '.schemaVersion == 4 and .complete' \
    '.date | sub("\\.[0-9]+.*"; "Z") | fromdateiso8601 > 1700000000' \
    '.commit | test("^[0-9a-f]{12}(-dirty)?$")' \
    '.machine | (.cpu, .sdk | type == "string" and length > 0) and .cores > 0 and .busyCores > 0.3' \
    ".machine.kernel == \"$(uname -r)\"" \
    '.settings | del(.cores) == { secondsPerRound: 0.5, rounds: 2, line: "y" }' \
    'all(.readers[]; .name | test("^(pv|dd|wc) [0-9.]+$")) and [.readers[].bytesPerUnit] == [1, 1, 2]' \
    '[.producers[:3][].name] == ["streamwriter", "native", "native in C"]' \
    '[.producers[:3] | map(.group, .language)[]] == ["strategy", "F#", "strategy", "C#", "C", "C"]' \
    'all(.producers[]; .fault == null and (.rates | length == 3))' \
    'all(.producers[:3][]; .executableBytes > 1000 and .peakMemoryBytes > 100000)' \
    'all(.producers[:3][].startSeconds; length == 2 and all(.[]; . > 0 and . < 60))' \
    'all(.producers[].rates[]; all(.bytes, .seconds, .cpuSeconds; length == 2 and all(.[]; . > 0)))'; do
    jq -e "$filter" out/results.json > /dev/null || { echo "not so: $filter"; return 1; }
  done
  # Columns of a line each, which an editor and git can show.
  grep -qE '^ *"bytes": \[[0-9,]+\],$' out/results.json
}

@test "a terminal shows progress, then the columns of the tables that fit, and the path of the report" {
  grep -qx 'bench: round 1 of 2' shown
  grep -qx "$PWD/out/report.md" shown
  local row whole
  row=$(grep -m 1 '^| native ' shown) whole=$(grep -m 1 '^| native ' out/report.md)
  [[ $row != "$whole" && $whole == "$row"* ]]
  LC_ALL=C.UTF-8 no_match -E '^[^b/].{60}' shown
  # No process is left.
  equal "$(< left)" ''
}

@test "a terminal that does not know its width gets whole tables" {
  DURATION=0.05 ROUNDS=1 STRATEGIES=native READERS=wc OUT=narrow \
    script -qec "stty cols 0; dotnet $runner" screen > /dev/null < /dev/null 3>&-
  grep -qF "$(grep -m 1 '^| native ' narrow/report.md)" screen
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
  # tee has no rate through a socket.
  prepare '.machine.cpu = "ACME" | .machine.kernel = "../6" | .producers[0].rates[.readers[1].name].fault = "no"'
  run_bench save
  equal "$(find . -type f | sort | paste -sd ' ')" "./README.md ./bench/results/acme-..-6/report.md \
./bench/results/acme-..-6/results.json ./bench/results/acme-..-6/throughput.svg ./docs/pictures/ladder.svg \
./out/results.json"
  cmp out/results.json bench/results/*/results.json
  xmllint --noout bench/results/*/*.svg docs/pictures/ladder.svg
  equal "$(sed '/:[ct]/,/:end/d' README.md)" $'before\nafter'
  grep -qE '^!\[native: .*\]\(bench/results/acme-..-6/throughput.svg\)$' README.md
  # Once more, from what was kept, changes nothing.
  cp -r . "$BATS_TEST_TMPDIR/once"
  OUT=$(echo bench/results/*) run_bench save
  diff -r . "$BATS_TEST_TMPDIR/once"
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
  prepare
  chmod a-w .
  ((EUID == 0)) || refuses "Access to the path '$PWD/bench' is denied." save
  echo nothing > README.md
  refuses "no '<!-- bench:chart -->' with '<!-- bench:end -->' behind it in README.md" save
  [[ ! -e bench ]]
}
