#!/usr/bin/env bats
# What `make bench` and `make run` show on a terminal.

load ../helpers
load helpers

@test "the tables fit the terminal, and have the figures of the report" {
  prepare_tools pv wc "$GNU_YES"
  local command="stty cols 60 rows 40; PATH=$PWD/tools exec dotnet $runner"
  export OUT=out DURATION=0.1 ROUNDS=1 STRATEGIES=native READERS='pv wc'
  timeout 120 script -qec "$command" screen > /dev/null < /dev/null 3>&-
  # A line each, without colours and movements of the cursor.
  sed '1d; /^Script done/d' screen | sed -E 's/\x1b(=|\[[0-9;?]*[A-Za-z])//g' | tr '\r' '\n' > shown
  grep -qx 'out/report.md' shown
  # Fewer columns, but the same.
  local row whole
  row=$(grep -m 1 '^| native ' shown) whole=$(grep -m 1 '^| native ' out/report.md)
  [[ $row != "$whole" && $whole == "$row"* ]]
  run -1 env LC_ALL=C.UTF-8 grep -E '^[^b].{60}' shown
}

@test "make run shows command and rate of GNU yes and each strategy, or what the program says of a strategy" {
  run -0 --separate-stderr timeout 60 make -s -C "$root" run STRATEGY='native printfn' DURATION=1.2
  local name
  for name in GNU native printfn; do
    grep -qE "^ *$name: \[ *[0-9.]+[KMG]iB/s\]" <<< "${stderr//$'\r'/$'\n'}"
  done
  equal "$(grep -c '^\$ ' <<< "$output")" 3
  grep -qxF '$ timeout 1.2 artifacts/yes --strategy native | pv -r > /dev/null' <<< "$output"
  # A word is not broken, and the last line says how the last strategy compares.
  equal "$(grep -E '.{81}' <<< "$output")" ''
  grep -qE '^printfn had 1/[0-9]+ of the rate of GNU yes\.$' <<< "$(tail -n 1 <<< "$output")"
  run ! --separate-stderr timeout 60 make -s -C "$root" run STRATEGY='native nope'
  equal "$output" ''
  equal "${stderr_lines[0]}" "$(yes --strategy nope 2>&1 | head -n 1)"
}

@test "a build shows a short line, what failed, and with V=1 all" {
  cp -r "$root/Makefile" "$root/tools" "$root"/{global.json,Directory.*.props} .
  mkdir -p src bench/Yes.Bench artifacts/publish/Yes.CSharp/release_any
  touch artifacts/publish/Yes.CSharp/release_any/yes
  make_program tools/rid 'echo any'
  make_program dotnet 'case $* in *-v:quiet*) ;; *) echo noise ;; esac
    [ -z "$FAIL" ] || { echo "error: $FAIL"; exit 1; }'
  build() {
    rm -f artifacts/yes
    make --no-print-directory DOTNET=./dotnet "$@" artifacts/yes
  }
  run -0 build
  equal "$output" 'building artifacts/yes'
  run -0 build V=1
  [[ $output == *'dotnet publish '*$'\n'noise ]]
  FAIL='no such file' run ! build
  [[ $output == *'error: no such file'* ]]
}
