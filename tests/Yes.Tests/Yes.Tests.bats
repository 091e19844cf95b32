#!/usr/bin/env bats
# Runs the tests in F#.

export reads=artifacts/bin/Yes.Tests/checked/Yes.Tests.dll
load ../helpers

@test "the F# tests pass" {
  run -0 dotnet "$root/$reads" -noColor
  # The runner succeeds even if it finds no test.
  refute_output --partial 'Total: 0'
}
