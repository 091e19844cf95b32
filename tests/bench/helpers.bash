# Helpers for the tests of the benchmark.
export reads='artifacts/bin/Yes.Tests/checked/Yes.Tests.dll artifacts/yes-in-c artifacts/sample'
load ../helpers
# `make build` also makes this program.
runner=$root/artifacts/bin/Yes.Bench/checked/Yes.Bench.dll
export in_c=$root/artifacts/yes-in-c sample=$root/artifacts/sample
unset POSIXLY_CORRECT DURATION ROUNDS LINE STRATEGIES READERS PEERS OUT BASE

# Runs the benchmark, which saves its results in out/: VARIABLE=VALUE run_bench [COMMAND]
run_bench() {
  OUT=out run dotnet "$runner" "$@"
}
