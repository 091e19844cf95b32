#!/usr/bin/env bats

export reads=artifacts/bin/Yes.Tests/checked/Yes.Tests.dll
load ../helpers

# Runs the tests in F#. The runner succeeds even if it finds no test: run_tests OPTION...
run_tests() {
  run -0 dotnet "$root/$reads" -noColor "$@"
  refute_output --partial 'Total: 0'
}

@test "the units work and the properties hold" {
  run_tests
}

# bats test_tags=long
@test "the properties hold with random seeds" {
  local end=$((SECONDS + 300))
  until ((SECONDS >= end)); do
    export SEED=$SRANDOM
    echo "to repeat: make test SUITE=Yes.Tests SEED=$SEED"
    run_tests -class '*Properties'
  done
}
