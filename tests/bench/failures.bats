#!/usr/bin/env bats
# What the runner does about what is wrong or missing, and about signals.

load helpers

@test "bad values and missing programs are refused in one line, with status 2" {
  DURATION=0.04 refuses "DURATION: '0.04' is not a number of seconds from 0.05 to 3600"
  READERS=none DURATION=0,25 refuses "DURATION: '0,25' is not a number of seconds from 0.05 to 3600"
  READERS=none ROUNDS=1,9 refuses "ROUNDS: '1,9' is not a whole number from 1 to 500"
  ROUNDS=501 refuses "ROUNDS: '501' is not a whole number from 1 to 500"
  LINE=$'-\nn' refuses "LINE: '- n' is not a line without a dash at its start"
  READERS=./pv refuses "no reader './pv'"
  READERS='pv cat' refuses "unknown reader 'cat': there are pv dd wc socket"
  STRATEGIES=nope refuses "unknown strategy 'nope': there are $(strategies | paste -sd ' ' -)"
  PEERS=./nope refuses "no executable './nope' for a peer"
  LC_ALL=C BASE=nope \
    refuses "'nope --list-strategies' lists nothing: env: './nope': No such file or directory" compare
  OUT=$YES refuses "The file '$YES' already exists."
  refuses 'make bench, bench-compare and bench-save run this' nope
  refuses "Could not find a part of the path '$PWD/out/results.json'." save
  # make passes its variables, and fails as the runner does.
  run ! --separate-stderr make -s -C "$root" bench ROUNDS=x
  equal "${stderr_lines[0]}" "bench: ROUNDS: 'x' is not a whole number from 1 to 500"
}

@test "newest-peers without a release says so and leaves what was there" {
  install -D /dev/null peers/yes-gnu
  make_programs bin/apt-get 'cat peers/root.*/sources.list > sources; exit 100'
  run -1 --separate-stderr "$root/tools/newest-peers" peers nope
  equal "$output $(echo peers/*)" ' peers/yes-gnu'
  like "${stderr_lines[-1]} $(cat sources)" \
    'unpack-packages: @(can?t get the packages of nope deb http* nope main|no mirror of Debian*)'
}

@test "newest-peers makes the scripts that the runner and its page look for" {
  equal "$(sed -n 's/^script \([^ ]*\).*/\1/p' "$root/tools/newest-peers" | sort)" \
    "$(grep -ohP 'artifacts/peers/\K[a-z-]+' "$root"/bench/{README.md,Yes.Bench/Producers.fs} | sort -u)"
}

# The processes of a runner that was started here with BENCH_TEST="$PWD", which they inherit.
list_processes() {
  { grep -lzx "BENCH_TEST=$PWD" /proc/[0-9]*/environ 2> /dev/null || true; } |
    grep -v "^/proc/$BASHPID/" || true
}

# Runs the benchmark, and sends a signal to it in the second round: interrupt SIGNAL
interrupt() {
  env --default-signal=INT BENCH_TEST="$PWD" PATH="$PWD/tools" STRATEGIES=native dotnet "$runner" \
    > table 2> progress 3>&- &
  local pid=$!
  await grep -q 'round 2 of' progress
  [[ $(list_processes) ]] || return 1
  kill -s "$1" "$pid"
  wait "$pid"
}

@test "Ctrl-C, SIGTERM and a hang-up leave no process, and a report of what was measured until then" {
  # There is no GNU yes, so the report has to do without ratios.
  prepare_tools pv
  [[ -e tools/lscpu ]]
  local signal out=artifacts/bench
  for signal in INT TERM HUP; do
    run -130 interrupt "$signal"
    equal "$(list_processes)" ''
    # Variables that are not set have the values that the page names.
    jq -e '.complete == false and (.producers[0].rates[].bytes | length >= 1) and
      (.settings | del(.cores)) == { secondsPerRound: 0.25, rounds: 19, line: "y" } and
      (.settings.cores == []) == ('"$(nproc)"' == 1) and .readers[0].bytesPerUnit == 1' $out/results.json
    # Into a file goes all of the report, and its path.
    diff <(head -n -2 table) <(tail -n "$(($(wc -l < table) - 2))" $out/report.md)
    equal "$(tail -n 1 table)" $out/report.md
    grep -q '^Incomplete: ' table
    rm -r $out progress
  done
}
