#!/usr/bin/env bats
# What a run of `make bench` leaves behind, and what `make bench-save` keeps of it.

load ../helpers
load helpers

# One run for all the tests here, in which a busy machine starts each producer in each round.
setup_file() {
  build_runner
  cd "$BATS_FILE_TMPDIR" || return
  prepare_tools pv dd wc "$GNU_YES"
  # shellcheck disable=SC2016 # For the shell that make starts.
  BENCH_TEST=$PWD OUT=$PWD/out TOOLS=$PWD/tools timeout 120 make -s -C "$root" bench \
    DOTNET='env PATH="$$TOOLS" dotnet' DURATION=0.5 ROUNDS=2 STRATEGIES='console native' \
    READERS='pv dd wc file' > table 2> progress
  list_processes > left
}

setup() {
  cd "$BATS_FILE_TMPDIR" || return
}

# Fails unless the JSON is as each filter wants it: check_json FILTER...
check_json() {
  local filter
  for filter in "$@"; do
    jq -e "$filter" out/results.json > /dev/null || { echo "not so: $filter"; return 1; }
  done
}

@test "the JSON has what was measured, where, how much and through what, and every figure" {
  check_json '.schemaVersion == 3 and .complete' \
    '.date | sub("\\.[0-9]+.*"; "Z") | fromdateiso8601 > 1700000000' \
    '.commit | test("^[0-9a-f]{12}(-dirty)?$")' \
    '.machine | (.cpu, .kernel, .sdk | type == "string" and length > 0) and .cores > 0' \
    '.settings | del(.cores) == { secondsPerRound: 0.5, rounds: 2, line: "y" }' \
    '[.readers[].name | sub(" .*"; "")] == ["pv", "dd", "wc", "file"]' \
    'all(.readers[:3][]; .name | test("^[a-z]+ [0-9.]+$"))' \
    '[.producers[:3][].name] == ["console", "native", "native in C"]' \
    '[.producers[:3][].group] == ["strategy", "strategy", "C"]' \
    '[.producers[:2][].language] == ["F#", "C#"]' \
    '[.producers[] | select(.group == "peer" and .name == "GNU " + .version)] | length >= 1' \
    '.absent[-1] == "toybox"' \
    'all(.producers[]; .fault == null and (.command | length > 1) and (.rates | length == 4))' \
    'all(.producers[] | select(.group != "peer"); .executableBytes > 1000 and .peakMemoryBytes > 100000)' \
    'all(.producers[] | select(.group != "peer").startSeconds; .low > 0 and .median < 1)' \
    'all(.producers[].rates[]; .cpu > 0 and .cpu < 1.5 and .noisy)' \
    'all(.producers[].rates[].rounds[]; .bytes > 0 and .seconds > 0 and .bytesPerSecond > 0)' \
    'all(.producers[].rates[].rounds[]; .stolenCores >= 0 and .otherCores >= 0)'
}

@test "a buffer is faster than a line at a time, through every reader" {
  # For each second of CPU time, whose share is small on a busy machine.
  check_json '[.producers[] | { (.name): (.rates | map_values(.bytesPerSecond.median / .cpu)) }] | add
    | . as $rates | all(.native | keys[]; $rates.native[.] > 10 * $rates.console[.])'
}

@test "the output is the report, as plain text, and its path; progress is in plain lines" {
  diff <(head -n -2 table) <(tail -n "$(($(wc -l < table) - 2))" out/report.md)
  equal "$(tail -n 1 table)" "$PWD/out/report.md"
  grep -q '^bench: round 1 of 2$' progress
  run -1 grep $'\e' table progress
}

@test "the pictures are pictures, of every producer, its rate and its ratio through the first reader" {
  xmllint --noout out/*.svg
  local name
  while IFS= read -r name; do
    grep -qF ">$name<" out/throughput.svg
    grep -qF ">$(print_cells table "$name" | sed -n 2,3p | paste -sd _ | sed 's/_/  /')<" out/throughput.svg
  done < <(jq -r '.producers[].name' out/results.json)
  grep -qE '<title>native writes .* to pv ' out/throughput.svg
  # The bars have a contrast of at least 4.5 to 1 on white and on black, and the text more, on its page.
  local picture bars='rgb(0,119,210) rgb(117,123,0) rgb(192,86,0)'
  for picture in throughput throughput-dark; do
    grep -oE 'rgb\([^)]*\)' "out/$picture.svg" | tr -d ' ' | LC_ALL=C sort -u | paste -sd ' '
  done > colours
  equal "$(< colours)" "$bars rgb(255,255,255) rgb(51,51,51)"$'\n'"$bars rgb(221,221,221) rgb(255,255,255)"
}

@test "no process and no file is left" {
  equal "$(< left)" ''
  # But for the moment in which another runner makes and unlinks one.
  is_none_left() { [[ ! $(find /dev/shm -name 'yes-bench-*' -newer tools) ]]; }
  await is_none_left
}

# Goes to a new directory with that run, as if of nine equal rounds, so that nothing is noisy, and with a
# README to show it. A filter changes the results: prepare [FILTER]
prepare() {
  cd "$(mktemp -d "$BATS_TEST_TMPDIR/XXX")" || return
  cp -r "$BATS_FILE_TMPDIR/out" .
  jq ".producers[].rates[] |= (.rounds = [range(9) as \$i | .rounds[0]]) | ${1-.}" \
    "$BATS_FILE_TMPDIR/out/results.json" > out/results.json
  printf '%s\n' before '<!-- bench:begin -->' old '<!-- bench:end -->' after > README.md
}

# Checks that changed results are refused with this line, and nothing is changed: check_refusal FILTER LINE
check_refusal() {
  prepare "$1"
  refuses "$2" save --out out
  equal "$(paste -sd ' ' README.md)" 'before <!-- bench:begin --> old <!-- bench:end --> after'
  [[ ! -e bench ]]
}

@test "save keeps report, figures and picture, and shows a table in the README" {
  prepare
  run_bench save --out out
  local kept
  kept=$(echo bench/results/*)
  diff -r --exclude=throughput.tsv out "$kept"
  equal "$(sed '/begin/,/end/d' README.md)" $'before\nafter'
  grep -xF "  src=\"$kept/throughput.svg\">" README.md
  equal "$(grep '^|' README.md | sed '1,2d; s/^| //; s/ *|.*//' | paste -sd ,)" \
    "$(jq -r '.producers | map(.name) | join(",")' out/results.json)"
  # Once more changes nothing.
  cp README.md once.md
  run_bench save --out out
  cmp README.md once.md
}

@test "results that are missing, incomplete, older or noisy, and a README without markers, are refused" {
  check_refusal '.complete = false' "the results in 'out' are incomplete: make bench measures anew"
  check_refusal '.schemaVersion = 2' \
    "the results in 'out' have schema version 2, not 3: make bench measures anew"
  local noisy='(.producers[] | select(.name == "native").rates[].rounds) |= .[:5]'
  check_refusal "$noisy" "too noisy: native through $(jq -r '.readers[0].name' out/results.json); \
measure again on a quiet machine with more ROUNDS, or save with FORCE=1"
  run_bench save --out out --force
  refuses "no results in 'nowhere': make bench measures anew" save --out nowhere
  echo nothing > README.md
  refuses "no '<!-- bench:begin -->' with '<!-- bench:end -->' behind it in README.md" save --out out --force
}
