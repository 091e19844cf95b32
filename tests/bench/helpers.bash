# What the suites of the benchmark share.
load ../helpers
runner=$root/artifacts/bin/Yes.Bench/release/Yes.Bench.dll
in_c=$root/artifacts/yes-in-c
unset DURATION ROUNDS LINE STRATEGIES READERS PEERS OUT BASE

# Builds it, and what it measures. The files may run at the same time: one of them builds, the others wait.
build_runner() {
  flock --close "$root/artifacts" make -s -C "$root" artifacts/yes "${in_c#"$root/"}" "${runner#"$root/"}"
}

setup_file() {
  build_runner
}

# Runs it with variables: ROUNDS=1 run_bench [COMMAND]
run_bench() {
  OUT=${OUT-out} dotnet "$runner" "$@"
}

# Checks that the runner ends with status 2 and one line: refuses LINE [COMMAND]
refuses() {
  run -2 --separate-stderr run_bench "${@:2}"
  equal "$output" ''
  equal "$stderr" "bench: $1"
}

# Makes a directory tools with what the runner and Bats need, and these: prepare_tools PROGRAM...
# What the system may not have is there only if `make bench` looks for it. Another yes would take its time.
prepare_tools() {
  local tool ensured
  ensured=$(make -n -C "$root" bench | sed -n 's/^tools.ensure pv //p')
  mkdir tools
  for tool in env bash timeout head sed mktemp rm git dotnet uname $ensured "$@"; do
    ln -s "$(type -P "$tool")" tools
  done
}
