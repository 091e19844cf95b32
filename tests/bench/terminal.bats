#!/usr/bin/env bats
# What `make run` and `make` show.

load helpers

@test "make run shows command and rate of GNU yes and each strategy, or what the program says of a strategy" {
  run -0 --separate-stderr make -s -C "$root" run STRATEGY='native printfn' DURATION=0.6
  equal "$(grep '^\$ ' <<< "$output")" "$ timeout 0.6 $GNU_YES | pv -a > /dev/null
$ timeout 0.6 artifacts/yes --strategy native | pv -a > /dev/null
$ timeout 0.6 artifacts/yes --strategy printfn | pv -a > /dev/null"
  grep -qE '^ *native: \[ *[0-9.]+[KMG]iB/s\]' <<< "${stderr//$'\r'/$'\n'}"
  like "${lines[-1]}" 'printfn had 1/+([0-9]) of the rate of GNU yes.'
  run ! --separate-stderr make -s -C "$root" run STRATEGY='native nope'
  equal "$output" ''
  equal "${stderr_lines[0]}" "$(yes --strategy nope 2>&1 | head -n 1)"
}

@test "a build shows a short line, what failed, and with V=1 all" {
  cp -r "$root/Makefile" "$root/tools" "$root"/{global.json,Directory.*.props} .
  mkdir -p src bench/Yes.Bench artifacts/{publish/Yes.CSharp/release_any,bin/Yes.Bench/release}
  touch artifacts/publish/Yes.CSharp/release_any/yes
  make_programs tools/rid 'echo any' dotnet 'case $* in *-v:quiet*) ;; *) echo noise ;; esac
    [ -z "$FAIL" ] || { echo "error: $FAIL"; exit 1; }'
  build() {
    make --no-print-directory DOTNET=./dotnet -W global.json "$@"
  }
  run -0 build artifacts/yes
  equal "$output" 'building artifacts/yes: about a minute the first time'
  run -0 build "${runner#"$root/"}"
  equal "$output" 'building the benchmark'
  run -0 build artifacts/yes V=1
  [[ $output == *'dotnet publish '*$'\n'noise ]]
  FAIL='no such file' run ! build artifacts/yes
  [[ $output == *'error: no such file'* ]]
}
