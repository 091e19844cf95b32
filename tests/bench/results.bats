#!/usr/bin/env bats
# What a run of `make bench` leaves behind: figures, report and pictures, which have to agree.

load ../helpers
load helpers

# One run for all the tests here. GNU yes is the only one in tools, since every yes takes its time.
setup_file() {
  build_runner
  cd "$BATS_FILE_TMPDIR" || return
  prepare_tools pv dd wc head "$GNU_YES"
  export OUT=$PWD/out TOOLS=$PWD/tools
  # shellcheck disable=SC2016 # For the shell that make starts.
  BENCH_TEST=$PWD timeout 120 make -s -C "$root" bench DOTNET='env PATH="$$TOOLS" dotnet' \
    DURATION=0.2 ROUNDS=1 STRATEGIES='console native' > table 2> progress
  list_processes > left
  list_files >> left
}

# Prints the files of runners that have ended. The name ends with the number of the process.
list_files() {
  local file
  for file in /dev/shm/yes-bench-*; do
    [[ ! -e $file || -e /proc/${file##*-} ]] || echo "$file"
  done
}

# Prints what the table of rates has, as print_rates does, and every cell that has no ratio: print_table FILE
print_table() {
  awk -F ' *[|] *' -v OFS='\t' '
    $2 == "producer" { if (first) exit; first = NR; split($0, reader) }
    first && NR > first + 1 && NF > 2 {
      for (i = 3; i < NF; i++) {
        cell = $i
        if (!sub(/ (×|1\/)[0-9.]+$/, "", cell)) cell = "no ratio: " cell
        print $2, reader[i], cell
      }
    }' "$1"
}

# Fails unless the JSON is as the filter wants it: check_json FILTER
check_json() {
  jq -e "$1" "$OUT/results.json" > /dev/null || { echo "not so: $1"; return 1; }
}

@test "the JSON says what was measured, where, how much and through what" {
  check_json '.schemaVersion == 2 and .complete'
  check_json '.date | fromdateiso8601? // (sub("\\.[0-9]+.*"; "Z") | fromdateiso8601) | . > 1700000000'
  check_json '.commit | (.id | test("^[0-9a-f]{40}$")) and (.dirty | type == "boolean")'
  check_json '.machine | (.cpu, .kernel, .sdk, .runtime | type == "string" and length > 0) and .cores > 0'
  check_json '.settings == { durationSeconds: 0.2, rounds: 1, line: "y", secondsPerRound: 0.2 }'
  check_json '[.readers[].name] == ["pv", "dd", "wc", "head", "file"]'
  check_json 'all(.readers[] | select(.name != "file"); .version | length > 0)'
}

@test "the JSON has the strategies that were named, and GNU yes with a version" {
  check_json '[.producers[] | select(.group == "strategy") | .name] == ["console", "native"]'
  check_json '[.producers[] | select(.group == "strategy") | .language] == ["F#", "C#"]'
  check_json '[.producers[] | select(.group == "peer" and .name == "GNU " + .version)] | length == 1'
}

@test "the JSON has every figure of every producer" {
  check_json 'all(.producers[]; .fault == null and .executableBytes > 1000 and (.command | length > 1))'
  check_json 'all(.producers[].startSeconds; .minimum > 0 and .median < 1)'
  check_json 'all(.producers[].startSeconds; .minimum <= .median and .median <= .maximum)'
  check_json 'all(.producers[]; .cpuSecondsPerGiB > 0 and .peakMemoryBytes > 100000)'
  check_json 'all(.producers[].rates; keys == ["dd", "file", "head", "pv", "wc"])'
  check_json 'all(.producers[].rates[]; (.rounds | length == 1) and .rounds[0] == .bytesPerSecond.median)'
  check_json 'all(.producers[].rates[]; .noisy == false and .bytesPerSecond.spread == 0)'
  check_json 'all(.producers[].rates[]; .ratioToGnu > 0 and .fault == null)'
  check_json 'all(.producers[] | select(.name | startswith("GNU ")).rates[]; .ratioToGnu == 1)'
}

@test "the JSON has the CPU time as a share of a core, for each reader" {
  check_json 'all(.producers[].rates[]; .cpu > 0 and .cpu < 1.5)'
  # The one is of the time of the writer, the other of the time of both, which may be much longer for some
  # producers if the machine is busy.
  check_json '[.producers[]
    | .cpuSecondsPerGiB * .rates.pv.bytesPerSecond.median / 1073741824 / .rates.pv.cpu]
    | max | . > 0.8 and . <= 1.01'
}

@test "a buffer is faster than a line at a time, through every reader" {
  # For each second of CPU time, whose share is small on a busy machine.
  check_json '[.producers[] | { (.name): (.rates | map_values(.bytesPerSecond.median / .cpu)) }] | add
    | . as $rates | all(.native | keys[]; $rates.native[.] > 10 * $rates.console[.])'
}

@test "the report and the output have the figures of the JSON, as plain text" {
  print_rates "$OUT/results.json" > expected
  local file
  for file in "$OUT/report.md" "$BATS_FILE_TMPDIR/table"; do
    diff <(print_table "$file") expected
  done
  equal "$(grep -c $'\e' "$BATS_FILE_TMPDIR/table")" 0
}

@test "peers that are absent are named in table, report and JSON" {
  local absent
  absent=$(jq -r '.absent | join(", ")' "$OUT/results.json")
  [[ $absent == *'busybox, toybox' ]]
  grep -F "Absent: $absent." "$BATS_FILE_TMPDIR/table"
  grep -F "Absent: $absent." "$OUT/report.md"
}

@test "the output ends with the path of the report" {
  equal "$(tail -n 1 "$BATS_FILE_TMPDIR/table")" "$OUT/report.md"
}

@test "progress is reported in plain lines" {
  grep -q '^bench: round 1 of 1$' "$BATS_FILE_TMPDIR/progress"
  equal "$(grep -c $'\e' "$BATS_FILE_TMPDIR/progress")" 0
}

@test "the pictures are pictures, of every producer and its rate through the first reader" {
  equal "$(head -c 8 "$OUT/throughput.png" | od -An -tx1)" ' 89 50 4e 47 0d 0a 1a 0a'
  xmllint --noout "$OUT/throughput.svg"
  local name reader rate
  while IFS=$'\t' read -r name reader rate; do
    [[ $reader == pv ]] || continue
    grep -qF "$name" "$OUT/throughput.svg"
    grep -qE "$rate  ?(×|1/)[0-9.]+<" "$OUT/throughput.svg"
  done < <(print_rates "$OUT/results.json")
  grep -qE '<title>The rate of each yes through pv</title>' "$OUT/throughput.svg"
  grep -qE 'GiB/s through pv: ' "$OUT/throughput.svg"
}

@test "no process and no file is left" {
  equal "$(< "$BATS_FILE_TMPDIR/left")" ''
}

@test "each colour of the picture has a contrast of at least 4.5 to 1 on white and on black" {
  # All but the white of the range, which is drawn on the bars.
  local colours
  mapfile -t colours < <(
    grep -oiE '(fill|stroke|rgb)[^;]{0,4}(#[0-9a-f]{6}|rgb\([^)]*\))' "$OUT/throughput.svg" |
      perl -ne 'printf "%02x%02x%02x\n", $1, $2, $3 if /rgb\( *(\d+), *(\d+), *(\d+)/;
        print lc $1, "\n" if /#([0-9a-f]{6})/i' |
      sort -u | grep -vx ffffff
  )
  ((${#colours[@]} >= 3))
  perl -e '
    sub linear {
      my $part = hex($_[0]) / 255;
      $part <= 0.04045 ? $part / 12.92 : (($part + 0.055) / 1.055) ** 2.4
    }
    for (@ARGV) {
      my ($red, $green, $blue) = map { linear($_) } /../g;
      my $luminance = 0.2126 * $red + 0.7152 * $green + 0.0722 * $blue;
      my $contrast = 1.05 / ($luminance + 0.05) < ($luminance + 0.05) / 0.05
        ? 1.05 / ($luminance + 0.05) : ($luminance + 0.05) / 0.05;
      print "#$_ $contrast\n";
      $low = 1 if $contrast < 4.5;
    }
    exit($low // 0)' "${colours[@]}"
}
