# Helpers for the tests of the benchmark.
load ../helpers
runner=$root/artifacts/bin/Yes.Bench/release/Yes.Bench.dll
in_c=$root/artifacts/yes-in-c
export scripts=$root/bench
unset DURATION ROUNDS LINE STRATEGIES READERS PEERS OUT BASE

# Builds the benchmark and what it measures. Test files that run at the same time wait for it.
build_runner() {
  flock --close "$root/artifacts" make -s -C "$root" "${in_c#"$root/"}" "${runner#"$root/"}"
}

setup_file() { build_runner; }

# Runs the benchmark, which leaves its results in out: ROUNDS=1 run_bench [COMMAND]
run_bench() {
  OUT=out run dotnet "$runner" "$@"
}
