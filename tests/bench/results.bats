#!/usr/bin/env bats
# Tests the results of make bench and how make bench-save stores them.

load helpers

# Runs the benchmark once for all tests here. Some of the other programs write wrong output. One program has
# the same name as a strategy. The directory's name contains an =, and the reader's path contains shell
# metacharacters. POSIXLY_CORRECT changes how programs behave. CI services set variables such as CI.
setup_file() {
  mkdir "$BATS_FILE_TMPDIR/a=b"
  cd "$BATS_FILE_TMPDIR/a=b" || return
  # A shell that evaluated this line would change it. ÿ is two bytes long.
  export TEXT="it's \$x \"ÿ\"" POSIXLY_CORRECT=1 CI=true GITHUB_ACTIONS=true GITLAB_CI=true TF_BUILD=True
  local directory="w&\$c's"
  make_programs "$directory/wc" 'exec wc "$@"' wrong '"$GNU_YES" "$1" | head -n 1; exec "$GNU_YES" wrong' \
    native 'test "$1" != --version || exit; sleep 300 & exec "$GNU_YES" "$@"' \
    short 'lines=$("$GNU_YES" -- "$@" | head -n 2); echo enough >&2; printf "%s\n" "$lines"; exit 3' \
    orphan 'test "$1" != --version || exit; setsid sleep 20 & kill -KILL "$PPID"' \
    flood 'test "$1" != --version || exit; "$GNU_YES" "$1" >&2; exec "$GNU_YES" "$1"' \
    newer 'test "$1" != --version || { echo "yes (GNU coreutils) 99.11.230-aa0c0d"; exit; }
      exec "$GNU_YES" "$@"'
  # The benchmark needs only these programs and the tools that the Makefile requires.
  mkdir programs
  for program in env bash head sed mktemp rm dotnet uname wc dd sh sleep setsid cat "$GNU_YES" \
    $(make -n -C "$root" bench | sed -n 's/^tools[^ ]* pv //p'); do
    ln -s "$(type -P "$program")" programs
  done
  # GNU yes is not the first yes on the PATH, but the benchmark has to find it.
  install -D "$root/artifacts/yes" first/yes
  # Even on a busy machine, the program "short" ends within this time after its first byte.
  OUT=out LINE=$TEXT DURATION=0.2 ROUNDS=1 STRATEGIES=native READERS="$directory/wc file" \
    PEERS='wrong native,./short orphan flood newer' PATH=$PWD/first:$PWD/programs dotnet "$runner" \
    > table 2> progress || echo "$?" > status
}

setup() {
  cd "$BATS_FILE_TMPDIR/a=b" || return
}

# Runs a jq filter on the results and prints each array on one line: run_filter FILTER
run_filter() {
  run jq -r "$1 | if type == \"array\" then @csv else . end" out/results.json
}

@test "the results contain every sample" {
  commit=$("$root/artifacts/yes" --version | sed -nE 's/.*commit (.{12})[^-]*(-dirty)?\)/\1\2/p')
  gnu_version=$("$GNU_YES" --version | sed -n '1s/.* //p')
  run_filter '.settings.line, [.commit], [.readers[].bytesPerUnit],
    [.writers[:3][].name, .writers[-1].name]'
  assert_line --index 0 "$TEXT"
  assert_line --index 1 "\"$commit\""
  # wc counts lines, which are 13 bytes long.
  assert_line --index 2 13,1
  assert_line --index 3 '"native","native in C","GNU '"$gnu_version"'","GNU 99.11.230"'
  # After this scaling, every value in the correct unit is at least 1.
  run_filter '[.writers[:2][] | .executableBytes / 1e4, (.rates[].samples[] | .startSeconds * 1e5,
      .bytes, .seconds / 0.05, .writerCpuSeconds * 1e9)] |
    [length, min >= 1]'
  assert_output 34,true
}

@test "make bench reports programs with wrong output" {
  assert_equal "$(< status)" 1
  run_filter '.writers[] | select(.fault) | "\(.name): \(.fault)"'
  assert_output "./wrong: the reader failed: verify: wrong at byte 13
short: it ended: enough
orphan: the measurement ended with status 137"
  run_filter '[.writers[] | select(.name | IN("./native", "flood")) | .rates[].samples[] | .bytes] | length'
  assert_output 4
}

@test "make bench shows its progress and then a table" {
  run cat progress
  assert_line --index 0 'checking the output of every program'
  assert_line --index -1 '100%, 0:00 left'
  run cat table
  assert_line --regexp '^\| native .*(MiB|GiB|TiB)/s '
  assert_line --index -1 out/report.md
}

@test "make bench-save saves results and updates the marked blocks" {
  NAME=vm run_bench save
  assert_failure 2
  assert_output "bench: these results can't be kept, because the run has fewer than 21 rounds"
  cd "$BATS_TEST_TMPDIR"
  cp -r "$root"/{README.md,docs,bench} .
  # In this run, auto is half as fast as in a saved run, so the documents show this run.
  mkdir out
  local old
  old=$(grep -oP 'bench/results/\K[^/]+(?=/throughput)' README.md)
  jq '(.writers[] | select(.name == "auto") | .rates[].samples[].bytes) /= 2' \
    "bench/results/$old/results.json" > out/results.json
  install -D /dev/null bench/results/vm/old.svg
  NAME=vm run_bench save
  assert_success
  assert [ -e bench/results/vm/report.md ]
  cmp out/results.json bench/results/vm/results.json
  assert [ ! -e bench/results/vm/old.svg ]
  grep ', vm<' bench/results/ratios.svg
  local blocks='/<!-- bench: /,/<!-- .bench -->/d'
  diff <(sed "$blocks" "$root/README.md") <(sed "$blocks" README.md)
  run cat README.md
  assert_output --partial '(bench/results/vm/throughput.svg)'
}
