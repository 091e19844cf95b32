#!/usr/bin/env bats
# What the runner does about what is wrong, missing or absent.

load ../helpers
load helpers

# As little as measures anything.
measure_quickly() {
  PATH=$PWD/tools measure --duration 0.1 --rounds 1 --strategies native --readers wc
}

@test "bad values and missing programs are refused in one line, with status 2" {
  local duration='is not a number of seconds from 0.05 to 3600'
  local rounds='is not a whole number from 1 to 500'
  refuses "--duration: 'long' $duration" --duration long
  refuses "--duration: '0.04' $duration" --duration 0.04
  refuses "--rounds: '1.5' $rounds" --rounds 1.5
  refuses "--rounds: '0' $rounds" --rounds 0
  refuses "--rounds: '501' $rounds" --rounds 501
  refuses '--line: neither a dash at the start nor a newline will do' --line=-n
  refuses "unknown reader 'nope': there are pv dd wc file" --readers pv,nope
  refuses 'missing: ./pv' --readers ./pv
  refuses "--readers: ',' names nothing" --readers ,
  refuses "unknown strategy 'nope': there are $(strategies | paste -sd ' ' -)" --yes "$YES" --strategies nope
  refuses "no executable './nope' for a peer" --yes "$YES" --c "$in_c" --peers ./nope
  refuses "no executable 'nope': make builds it" --yes "$YES" --c nope
  refuses "no executable 'nope': make builds it" --yes nope
  refuses "no executable 'nope': make builds it" compare --yes "$YES" --base nope
  refuses "Unrecognized command or argument '--nope'." --nope
  prepare_tools wc
  PATH=$PWD/tools refuses 'missing: pv' --yes "$YES"
}

@test "make passes its variables to the runner, and fails as the runner does" {
  run_make() {
    env DURATION=1 ROUNDS=2 LINE='y  z' STRATEGIES='a b' READERS=c FREE=1 OUT=d PEERS=e FORCE=1 \
      make -s -C "$root" "$@"
  }
  equal "$(run_make bench DOTNET=echo | sed 's/.*dll //')" \
    '--duration=1 --rounds=2 --line=y  z --strategies=a b --readers=c --free --out=d --peers=e'
  equal "$(run_make bench-save DOTNET=echo | sed 's/.*dll //')" 'save --out=d --force'
  run ! --separate-stderr run_make bench
  equal "${stderr_lines[0]}" "bench: unknown reader 'c': there are pv dd wc file"
  run ! --separate-stderr run_make bench-compare BASE=nope
  equal "${stderr_lines[0]}" "bench: BASE='nope' is no revision"
}

@test "a closed standard output is named, and a closed standard error is nothing to die of" {
  local status=0
  run_bench --help 2> errors >&- || status=$?
  equal "$status $(< errors)" '2 bench: standard output is closed'
  prepare_tools wc
  measure_quickly > table 2>&-
  equal "$(tail -n 1 table)" out/report.md
  jq -e .complete out/results.json
}

@test "a run that fails leaves the results of before, and one that does not replaces them" {
  prepare_tools wc
  mkdir out
  touch out/report.md
  ln -sf "$(type -P false)" tools/gnuplot
  PATH=$PWD/tools run -2 --separate-stderr measure_quickly
  equal "${stderr_lines[-1]}" 'bench: gnuplot: exit status 1'
  equal "$(echo out/*) $(wc -c < out/report.md)" 'out/report.md 0'
  ln -sf "$(type -P gnuplot)" tools
  measure_quickly > /dev/null
  equal "$(cd out && echo ./*)" './report.md ./results.json ./throughput.svg ./throughput.tsv'
  grep -q '^| native ' out/report.md
}

@test "newest-peers without apt-get, or a release, says so and leaves what was there" {
  prepare_tools dirname
  PATH=$PWD/tools run -1 "$root/tools/newest-peers" peers forky
  [[ $output == 'bench-peers: needs apt-get and dpkg; '* && ${#lines[@]} == 1 && ! -e peers ]]
  mkdir peers
  touch peers/yes-gnu
  make_program apt-get 'exit 100'
  PATH=$PWD:$PATH run -1 --separate-stderr "$root/tools/newest-peers" peers nope
  [[ $output == '' && ${stderr_lines[-1]} == 'bench-peers: '* && $(ls peers) == yes-gnu ]]
}
