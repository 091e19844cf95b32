#!/usr/bin/env bats
# What the runner does about what is wrong or missing, and about signals.

load ../helpers
load helpers

@test "bad values and missing programs are refused in one line, with status 2" {
  local duration='is not a number of seconds from 0.05 to 3600'
  local rounds='is not a whole number from 1 to 500'
  refuses "--duration: 'long' $duration" --duration long
  refuses "--duration: '0.04' $duration" --duration 0.04
  refuses "--rounds: '1.5' $rounds" --rounds 1.5
  refuses "--rounds: '0' $rounds" --rounds 0
  refuses "--rounds: '501' $rounds" --rounds 501
  refuses '--line: neither a dash at the start nor a newline will do' --line=-n
  refuses "--readers: ',' names nothing" --readers ,
  refuses "unknown strategy 'nope': there are $(strategies | paste -sd ' ' -)" --yes "$YES" --strategies nope
  refuses "no reader './pv'" --readers ./pv
  refuses "unknown reader 'cat': there are pv dd wc" --readers cat
  refuses "no executable './nope' for a peer" --yes "$YES" --c "$in_c" --peers ./nope
  refuses "no executable 'nope': make builds it" --yes nope
  refuses "The file '$YES' already exists." --yes "$YES" --c "$in_c" --out "$YES"
  prepare_tools wc
  PATH=$PWD/tools refuses "no reader 'pv'" --yes "$YES"
}

@test "make passes its variables to the runner, and fails as the runner does" {
  export DURATION=1 ROUNDS=2 LINE='y  z' STRATEGIES='a b' READERS=pv,c OUT=d PEERS=e BASE=f
  local options='--duration=1 --rounds=2 --line=y  z --strategies=a b --readers=pv,c'
  equal "$(make -s -C "$root" bench DOTNET=echo | sed 's/.*dll //')" "$options --out=d --peers=e"
  equal "$(make -s -C "$root" bench-save DOTNET=echo | sed 's/.*dll //')" 'save --out=d'
  # With the base that it would build.
  local compare
  compare=$(make -ns -C "$root" bench-compare DOTNET=echo | tail -n 1)
  equal "$(eval "${compare/tools\/build-revision/echo}" | sed 's/.*dll //')" "compare --base f $options"
  run ! --separate-stderr make -s -C "$root" bench
  equal "${stderr_lines[0]}" "bench: unknown reader 'c': there are pv dd wc"
  run ! --separate-stderr make -s -C "$root" bench-compare BASE=nope
  equal "${stderr_lines[0]}" "bench: BASE='nope' is no revision"
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
  PATH=$PWD/tools run -2 --separate-stderr measure --duration 0.1 --rounds 1 --strategies native --readers wc
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
    jq -e '.complete == false and (.producers[0].rates[].bytes | length >= 1)' out/results.json
    grep -q '^Incomplete: ' table
    rm -r out progress
  done
}

@test "a runner that is killed leaves nothing that lasts" {
  prepare_tools pv "$GNU_YES"
  run -137 interrupt KILL 'round 1 of' --duration 1 --rounds 1 --readers pv
  is_none_left() { [[ ! $(list_processes) ]]; }
  await is_none_left
}
