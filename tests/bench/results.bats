#!/usr/bin/env bats
# Tests of the results of make bench, and of how make bench-save keeps them.

load helpers

# Runs make bench once for all tests here, with peers of which some write wrong output.
setup_file() {
  build_runner
  cd "$BATS_FILE_TMPDIR" || return
  # A shell that evaluated this line would change it. ÿ is two bytes long.
  export TEXT="it's \$x \"ÿ\""
  { "$GNU_YES" "$TEXT" | head -c 5000000; "$GNU_YES" wrong | head -c 3M; } > bytes
  make_programs late 'exec cat "${0%/*}/bytes"' \
    short '"$GNU_YES" -- "$@" | head -n 2; echo enough >&2; exit 3' \
    forking 'sleep 9 3>&- & exec "$GNU_YES" -- "$@"' \
    newer 'test "$1" != --version || { echo "yes (GNU coreutils) 99.11.230-aa0c0d"; exit; }
      exec "$GNU_YES" "$@"'
  # Apart from the programs that make looks for, the benchmark needs only these.
  mkdir programs
  for program in env bash timeout head sed mktemp rm dotnet uname wc dd sh sleep cat "$GNU_YES" \
    $(make -n -C "$root" bench | sed -n 's/^tools[^ ]* pv //p'); do
    ln -s "$(type -P "$program")" programs
  done
  # GNU yes is not the first yes in the PATH, but the benchmark has to find it.
  install -D "$root/artifacts/yes" first/yes
  OUT=$PWD/out LINE=$TEXT DURATION=0.2 ROUNDS=1 STRATEGIES='span native' READERS='wc socket' \
    PEERS="$PWD/late $PWD/short,$PWD/forking $PWD/newer" \
    make -s -C "$root" bench DOTNET="env PATH=$PWD/first:$PWD/programs dotnet" > table 2> progress ||
    echo "$?" > status
}

setup() {
  cd "$BATS_FILE_TMPDIR" || return
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
    [.producers[:4][].name, .producers[-1].name], [.producers[0,3,-1].version]'
  assert_line --index 0 "${cpu:-$(uname -m)}"
  assert_line --index 1 "$TEXT"
  assert_line --index 2 "\"$commit\""
  # wc counts lines, which are 13 bytes long.
  assert_line --index 3 13,1
  assert_line --index 4 '"span","native","native in C","GNU '"$gnu_version"'","GNU 99.11.230"'
  assert_line --index 5 "\"$version\",\"$gnu_version\",\"99.11.230-aa0c0d\""
  run_filter '[.producers[:3][] | .executableBytes, .peakMemoryBytes, .startSeconds[],
    (.rates[] | .bytes[], .seconds[], .cpuSeconds[])] | [length, min > 0]'
  assert_output 27,true
}

@test "make bench reports peers with wrong output and measures all others" {
  # make exits with status 2 because the benchmark exits with status 1.
  assert_equal "$(< status)" 2
  run_filter '.producers[] | select(.fault) | "\(.name): \(.fault)"'
  assert_output $'late: byte 5000001 is wrong\nshort: it ended after 26 bytes (enough)'
  run_filter '.producers[] | select(.name == "forking") | [.rates[] | .bytes[], 8 - .seconds[]] |
    [length, min > 0]'
  assert_output 4,true
}

# Enters a new directory with a README and with the results after a jq filter: prepare FILTER
prepare() {
  cd "$(mktemp -d "$BATS_TEST_TMPDIR/XXX")" || return
  mkdir out
  jq ".commit = \"0123456789ab\" | $1" "$BATS_FILE_TMPDIR/out/results.json" > out/results.json
  printf '%s\n' before '<!-- bench:'{chart,table}$' -->\nold\n<!-- bench:end -->' after > README.md
}

@test "make bench-save keeps the results with their pages, and shows them in the README" {
  # A strategy may fail with some readers.
  prepare '.machine.cpu = "A" | .machine.kernel = "6" | .producers[0].rates[.readers[1].name].fault = "no"'
  run_bench save
  assert_success
  cmp out/results.json bench/results/a-6/results.json
  assert_file_exist bench/results/a-6/report.md
  assert_file_exist docs/pictures/ladder.svg
  run cat README.md
  assert_line --partial '](bench/results/a-6/throughput.svg)'
  assert_line --partial '| native '
  refute_line old
}

@test "make bench-save rejects results that are incomplete, faulty, or not of a clean commit" {
  local filter
  for filter in '.complete = false' '.commit = "0123456789ab-dirty"' '.commit = ""' \
    '.producers[2].fault = "byte 1"' '.producers[1].rates[].fault = "it broke"'; do
    prepare "$filter"
    run_bench save
    assert_failure 2
    assert_output --partial 'bench: the results '
    assert_file_not_exist bench
  done
}
