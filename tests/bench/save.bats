#!/usr/bin/env bats
# What is kept in the repository, tried in a folder that stands in for it.

load ../helpers
load helpers

# A comparison for all the tests here.
setup_file() {
  make -s -C "$root" "$runner"
  cd "$BATS_FILE_TMPDIR" || return
  bench_quickly --strategies native --readers wc
}

# That comparison, and a README to show it.
measured() {
  cp -r "$BATS_FILE_TMPDIR/out" .
  printf '%s\n' before '<!-- bench:begin -->' old '<!-- bench:end -->' after > README.md
}

@test "it keeps report, figures and pictures, and shows the table in the README" {
  measured
  run -0 bench save --out out
  local kept
  kept=$(dirname bench/results/*/report.md)
  [[ $kept =~ ^bench/results/[a-z0-9.-]+$ ]]
  local file
  for file in report.md results.json throughput.svg throughput.png; do
    cmp "out/$file" "$kept/$file"
  done
  equal "$(sed '/begin/,/end/d' README.md)" $'before\nafter'
  grep -qF "]($kept/throughput.svg)" README.md
  grep -qF "$(grep '^| native |' out/report.md | head -n 1)" README.md
  grep -qF "$(jq -r .machine.cpu out/results.json)" README.md
  grep -qF "$(jq -r '.date[0:10]' out/results.json)" README.md
  run ! grep -x old README.md
}

@test "once more changes nothing" {
  measured
  bench save --out out
  cp README.md once.md
  bench save --out out
  cmp README.md once.md
}

@test "incomplete results, and a README without the markers, are refused" {
  measured
  jq '.complete = false' out/results.json > incomplete.json
  cp README.md before.md
  cp -r out incomplete
  mv incomplete.json incomplete/results.json
  run -2 bench save --out incomplete
  equal "$output" "bench: the results in 'incomplete' are incomplete: make bench measures anew"
  run -2 bench save --out nowhere
  equal "$output" "bench: no results in 'nowhere': make bench measures"
  cmp README.md before.md
  echo nothing > README.md
  run -2 bench save --out out
  equal "$output" "bench: no '<!-- bench:begin -->' with '<!-- bench:end -->' behind it in README.md"
}
