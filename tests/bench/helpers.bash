# What the suites of the benchmark share.
root=$(realpath "$BATS_TEST_DIRNAME/../..")
runner=artifacts/bin/Yes.Bench/release/Yes.Bench.dll

setup_file() {
  make -s -C "$root" "$runner"
}

# The runner, of this project's executable.
bench() {
  dotnet "$root/$runner" "$@"
}

# As little as measures anything: bench_quickly ARGUMENT...
bench_quickly() {
  timeout 60 dotnet "$root/$runner" --yes "$YES" --out out --duration 0.1 --rounds 1 "$@"
}

# Makes a program of that name that runs a command of a shell: program NAME COMMAND
program() {
  printf '#!/bin/sh\n%s\n' "$2" > "$1"
  chmod +x "$1"
}
