#!/usr/bin/env bats
# Ctrl-C, and whether processes are left.

load ../helpers
load helpers

# Runs the benchmark, and sends a signal to it when it reports a step: interrupt SIGNAL STEP ARGUMENT...
interrupt() {
  env --default-signal=INT BENCH_TEST="$PWD" PATH="$PWD/tools" dotnet "$runner" --yes "$YES" --c "$in_c" \
    --out out --strategies native "${@:3}" > table 2> progress 3>&- &
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
    run -130 interrupt "$signal" 'round 2 of' --rounds 500 --readers wc
    equal "$(list_processes)" ''
    jq -e '.absent[0] == "GNU" and .complete == false and (.producers[] | select(.name == "native")
      | .rates[].rounds | length >= 1)' out/results.json
    grep -q '^- Incomplete: ' table
    rm -r out progress
  done
}

@test "a runner that is killed leaves nothing that lasts" {
  # The pipe ends with the last process that has inherited it.
  mkfifo alive
  timeout 60 cat alive 3>&- &
  local reader=$!
  prepare_tools pv "$GNU_YES"
  run -137 interrupt KILL 'round 1 of' --duration 1 --rounds 1 --readers pv,file 9> alive
  wait "$reader"
  equal "$(list_processes)" ''
}
