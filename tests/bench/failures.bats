#!/usr/bin/env bats
# What the runner does about what is wrong, missing or absent.

load ../helpers
load helpers

# Checks how a peer that is wrong is reported: check_wrong PEER FAULT
check_wrong() {
  local sentence="Wrong output of $1, hence no rate: $2"
  [[ $output == *"$sentence"* ]] || { echo "$output"; return 1; }
  grep -qF "$sentence" out/report.md
  grep -qE "^\| $1 +\| +– \|$" out/report.md
  equal "$(jq -r --arg name "$1" '.producers[] | select(.name == $name)
    | "\(.fault) \(.rates.wc.bytesPerSecond)"' out/results.json)" "$2 null"
}

# Checks that it ends with status 2 and one line: check_refusal LINE ARGUMENT...
check_refusal() {
  local expected=$1
  shift
  run -2 --separate-stderr timeout 20 dotnet "$root/$runner" "$@"
  equal "$output" ''
  equal "$stderr" "bench: $expected"
}

# Makes a directory tools with what the runner needs, and with these readers: prepare_tools READER...
prepare_tools() {
  local tool
  mkdir tools
  for tool in env bash timeout time git dotnet lscpu gnuplot "$@"; do
    ln -s "$(type -P "$tool")" "tools/$tool"
  done
}

@test "peers that write another line, go wrong later, stop, or write nothing are caught" {
  make_program other 'exec "$GNU_YES" n'
  make_program later '"$GNU_YES" | head -n 40000; printf x; exec "$GNU_YES"'
  make_program short 'printf "y\ny\n"; echo "short: enough" >&2; exit 3'
  make_program silent 'exec sleep 30'
  run -1 --separate-stderr run_bench_quickly --strategies native --readers wc \
    --peers './other ./later,./short ./silent'
  check_wrong other 'byte 0 is 0x6e, not 0x79'
  check_wrong later 'byte 80000 is 0x78, not 0x79'
  check_wrong short 'ended after 4 bytes: short: enough'
  check_wrong silent 'nothing in 3 seconds'
  # The others are measured all the same.
  jq -e '.complete and (.producers[] | select(.name == "native").rates.wc.bytesPerSecond.median > 0)' \
    out/results.json
}

@test "missing programs are named" {
  prepare_tools wc
  run -2 env PATH="$PWD/tools" dotnet "$root/$runner" --yes "$YES"
  equal "$output" 'bench: missing: pv dd head'
  run -2 env PATH="$PWD/tools" dotnet "$root/$runner" --yes "$YES" --readers wc,pv
  equal "$output" 'bench: missing: pv'
}

@test "peers that are absent are named in table, report and JSON" {
  prepare_tools wc
  run -0 --separate-stderr env PATH="$PWD/tools" dotnet "$root/$runner" --yes "$YES" --out out \
    --duration 0.1 --rounds 1 --strategies native --readers wc
  local absent
  absent=$(jq -r '.absent | join(", ")' out/results.json)
  [[ $absent == *'busybox, toybox' ]]
  [[ $output == *"Absent: $absent."* ]]
  [[ $(< out/report.md) == *"Absent: $absent."* ]]
}

@test "bad values are refused in one line, with status 2" {
  local duration='is not a number of seconds above 0, and 3600 at most'
  local rounds='is not a whole number from 1 to 1000'
  check_refusal "--duration: 'long' $duration" --duration long
  check_refusal "--duration: '0' $duration" --duration 0
  check_refusal "--duration: '-1' $duration" --duration=-1
  check_refusal "--rounds: '1.5' $rounds" --rounds 1.5
  check_refusal "--rounds: '0' $rounds" --rounds 0
  check_refusal '--duration is too short for 100 rounds: each takes 0.05 seconds at least' --rounds 100
  check_refusal '--line: neither a dash at the start nor a newline will do' --line=-n
  check_refusal "unknown reader 'nope': there are pv dd wc head file" --readers pv,nope
  check_refusal "unknown strategy 'nope': there are $(strategies | paste -sd ' ' -)" --yes "$YES" \
    --strategies nope
  check_refusal "no executable './nope' for a peer" --yes "$YES" --peers ./nope
  check_refusal "no executable 'nope': make builds it" --yes nope
  check_refusal "Unrecognized command or argument '--nope'." --nope
  check_refusal "no executable 'nope': make builds it" compare --yes "$YES" --base nope
}

@test "make passes its variables to the runner, and fails as the runner does" {
  run ! --separate-stderr make -s -C "$root" bench LINE='a b' READERS='nope wc'
  equal "${stderr_lines[0]}" "bench: unknown reader 'nope': there are pv dd wc head file"
  run ! --separate-stderr make -s -C "$root" bench-compare BASE=nope
  equal "${stderr_lines[0]}" "bench: BASE='nope' is no revision"
}

@test "the line is what the operand says" {
  run_bench_quickly --strategies native --readers wc --line "it's \$x \"ÿ\""
  equal "$(jq -r '.settings.line' out/results.json)" "it's \$x \"ÿ\""
  jq -e 'all(.producers[]; .fault == null)' out/results.json
}

@test "--help shows every option" {
  run -0 run_bench --help
  local option
  for option in duration rounds strategies readers peers line out yes; do
    [[ $output == *"--$option <"* ]] || { echo "missing: $option"; return 1; }
  done
}

@test "a round without a byte is a finding, and the results stay valid" {
  mkdir slow
  make_program slow/yes 'case $1 in --version) exec "$GNU_YES" --version ;; esac
    sleep 0.08; exec "$GNU_YES" "$@"'
  PATH=$PWD/slow:$PATH run -0 --separate-stderr timeout 60 dotnet "$root/$runner" --yes "$YES" --out out \
    --duration 0.05 --rounds 1 --strategies native --readers wc
  local gnu
  gnu=$(jq -r '.producers[] | select(.command[0] | endswith("slow/yes")).name' out/results.json)
  jq -e --arg gnu "$gnu" '.complete and (.producers[] | select(.name == $gnu).rates.wc
    | .rounds == [0] and .fault == null and (.bytesPerSecond | .median == 0 and .spread == null))' \
    out/results.json
  # There is nothing to divide by.
  jq -e 'all(.producers[].rates.wc; .ratioToGnu == null)' out/results.json
  [[ $output == *"Not a byte of $gnu through wc in 1 of 1 rounds."* ]]
  grep -qE "^\| $gnu +\| +0 B/s \|$" out/report.md
  xmllint --noout out/throughput.svg
}

@test "peers have their versions, and ratios are to the system's GNU yes" {
  local gnu
  gnu=$("$GNU_YES" --version | sed -n '1s/.* /GNU /p')
  make_program newer 'case $1 in --version) echo "yes (GNU coreutils) 99.11.230-aa0c0d"; exit ;; esac
    exec "$GNU_YES" "$@"'
  cp newer same
  run_bench_quickly --strategies native --readers wc --peers './newer ./same' > table
  equal "$(jq -r '.producers[].name | select(startswith("GNU "))' out/results.json)" "$gnu"$'\n'"GNU 99.11"
  jq -e '.producers[] | select(.name == "GNU 99.11")
    | .version == "99.11.230-aa0c0d" and .rates.wc.ratioToGnu != 1' \
    out/results.json
  jq -e '.producers[] | select(.name == "./same")' out/results.json
  grep -qx "Rate, and ratio to $gnu:" table
}
