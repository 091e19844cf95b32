#!/usr/bin/env bats
# Tests of the results of make bench, and of how make bench-save keeps them.

load helpers

# Runs the benchmark once for all tests here. Some peers write wrong output, and one has the name of a
# strategy. The name of the directory contains an =, the shell would change the path of a reader, and
# POSIXLY_CORRECT changes how shells and programs behave.
setup_file() {
  build_runner
  mkdir "$BATS_FILE_TMPDIR/a=b"
  cd "$BATS_FILE_TMPDIR/a=b" || return
  # A shell that evaluated this line would change it. ÿ is two bytes long.
  export TEXT="it's \$x \"ÿ\"" POSIXLY_CORRECT=1
  local directory="w&\$c's"
  { "$GNU_YES" "$TEXT" | head -c 5000000; "$GNU_YES" wrong | head -c 3M; } > bytes
  make_programs "$directory/wc" 'exec wc "$@"' late 'exec cat bytes' \
    native 'test "$1" != --version || exit; sleep 300 & exec "$GNU_YES" "$@"' \
    short '"$GNU_YES" -- "$@" | head -n 2; echo enough >&2; exit 3' \
    newer 'test "$1" != --version || { echo "yes (GNU coreutils) 99.11.230-aa0c0d"; exit; }
      exec "$GNU_YES" "$@"'
  # Apart from the programs that make looks for, the benchmark needs only these.
  mkdir programs
  for program in env bash head sed mktemp rm dotnet uname locale wc dd sh sleep cat "$GNU_YES" \
    $(make -n -C "$root" bench | sed -n 's/^tools[^ ]* pv //p'); do
    ln -s "$(type -P "$program")" programs
  done
  # GNU yes is not the first yes in the PATH, but the benchmark has to find it.
  install -D "$root/artifacts/yes" first/yes
  OUT=out LINE=$TEXT DURATION=0.05 ROUNDS=1 STRATEGIES=native READERS="$directory/wc socket" \
    PEERS='late native,./short newer' PATH=$PWD/first:$PWD/programs dotnet "$runner" \
    > table 2> progress || echo "$?" > status
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
    [.writers[:3][].name, .writers[-1].name], [.writers[0,2,-1].version],
    .settings.locale, .settings.seed >= 0, .machine.systemCallNanoseconds > 10,
    (.settings.cores == [] or .machine.roundTripNanoseconds > 10)'
  assert_line --index 0 "${cpu:-$(uname -m)}"
  assert_line --index 1 "$TEXT"
  assert_line --index 2 "\"$commit\""
  # wc counts lines, which are 13 bytes long.
  assert_line --index 3 13,1
  assert_line --index 4 '"native","native in C","GNU '"$gnu_version"'","GNU 99.11.230"'
  assert_line --index 5 "\"$version\",\"$gnu_version\",\"99.11.230-aa0c0d\""
  assert_line --index 6 "$LC_ALL"
  assert_equal "${lines[*]:7}" 'true true true'
  # Each of these numbers is so large only in the unit that its name promises.
  run_filter '[.writers[:2][] | .checkedBytes / 1e6, .executableBytes / 1e4, .startSeconds[] * 1e5,
    (.rates[].rounds[] | .at * 1e3, .bytes, .seconds / 0.05, .wakeUpNanoseconds / 500, .memoryBytes / 1e5)] |
    [length, min >= 1]'
  assert_output 26,true
  # Each of these programs has one thread, so it runs for the whole round at most.
  run_filter '[.writers[:2][].rates[].rounds[] | (.writer, .reader).cpuSeconds / .seconds] |
    [length, min > 0, max <= 1]'
  assert_output 8,true,true
}

@test "make bench reports peers with wrong output and measures all others" {
  assert_equal "$(< status)" 1
  run_filter '.writers[] | select(.fault) | "\(.name): \(.fault)"'
  assert_output $'late: byte 5000001 is wrong\nshort: it ended after 26 bytes (enough)'
  run_filter '.writers[] | select(.name == "./native") |
    [.rates[].rounds[] | .bytes, 200 - .seconds] | [length, min > 0]'
  assert_output 4,true
}

@test "without a terminal, make bench prints progress, then a table and the result in at most 40 lines" {
  run cat progress
  assert_line --partial 'system call'
  assert_line --regexp '^bench: 100% after [0-9:]+, finished$'
  run cat table
  assert_line --regexp '^native .*(MiB|GiB|TiB)/s '
  assert_line --index -1 out/report.md
  refute_output --partial $'\e'
  ((${#lines[@]} <= 40))
}

@test "make bench-save keeps results under a name that belongs to this machine, and writes the pages" {
  NAME=vm-a run_bench save
  assert_failure 2
  assert_output 'bench: the results are those of a quick look, with fewer than 19 rounds'
  cd "$BATS_TEST_TMPDIR"
  mkdir -p out docs bench/results/vm-{a,b}
  # How busy the machine is now, and how little setup_file measures, is not what this test is about.
  local names
  mapfile -t names < <(strategies)
  jq '.commit = "0123456789ab" | .machine.busyCores = 0 | .stolen = 0 | .settings += {rounds: 19, line: "y"} |
    .writers[].rates[].rounds[] |= (.writer.waitingSeconds = 0 | .reader.waitingSeconds = 0) |
    .writers |= (.[0] as $native | [$ARGS.positional[] | $native + {name: .}] + .[1:])' \
    "$BATS_FILE_TMPDIR/a=b/out/results.json" --args "${names[@]}" > out/results.json
  # The same machine may use the name again, but not one on which a system call costs twice as much.
  jq '.commit = "older"' out/results.json > bench/results/vm-a/results.json
  jq '.machine.systemCallNanoseconds *= 2 | .date = "2020-02-02T00:00:00+00:00"' out/results.json \
    > bench/results/vm-b/results.json
  sed 's/^| strategy .*/&old/' "$root/README.md" > README.md
  cp "$root/docs/strategies.md" docs
  NAME=vm-a run_bench save
  assert_success
  jq -e '.commit == "0123456789ab"' bench/results/vm-a/results.json
  assert_file_exist bench/results/vm-a/report.md
  assert_file_exist bench/results/vm-a/rounds.svg
  assert_file_exist docs/pictures/ladder.svg
  run cat README.md
  assert_output --partial '](bench/results/vm-a/throughput.svg)'
  assert_output --partial '](bench/results/vm-a/report.md)'
  assert_output --partial '](bench/results/vm-b/report.md)'
  assert_line --partial '| native '
  assert_line '# yes'
  refute_line --regexp '^. strategy .*old'
  NAME=vm-b run_bench save
  assert_failure 2
  assert_output --partial 'NAME: bench/results/vm-b belongs to another machine ('
}

# Prints the rows of a page's tables, without headings and spaces.
print_rows() {
  sed -nE '/^\| (:?-|strategy|speedup|cost|piped)/d; s/\xc2\xa0/ /g; s/ *\| */|/gp' "$1"
}

# Calculates the rows of a page's tables: recompute PAGE RESULTS...
recompute() {
  jq -rsf "$BATS_TEST_DIRNAME/recompute.jq" --arg page "$1" "${@:2}"
}

@test "the tables of the kept reports and of the README agree with an independent calculation" {
  local results
  for results in "$root"/bench/results/{,tried/}*/results.json; do
    recompute report "$results" > expected
    (($(wc -l < expected) > 20))
    diff expected <(print_rows "${results%/*}/report.md")
  done
  diff <(recompute README "$root"/bench/results/*/results.json | sort) <(print_rows "$root/README.md" | sort)
}
