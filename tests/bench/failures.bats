#!/usr/bin/env bats
# What the runner does about what is wrong, missing or absent.

load ../helpers
load helpers

# Checks that it ends with status 2 and one line: check_refusal LINE ARGUMENT...
check_refusal() {
  local expected=$1
  shift
  run -2 --separate-stderr timeout 20 dotnet "$root/$runner" "$@"
  equal "$output" ''
  equal "$stderr" "bench: $expected"
}

@test "missing programs are named" {
  prepare_tools wc
  run -2 env PATH="$PWD/tools" dotnet "$root/$runner" --yes "$YES"
  equal "$output" 'bench: missing: pv'
  run -2 env PATH="$PWD/tools" dotnet "$root/$runner" --yes "$YES" --readers wc,pv
  equal "$output" 'bench: missing: pv'
}

@test "bad values are refused in one line, with status 2" {
  local duration='is not a number of seconds from 0.05 to 3600'
  local rounds='is not a whole number from 1 to 500'
  check_refusal "--duration: 'long' $duration" --duration long
  check_refusal "--duration: '0' $duration" --duration 0
  check_refusal "--duration: '-1' $duration" --duration=-1
  check_refusal "--rounds: '1.5' $rounds" --rounds 1.5
  check_refusal "--rounds: '0' $rounds" --rounds 0
  check_refusal "--rounds: '501' $rounds" --rounds 501
  check_refusal '--line: neither a dash at the start nor a newline will do' --line=-n
  check_refusal "unknown reader 'nope': there are pv dd wc file" --readers pv,nope
  check_refusal 'missing: ./pv' --readers ./pv
  check_refusal "--readers: ',' names nothing" --readers ,
  check_refusal "--strategies: ' ' names nothing" --strategies ' '
  check_refusal "unknown strategy 'nope': there are $(strategies | paste -sd ' ' -)" --yes "$YES" \
    --strategies nope
  check_refusal "no executable './nope' for a peer" --yes "$YES" --c "$root/artifacts/yes-in-c" --peers ./nope
  check_refusal "no executable 'nope': make builds it" --yes "$YES" --c nope
  check_refusal "no executable 'nope': make builds it" --yes nope
  check_refusal "Unrecognized command or argument '--nope'." --nope
  check_refusal "no executable 'nope': make builds it" compare --yes "$YES" --base nope
}

@test "make passes its variables to the runner, and fails as the runner does" {
  run ! --separate-stderr make -s -C "$root" bench LINE='a b' READERS='nope wc'
  equal "${stderr_lines[0]}" "bench: unknown reader 'nope': there are pv dd wc file"
  run ! --separate-stderr make -s -C "$root" bench-compare BASE=nope
  equal "${stderr_lines[0]}" "bench: BASE='nope' is no revision"
}

@test "--help shows every option" {
  run -0 run_bench --help
  local option
  for option in duration rounds strategies readers peers line out yes c free; do
    [[ $output == *"--$option "* ]] || { echo "missing: $option"; return 1; }
  done
}

@test "a round without a byte is a finding, and the results stay valid" {
  # Only in a round timeout(1) is its parent and has this time; it writes when it is checked.
  prepare_tools wc grep sleep
  make_program tools/yes 'grep -q "0\.100" "/proc/$PPID/cmdline" && exec sleep 60; exec "$GNU_YES" "$@"'
  run -0 --separate-stderr run_bench_quickly --strategies native --readers wc
  local gnu
  gnu=$(jq -r '.producers[] | select(.command[0] | endswith("tools/yes")).name' out/results.json)
  jq -e --arg gnu "$gnu" '.complete and (.producers[] | select(.name == $gnu).rates[]
    | .rounds[0].bytes == 0 and .fault == null and .bytesPerSecond.median == 0)' \
    out/results.json
  [[ $output == *"Not a byte of $gnu through wc "*" in 1 of 1 rounds."* ]]
  # There is nothing to divide by.
  grep -qE "^\| $gnu +\| +0 B/s \| +– \|" out/report.md
  xmllint --noout out/throughput.svg
}

@test "a closed standard output is named, and a closed standard error is nothing to die of" {
  local status=0
  run_bench --help 2> errors >&- || status=$?
  equal "$status $(< errors)" '2 bench: standard output is closed'
  run_bench_quickly --strategies native --readers wc > table 2>&-
  equal "$(tail -n 1 table)" out/report.md
  jq -e .complete out/results.json
}

@test "a full disk is named, and leaves the results of before, or none" {
  mkdir out
  local as=()
  ((EUID == 0)) || as=(--map-root-user)
  # shellcheck disable=SC2016 # For the shell in the namespace.
  local script='mount -t tmpfs -o size=64k none out && echo before > out/report.md
    bench() { run_bench_quickly --strategies native --readers wc "$@"; }
    head -c 56K /dev/zero > out/filler
    ! bench 2> errors || exit 3
    ls out; cat out/report.md
    rm out/filler
    bench > /dev/null 2>&1 && ls out && grep -c "" out/report.md'
  export -f run_bench_quickly measure run_bench prepare_tools
  export runner root
  run -0 unshare --mount "${as[@]}" bash -c "$script"
  grep -q '^bench: No space left on device' errors
  equal "${lines[*]::3}" 'filler report.md before'
  equal "${lines[*]:3:4}" 'report.md results.json throughput.svg throughput.tsv'
  ((lines[7] > 10))
}
