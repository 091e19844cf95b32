#!/usr/bin/env bats
# Tests of the results of make bench, and of how make bench-save keeps them.

load helpers

# Runs make bench once for all tests here, with peers of which some write wrong output. The directory has an =
# in its name, and a variable changes how shells and programs behave.
setup_file() {
  build_runner
  mkdir "$BATS_FILE_TMPDIR/a=b"
  cd "$BATS_FILE_TMPDIR/a=b" || return
  # A shell that evaluated this line would change it. ÿ is two bytes long.
  export TEXT="it's \$x \"ÿ\"" POSIXLY_CORRECT=1
  { "$GNU_YES" "$TEXT" | head -c 5000000; "$GNU_YES" wrong | head -c 3M; } > bytes
  make_programs late 'exec cat "${0%/*}/bytes"' \
    short '"$GNU_YES" -- "$@" | head -n 2; echo enough >&2; exit 3' \
    forking '[ "$1" = --version ] || sleep 300 & exec "$GNU_YES" -- "$@"' \
    newer 'test "$1" != --version || { echo "yes (GNU coreutils) 99.11.230-aa0c0d"; exit; }
      exec "$GNU_YES" "$@"'
  # Apart from the programs that make looks for, the benchmark needs only these.
  mkdir programs
  for program in env bash head sed mktemp rm dotnet uname wc dd sh sleep cat "$GNU_YES" \
    $(make -n -C "$root" bench | sed -n 's/^tools[^ ]* pv //p'); do
    ln -s "$(type -P "$program")" programs
  done
  # GNU yes is not the first yes in the PATH, but the benchmark has to find it.
  install -D "$root/artifacts/yes" first/yes
  OUT=$PWD/out LINE=$TEXT DURATION=0.2 ROUNDS=1 STRATEGIES='span native' READERS='wc socket' \
    PEERS="$PWD/late $PWD/short,$PWD/forking $PWD/newer" \
    make -s -C "$root" bench BENCH="$BENCH" DOTNET="env -- PATH=$PWD/first:$PWD/programs dotnet" > table 2> progress ||
    echo "$?" > status
}

setup() {
  cd "$BATS_FILE_TMPDIR/a=b" || return
}

# Runs a jq filter on the results, with each array in one line: run_filter FILTER
run_filter() {
  run jq -r "$1 | if type == \"array\" then @csv else . end" out/results.json
}

@test "the results contain the machine, the commit, the line, the programs and all measurements" {
  cpu=$(lscpu | sed -n 's/^Model name: *//p' | head -n 1)
  commit=$("$root/artifacts/yes" --version | sed -nE 's/.*commit (.{12})[^-]*(-dirty)?\)/\1\2/p')
  version=$("$root/artifacts/yes" --version | sed -nE '1s/.*NET\) ([0-9.]+).*/\1/p')
  gnu_version=$("$GNU_YES" --version | sed -n '1s/.* //p')
  run_filter '.machine.cpu, .settings.line, [.commit], [.readers[].bytesPerUnit],
    [.writers[:4][].name, .writers[-1].name], [.writers[0,3,-1].version],
    .machine.systemCallNanoseconds > 10'
  assert_line --index 0 "${cpu:-$(uname -m)}"
  assert_line --index 1 "$TEXT"
  assert_line --index 2 "\"$commit\""
  # wc counts lines, which are 13 bytes long.
  assert_line --index 3 13,1
  assert_line --index 4 '"span","native","native in C","GNU '"$gnu_version"'","GNU 99.11.230"'
  assert_line --index 5 "\"$version\",\"$gnu_version\",\"99.11.230-aa0c0d\""
  assert_line --index 6 true
  run_filter '[.writers[:3][] | .checkedBytes, .executableBytes, .peakMemoryBytes, .startSeconds[],
    (.rates[].rounds[] | .at, .bytes, .seconds)] | [length, min > 0]'
  assert_output 30,true
  # Each of these programs has one thread, so it is busy for the whole round at most.
  run_filter '[.writers[:3][].rates[].rounds[] | .writer.busy, .reader.busy] | [length, min > 0, max <= 1]'
  assert_output 12,true,true
}

@test "make bench reports peers with wrong output and measures all others" {
  # make exits with status 2 because the benchmark exits with status 1.
  assert_equal "$(< status)" 2
  run_filter '.writers[] | select(.fault) | "\(.name): \(.fault)"'
  assert_output $'late: byte 5000001 is wrong\nshort: it ended after 26 bytes (enough)'
  run_filter '.writers[] | select(.name == "forking") | [.rates[].rounds[] | .bytes, 200 - .seconds] |
    [length, min > 0]'
  assert_output 4,true
}

@test "without a terminal, make bench prints progress, then a table and the result in at most 40 lines" {
  run cat progress
  assert_line --partial 'system call'
  assert_line --regexp '^bench: 100% after [0-9:]+, finished$'
  run cat table
  assert_line --regexp '^native .*(MiB|GiB|TiB)/s '
  assert_line --index -1 "$PWD/out/report.md"
  refute_output --partial $'\e'
  ((${#lines[@]} <= 40))
}

# Enters a new directory that contains a README and the results, changed by a jq filter: prepare FILTER
prepare() {
  cd "$(mktemp -d "$BATS_TEST_TMPDIR/XXX")" || return
  mkdir out
  # Whether the machine is busy now is not what these tests are about.
  jq ".commit = \"0123456789ab\" | .machine.busyCores = 0 |
    .writers[].rates[].rounds[] |= (.stolen = 0 | .writer.waiting = 0 | .reader.waiting = 0) | $1" \
    "$BATS_FILE_TMPDIR/a=b/out/results.json" > out/results.json
  printf '%s\n' before '![old](bench/results/old.svg)' '| speedup old |' '| :- |' '' \
    'Medians of `auto` old.' 'old' '' '| strategy old |' '| :- |' '' after > README.md
}

@test "make bench-save keeps the results with their pages, and shows them in the README" {
  # A strategy may fail with some readers.
  prepare '.machine.cpu = "A" | .machine.kernel = "6" | .writers[0].rates[.readers[1].name].fault = "no"'
  run_bench save
  assert_success
  jq -e '.machine.cpu == "A"' bench/results/a-6/results.json
  assert_file_exist bench/results/a-6/report.md
  assert_file_exist bench/results/a-6/rounds.svg
  assert_file_exist docs/pictures/ladder.svg
  run cat README.md
  assert_output --partial '](bench/results/a-6/throughput.svg)'
  assert_line --partial '| native '
  assert_line before
  assert_line after
  refute_output --partial old
  # The same machine again, and one on which a system call costs twice as much.
  run_bench save
  assert_output --partial 'saved to bench/results/a-6/'
  jq '.machine.systemCallNanoseconds *= 2' out/results.json > results && mv results out/results.json
  run_bench save
  assert_output --partial 'saved to bench/results/a-6-2/'
  run cat README.md
  assert_output --partial '](bench/results/a-6-2/report.md)'
  assert_output --partial '](bench/results/a-6/report.md)'
}

@test "make bench-save rejects results that are incomplete, faulty, noisy, or not of a clean commit" {
  local filter
  for filter in '.complete = false' '.commit = "0123456789ab-dirty"' '.commit = ""' \
    '.writers[2].fault = "byte 1"' '.writers[1].rates[].rounds = []' \
    '.machine.busyCores = 0.5' '.writers[].rates[].rounds[].stolen = 0.06'; do
    prepare "$filter"
    run_bench save
    assert_failure 2
    assert_output --partial 'bench: the results are '
    assert_file_not_exist bench
  done
}
