#!/usr/bin/env bats
# Ctrl-C, and what becomes of the processes.

load ../helpers
load helpers

# The processes that the runner of this test started, and itself, known by a variable in their environment.
processes() {
  grep -lzx "BENCH_TEST=$BATS_TEST_TMPDIR" /proc/[0-9]*/environ 2> /dev/null | grep -v "^/proc/$BASHPID/" || true
}

# Sends a signal in the midst of the rounds: interrupted SIGNAL
interrupted() {
  env --default-signal=INT BENCH_TEST="$BATS_TEST_TMPDIR" dotnet "$root/$runner" --yes "$YES" --out out \
    --duration 60 --rounds 600 --strategies native --readers wc,file > table 2> progress 3>&- &
  local pid=$!
  timeout 60 sh -c 'until grep -q "round 2 of" progress; do sleep 0.1; done'
  kill -s "$1" "$pid"
  local status=0
  wait "$pid" || status=$?
  equal "$status" 130
}

# What was measured is there, and nothing runs any more.
ended_well() {
  equal "$(processes)" ''
  jq -e '.complete == false and ([.producers[] | select(.name == "native")][0].rates.wc.rounds | length >= 1)' \
    out/results.json
  grep -q '^Incomplete: ' table
  grep -q '^- Incomplete: ' out/report.md
  grep -qE '^\| native \| [0-9.]+ [MG]iB/s' out/report.md
}

@test "Ctrl-C leaves no process behind, and what was measured is reported as incomplete" {
  interrupted INT
  ended_well
}

@test "so does SIGTERM" {
  interrupted TERM
  ended_well
}

@test "a run that ends by itself leaves no process and no file behind" {
  BENCH_TEST=$BATS_TEST_TMPDIR bench_quickly --strategies native --readers pv,head,file
  equal "$(processes)" ''
  equal "$(find /dev/shm -name 'yes-bench-*')" ''
}

@test "a runner that is killed leaves nothing that lasts" {
  BENCH_TEST=$BATS_TEST_TMPDIR dotnet "$root/$runner" --yes "$YES" --out out \
    --duration 2 --rounds 2 --strategies native --readers pv,file > table 2> progress 3>&- &
  local pid=$!
  timeout 60 sh -c 'until grep -q "warm-up" progress; do sleep 0.1; done'
  kill -s KILL "$pid"
  wait "$pid" || true
  local tries
  for ((tries = 0; tries < 50; tries++)); do
    [[ -n $(processes) ]] || return 0
    sleep 0.1
  done
  processes
  return 1
}
