#!/usr/bin/env bats
# bats file_tags=long
# Runs the property tests in F# with random seeds for MINUTES minutes, or once with SEED.

export reads=artifacts/bin/Yes.Tests/checked/Yes.Tests.dll
load ../helpers

@test "the properties hold with random seeds" {
  local tests=(dotnet "$root/$reads" -noColor -class '*Properties') end=$((SECONDS + 60 * ${MINUTES:-5}))
  # The runner succeeds even if it finds no test.
  run "${tests[@]}" -list classes
  assert_output --partial Properties
  until ((SECONDS >= end)); do
    seed=${SEED:-$SRANDOM}
    echo "to repeat: make test SUITE=fuzz SEED=$seed"
    SEED=$seed "${tests[@]}"
    [[ ! ${SEED-} ]] || break
  done
}
