#!/usr/bin/env bats
# What the runner does about what is wrong or missing, and about signals.

load ../helpers
load helpers

@test "bad values and missing programs are refused in one line, with status 2" {
  DURATION=long refuses "DURATION: 'long' is not a number of seconds from 0.05 to 3600"
  DURATION=0.04 refuses "DURATION: '0.04' is not a number of seconds from 0.05 to 3600"
  ROUNDS=1.5 refuses "ROUNDS: '1.5' is not a whole number from 1 to 500"
  ROUNDS=0 refuses "ROUNDS: '0' is not a whole number from 1 to 500"
  ROUNDS=501 refuses "ROUNDS: '501' is not a whole number from 1 to 500"
  LINE=-n refuses "LINE: '-n' is not a line without a dash at its start"
  READERS=./pv refuses "no reader './pv'"
  READERS='pv cat' refuses "unknown reader 'cat': there are pv dd wc"
  READERS=, refuses "READERS: ',' is not a list of names"
  STRATEGIES=nope refuses "unknown strategy 'nope': there are $(strategies | paste -sd ' ' -)"
  PEERS=./nope refuses "no executable './nope' for a peer"
  BASE=nope refuses "no executable 'nope': make builds it" compare
  OUT=$YES refuses "The file '$YES' already exists."
  refuses 'make bench, bench-compare and bench-save run this' nope
  prepare_tools wc
  PATH=$PWD/tools refuses "no reader 'pv'"
}

@test "make passes its variables to the runner, and fails as the runner does" {
  run ! --separate-stderr make -s -C "$root" bench ROUNDS=x
  equal "${stderr_lines[0]}" "bench: ROUNDS: 'x' is not a whole number from 1 to 500"
  run ! --separate-stderr make -s -C "$root" bench-save OUT=nowhere
  equal "${stderr_lines[0]}" "bench: no results in 'nowhere': make bench measures anew"
  run ! --separate-stderr make -s -C "$root" bench-compare BASE=nope
  equal "${stderr_lines[0]}" "bench: BASE='nope' is no revision"
  # With the base that it would build.
  make_program runner 'echo "$BASE $LINE" "$@"'
  local command
  command=$(make -ns -C "$root" bench-compare DOTNET="$PWD/runner" | tail -n 1)
  command=${command/tools\/build-revision/echo}
  equal "$(BASE=f LINE='y  z' eval "${command/ artifacts*dll/}")" 'f y  z compare'
}

@test "make builds what a comparison measures, and the runner" {
  local target input
  while read -r target input; do
    make -C "$root" -n -W "$input" "$target" | grep -qE ' (publish|msbuild) |-O2 .*yes\.c' ||
      { echo "$target does not follow $input"; return 1; }
  done << 'END'
bench bench/yes.c
bench bench/Yes.Bench/sample
bench src/Yes.CSharp/Program.cs
bench-save bench/Yes.Bench/Chart.fs
bench-compare bench/Yes.Bench/Format.fs
bench-compare src/Yes.CSharp/Program.cs
END
}

@test "a run that fails leaves the results of before" {
  prepare_tools wc
  mkdir -p out/report.md
  echo old > out/results.json
  PATH=$PWD/tools DURATION=0.1 ROUNDS=1 STRATEGIES=native READERS=wc run -2 --separate-stderr run_bench
  equal "${stderr_lines[-1]}" "bench: 'out/report.md' is a directory"
  equal "$(echo out/*) $(< out/results.json)" 'out/report.md out/results.json old'
}

@test "newest-peers without apt-get, or a release, says so and leaves what was there" {
  prepare_tools dirname
  PATH=$PWD/tools run -1 "$root/tools/newest-peers" peers forky
  equal "${lines[*]%%;*} $(echo peers*)" 'bench-peers: needs apt-get and dpkg peers*'
  mkdir peers
  touch peers/yes-gnu
  make_program apt-get 'exit 100'
  PATH=$PWD:$PATH run -1 --separate-stderr "$root/tools/newest-peers" peers nope
  equal "$output $(echo peers/*)" ' peers/yes-gnu'
  grep -E "^bench-peers: (can't get the packages of nope|no mirror of Debian)" <<< "${stderr_lines[-1]}"
}

# Runs the benchmark, and sends a signal to it when it reports a step: interrupt SIGNAL STEP
interrupt() {
  env --default-signal=INT BENCH_TEST="$PWD" PATH="$PWD/tools" OUT=out STRATEGIES=native dotnet "$runner" \
    > table 2> progress 3>&- &
  local pid=$!
  timeout 60 grep -q "$2" <(tail -n +1 -F --pid="$pid" progress 2> /dev/null 3>&-) || return 1
  [[ $(list_processes) ]] || return 1
  kill -s "$1" "$pid"
  wait "$pid"
}

@test "Ctrl-C and SIGTERM leave no process, and what was measured is reported as incomplete" {
  # There is no GNU yes, so the report has to do without ratios.
  prepare_tools wc
  local signal
  for signal in INT TERM; do
    ROUNDS=500 READERS=wc run -130 interrupt "$signal" 'round 2 of'
    equal "$(list_processes)" ''
    jq -e '.complete == false and (.producers[0].rates[].bytes | length >= 1)' out/results.json
    grep -q '^Incomplete: ' table
    rm -r out progress
  done
}

@test "a runner that is killed leaves nothing that lasts" {
  prepare_tools pv "$GNU_YES"
  DURATION=1 READERS=pv run -137 interrupt KILL 'round 1 of'
  is_none_left() { [[ ! $(list_processes) ]]; }
  await is_none_left
}
