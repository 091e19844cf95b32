#!/usr/bin/env bats
# What a run of `make bench` leaves behind: figures, report and pictures, which have to agree.

load ../helpers
load helpers

# One run for all the tests here. GNU yes is the only one in tools, since every yes takes its time.
setup_file() {
  build_runner
  cd "$BATS_FILE_TMPDIR" || return
  prepare_tools pv dd wc "$GNU_YES"
  export OUT=$PWD/out TOOLS=$PWD/tools
  # shellcheck disable=SC2016 # For the shell that make starts.
  BENCH_TEST=$PWD timeout 120 make -s -C "$root" bench DOTNET='env PATH="$$TOOLS" dotnet' \
    DURATION=0.2 ROUNDS=2 STRATEGIES='console native' READERS='pv dd wc file' > table 2> progress
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

# Prints the rates in the tables of a file, as print_rates does: print_tables FILE
print_tables() {
  awk -F ' *[|] *' -v OFS='\t' '
    $2 == "producer" { reader = $4 ~ /^to / ? $3 : "" }
    reader != "" && $2 != "producer" && $2 !~ /^:/ && NF > 2 { print $2, reader, $3 }' "$1"
}

# Fails unless the JSON is as the filter wants it: check_json FILTER
check_json() {
  jq -e "$1" "$OUT/results.json" > /dev/null || { echo "not so: $1"; return 1; }
}

@test "the JSON says what was measured, where, how much and through what" {
  check_json '.schemaVersion == 3 and .complete'
  check_json '.date | fromdateiso8601? // (sub("\\.[0-9]+.*"; "Z") | fromdateiso8601) | . > 1700000000'
  check_json '.commit | test("^[0-9a-f]{12}(-dirty)?$")'
  check_json '.machine | (.cpu, .kernel, .sdk | type == "string" and length > 0) and .cores > 0'
  check_json '.settings | del(.cores) == { secondsPerRound: 0.2, rounds: 2, line: "y" }'
  check_json '[.readers[].name | sub(" .*"; "")] == ["pv", "dd", "wc", "file"]'
  check_json 'all(.readers[:3][]; .name | test("^[a-z]+ [0-9.]+$"))'
  check_json ".readers[0].name == \"pv $(pv --version | sed -n '1s/^pv \([0-9.]*\).*/\1/p')\""
}

@test "the JSON has the strategies that were named, the same in C, and GNU yes with a version" {
  check_json '[.producers[] | select(.group == "strategy") | .name] == ["console", "native"]'
  check_json '[.producers[] | select(.group == "strategy") | .language] == ["F#", "C#"]'
  check_json '[.producers[] | select(.group == "C") | .name] == ["native in C"]'
  check_json '[.producers[] | select(.group == "peer" and .name == "GNU " + .version)] | length >= 1'
}

@test "the JSON has every figure of every producer" {
  check_json 'all(.producers[]; .fault == null and (.command | length > 1))'
  check_json 'all(.producers[] | select(.group != "peer"); .executableBytes > 1000)'
  check_json 'all(.producers[] | select(.group != "peer").startSeconds; .low > 0 and .median < 1)'
  check_json 'all(.producers[] | select(.startSeconds).startSeconds; .low <= .median and .median <= .high)'
  check_json 'all(.producers[] | select(.group != "peer"); .peakMemoryBytes > 100000)'
  check_json 'all(.producers[].rates; length == 4)'
  check_json 'all(.producers[].rates[].rounds[]; .bytes > 0 and .seconds > 0 and .bytesPerSecond > 0)'
  check_json 'all(.producers[].rates[].rounds[]; .stolenCores >= 0 and .otherCores >= 0)'
  check_json 'all(.producers[].rates[]; .cpuSecondsPerGiB > 0 and .noisy)'
  check_json 'all(.producers[].rates[]; .fault == null)'
}

@test "the JSON has the CPU time as a share of a core" {
  check_json 'all(.producers[].rates[]; .cpu > 0 and .cpu < 1.5)'
}

@test "the rates are the medians of the rounds that count" {
  check_json 'all(.producers[].rates[]; [.rounds[] | select(.counts).bytesPerSecond] as $rounds
    | .bytesPerSecond.median / ($rounds | add / length) | . > 0.999 and . < 1.001)'
}

@test "producer and reader had a core each, where there are two, and the report says so" {
  local cores
  cores=$(jq -r '.settings.cores | join(" ")' "$OUT/results.json")
  if (($(nproc) > 1)); then
    [[ $cores =~ ^[0-9]+' '[0-9]+$ && ${cores% *} != "${cores#* }" ]]
    tr '\n' ' ' < "$OUT/report.md" | grep -F "Producers ran on core ${cores% *}, readers on core ${cores#* }."
  else
    equal "$cores" ''
  fi
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
    diff <(print_tables "$file" | sort) <(sort expected)
  done
  equal "$(grep -c $'\e' "$BATS_FILE_TMPDIR/table")" 0
}

@test "peers that are absent are named in table, report and JSON" {
  local absent
  absent=$(jq -r '.absent | join(", ")' "$OUT/results.json")
  [[ $absent == *toybox ]]
  grep -F "Absent: $absent." "$BATS_FILE_TMPDIR/table"
  grep -F "Absent: $absent." "$OUT/report.md"
}

@test "the output ends with the path of the report" {
  equal "$(tail -n 1 "$BATS_FILE_TMPDIR/table")" "$OUT/report.md"
}

@test "progress is reported in plain lines" {
  grep -q '^bench: round 1 of 2$' "$BATS_FILE_TMPDIR/progress"
  equal "$(grep -c $'\e' "$BATS_FILE_TMPDIR/progress")" 0
}

@test "the picture is a picture, of every producer, its rate and its ratio through the first reader" {
  xmllint --noout "$OUT/throughput.svg"
  local name reader rate
  while IFS=$'\t' read -r name reader rate; do
    [[ $reader == pv* ]] || continue
    grep -qF "$name" "$OUT/throughput.svg"
    grep -qE "$rate  ?(×|1/)[0-9.]+<" "$OUT/throughput.svg"
  done < <(print_rates "$OUT/results.json")
  grep -qE '<title>[a-z]+ writes .* to pv ' "$OUT/throughput.svg"
  grep -qE 'GiB/s through pv .*: the median, and its 95 % confidence interval' "$OUT/throughput.svg"
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
