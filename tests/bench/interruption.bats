#!/usr/bin/env bats
# Ctrl-C, and whether processes are left.

load ../helpers
load helpers

# Waits until the runner, of that number, reports a step: await_step PID STEP
await_step() {
  timeout 60 grep -q "$2" <(tail -n +1 -F --pid="$1" progress 2> /dev/null 3>&-)
}

# Sends a signal in the middle of the rounds: interrupt SIGNAL
# There is no GNU yes, so the report has to do without ratios.
interrupt() {
  prepare_tools wc
  env --default-signal=INT BENCH_TEST="$PWD" PATH="$PWD/tools" \
    dotnet "$root/$runner" --yes "$YES" --c "$root/artifacts/yes-in-c" --out out \
    --rounds 500 --strategies native --readers wc > table 2> progress 3>&- &
  local pid=$!
  await_step "$pid" 'round 2 of'
  kill -s "$1" "$pid"
  local status=0
  wait "$pid" || status=$?
  equal "$status" 130
}

# Checks that what was measured is reported, and that no process is left.
check_end() {
  equal "$(list_processes)" ''
  jq -e '.absent[0] == "GNU"' out/results.json
  jq -e '.complete == false and (.producers[] | select(.name == "native").rates[].rounds | length >= 1)' \
    out/results.json
  grep -q '^- Incomplete: ' table
  grep -q '^- Incomplete: ' out/report.md
  grep -qE '^\| native +\| +[0-9.]+ [MG]iB/s' out/report.md
}

@test "Ctrl-C leaves no process behind, and what was measured is reported as incomplete" {
  interrupt INT
  check_end
}

@test "so does SIGTERM" {
  interrupt TERM
  check_end
}

@test "a runner that is killed leaves nothing that lasts" {
  # The pipe ends with the last process that has inherited it.
  mkfifo alive
  timeout 60 cat alive 3>&- &
  local reader=$!
  prepare_tools pv "$GNU_YES"
  env BENCH_TEST="$PWD" PATH="$PWD/tools" dotnet "$root/$runner" --yes "$YES" \
    --c "$root/artifacts/yes-in-c" --out out --duration 1 --rounds 1 \
    --strategies native --readers pv,file > table 2> progress 3>&- 9> alive &
  local pid=$!
  await_step "$pid" 'round 1 of'
  [[ -n $(list_processes) ]]
  kill -s KILL "$pid"
  wait "$reader"
  equal "$(list_processes)" ''
}
