#!/usr/bin/env bats
# What a run of `make bench` leaves behind: figures, report and pictures, which have to agree.

load ../helpers
load helpers

# One run for all the tests here.
setup_file() {
  export OUT=$BATS_FILE_TMPDIR/out
  timeout 120 make -s -C "$root" bench DURATION=0.2 ROUNDS=1 STRATEGIES='console native' \
    > "$BATS_FILE_TMPDIR/table" 2> "$BATS_FILE_TMPDIR/progress"
}

# Fails unless the JSON is as the filter wants it: json FILTER
json() {
  jq -e "$1" "$OUT/results.json" > /dev/null || { echo "not so: $1"; return 1; }
}

# The rates in the JSON, as "name reader 1.23 GiB/s", a line each.
rates() {
  jq -r '.producers[] | .name as $name | .rates | to_entries[] | "\($name) \(.key) \(.value.bytesPerSecond.median)"' \
    "$OUT/results.json" | awk '{
      unit = int(log($3) / log(1024))
      value = $3 / 1024 ^ unit
      digits = 2 - int(log(value) / log(10))
      printf "%s %s %.*f %s/s\n", $1, $2, digits < 0 ? 0 : digits, value, substr("B  KiBMiBGiBTiB", 3 * unit + 1, 3)
    }'
}

@test "the JSON says what was measured, where, how much and through what" {
  json '.schemaVersion == 1 and .complete'
  json '.date | fromdateiso8601? // (sub("\\.[0-9]+.*"; "Z") | fromdateiso8601) | . > 1700000000'
  json '.commit | (.id | test("^[0-9a-f]{40}$")) and (.dirty | type == "boolean")'
  json '.machine | (.cpu, .kernel, .sdk, .runtime | type == "string" and length > 0) and .cores > 0'
  json '.settings == { durationSeconds: 0.2, rounds: 1, line: "y", secondsPerRound: 0.2 }'
  json '[.readers[].name] == ["pv", "dd", "wc", "head", "file"]'
  json 'all(.readers[] | select(.name != "file"); .version | length > 0)'
  json '.absent | type == "array"'
}

@test "the JSON has the strategies that were named, and GNU yes with a version" {
  json '[.producers[] | select(.group != "peer") | .name] == ["console", "native"]'
  json '[.producers[] | select(.group == "article") | .language] == ["F#", "C#"]'
  json '[.producers[] | select(.name == "GNU" and .group == "peer" and (.version | test("^[0-9]")))] | length == 1'
}

@test "the JSON has every figure of every producer" {
  json 'all(.producers[]; .fault == null and .executableBytes > 1000 and (.command | length > 1))'
  json 'all(.producers[].startSeconds; .minimum > 0 and .median >= .minimum and .maximum >= .median and .median < 1)'
  json 'all(.producers[]; .cpuSecondsPerGiB > 0 and .peakMemoryBytes > 100000)'
  json 'all(.producers[].rates; keys == ["dd", "file", "head", "pv", "wc"])'
  json 'all(.producers[].rates[]; (.rounds | length == 1) and .rounds[0] == .bytesPerSecond.median)'
  json 'all(.producers[].rates[]; .noisy == false and .bytesPerSecond.spread == 0 and .ratioToGnu > 0 and .fault == null)'
  json 'all(.producers[] | select(.name == "GNU").rates[]; .ratioToGnu == 1)'
}

@test "a buffer is faster than a line at a time, through every reader" {
  json '[.producers[] | { (.name): .rates }] | add
    | . as $by | all(.native | keys[]; $by.native[.].bytesPerSecond.median > 10 * $by.console[.].bytesPerSecond.median)'
}

@test "the report has the figures of the JSON" {
  local name reader rate column
  while read -r name reader rate; do
    column=$(jq --arg reader "$reader" '[.readers[].name] | index($reader) + 3' "$OUT/results.json")
    [[ $(grep -m 1 "^| $name |" "$OUT/report.md" | cut -d '|' -f "$column") == " $rate ×"* ]] ||
      { echo "not in the report: $name $reader $rate"; return 1; }
  done < <(rates)
}

@test "the terminal's table has the same figures, as plain text" {
  local name reader rate
  while read -r name reader rate; do
    grep "^  $name " "$BATS_FILE_TMPDIR/table" | grep -qF " $rate ×" || { echo "missing: $name $rate"; return 1; }
  done < <(rates)
  equal "$(grep -c $'\e' "$BATS_FILE_TMPDIR/table")" 0
}

@test "the progress is told in plain lines" {
  grep -q '^bench: round 1 of 1$' "$BATS_FILE_TMPDIR/progress"
  equal "$(grep -c $'\e' "$BATS_FILE_TMPDIR/progress")" 0
}

@test "the pictures are pictures, of every producer and its rate through the first reader" {
  equal "$(head -c 8 "$OUT/throughput.png" | od -An -tx1)" ' 89 50 4e 47 0d 0a 1a 0a'
  xmllint --noout "$OUT/throughput.svg"
  local name reader rate
  while read -r name reader rate; do
    [[ $reader == pv ]] || continue
    grep -qF "$name" "$OUT/throughput.svg"
    grep -qF "$rate" "$OUT/throughput.svg"
  done < <(rates)
}
