# Helpers for the tests of the benchmark.
load ../helpers
# If tests/run has just made the build with analyzers, BENCH_BUILD already names that build.
export BENCH_BUILD=${BENCH_BUILD:-artifacts/bin/Yes.Bench/release/Yes.Bench.dll}
runner=$root/$BENCH_BUILD
export in_c=$root/artifacts/yes-in-c
export sample=$root/artifacts/sample
unset NO_COLOR POSIXLY_CORRECT DURATION ROUNDS LINE STRATEGIES READERS PEERS OUT BASE

# Builds the benchmark and its C programs. The lock is needed because test files run in parallel.
build_runner() {
  flock --close "$root/artifacts" \
    make -s -C "$root" artifacts/yes-in-c artifacts/sample "$BENCH_BUILD" BENCH="$BENCH_BUILD"
}

setup_file() { build_runner; }

# Runs the benchmark, which saves its results in out/: VARIABLE=VALUE run_bench [COMMAND]
run_bench() {
  OUT=out run dotnet "$runner" "$@"
}
