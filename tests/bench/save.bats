#!/usr/bin/env bats
# What is kept in the repository, tried in another directory.

load ../helpers
load helpers

# A comparison for all the tests here. Whether it is noisy is not left to chance.
setup_file() {
  build_runner
  cd "$BATS_FILE_TMPDIR" || return
  make_program another 'exec "$GNU_YES" "$@"'
  run_bench_quickly --strategies 'native vmsplice' --readers wc --peers ./another
}

# Makes nine equal rounds of each: there is no noise.
quieten() {
  jq '.producers[].rates[] |= (.rounds = [range(9) as $i | .rounds[0]])'
}

# Puts a copy of that comparison here, and a README to show it.
prepare() {
  cp -r "$BATS_FILE_TMPDIR/out" .
  quieten < "$BATS_FILE_TMPDIR/out/results.json" > out/results.json
  printf '%s\n' before '<!-- bench:begin -->' old '<!-- bench:end -->' after > README.md
}

# Changes the results: change DIRECTORY FILTER
change() {
  cp -r out "$1"
  jq "$2" out/results.json > "$1/results.json"
}

# Checks that the results are refused with this line, and nothing is changed: check_refusal DIRECTORY LINE
check_refusal() {
  cp README.md before.md
  run -2 run_bench save --out "$1"
  equal "$output" "bench: $2"
  cmp README.md before.md
  [[ ! -e bench ]]
}

@test "it keeps report, figures and pictures, and shows a table in the README" {
  prepare
  run -0 run_bench save --out out
  local kept
  kept=$(dirname bench/results/*/report.md)
  [[ $kept =~ ^bench/results/[a-z0-9.-]+$ ]]
  local file
  for file in report.md results.json throughput.svg; do
    cmp "out/$file" "$kept/$file"
  done
  equal "$(sed '/begin/,/end/d' README.md)" $'before\nafter'
  grep -qF "]($kept/throughput.svg)" README.md
  tr '\n' ' ' < README.md | grep -qF "$(jq -r .machine.cpu out/results.json)"
  grep -qF "$(jq -r '.date[0:10]' out/results.json)" README.md
  run ! grep -x old README.md
  equal "$(awk 'length > 110' README.md)" ''
}

@test "the README has rate, ratios, CPU and interval of every producer, as in the report" {
  prepare
  run_bench save --out out
  local gnu name
  gnu=$(jq -r '.producers[] | select(.name | startswith("GNU ")).name' out/results.json)
  equal "$(print_cells README.md producer | sed '2s/ .*//' | paste -sd ,)" "producer,wc,to $gnu,to C,CPU,95 %"
  equal "$(grep '^|' README.md | sed '1,2d' | sed 's/^| //; s/ *|.*//' | paste -sd ,)" \
    "native,native in C,vmsplice,vmsplice in C,$gnu,./another"
  for name in native ./another "$gnu"; do
    equal "$(print_cells README.md "$name" | sed -n '2,3p')" \
      "$(print_cells out/report.md "$name" | sed -n '2,3p')"
    [[ $(print_cells README.md "$name" | sed -n 5p) =~ ^[0-9.]+' %'$ ]]
  done
}

@test "once more changes nothing" {
  prepare
  run_bench save --out out
  cp README.md once.md
  run_bench save --out out
  cmp README.md once.md
}

@test "incomplete, missing or older results, and a README without the markers, are refused" {
  prepare
  change incomplete '.complete = false'
  change older '.schemaVersion = 2'
  check_refusal incomplete "the results in 'incomplete' are incomplete: make bench measures anew"
  check_refusal nowhere "no results in 'nowhere': make bench measures anew"
  check_refusal older "the results in 'older' have schema version 2, not 3: make bench measures anew"
  echo nothing > README.md
  check_refusal out "no '<!-- bench:begin -->' with '<!-- bench:end -->' behind it in README.md"
}

@test "a run too noisy to show is refused, unless FORCE says otherwise" {
  prepare
  change noisy '(.producers[] | select(.name == "native").rates[].rounds) |= .[:5]'
  local advice='measure again on a quiet machine with more ROUNDS, or save with FORCE=1'
  check_refusal noisy "too noisy: native through $(jq -r '.readers[0].name' out/results.json); $advice"
  run_bench save --out noisy --force
}
