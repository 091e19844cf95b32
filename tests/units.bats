#!/usr/bin/env bats
# The tests of single classes, which are in F#.

load helpers

@test "the tests of single classes pass" {
  run -0 dotnet "$root/artifacts/bin/Yes.Tests/release/Yes.Tests.dll" -noColor
  # The runner succeeds even if it finds no test.
  refute_output --partial 'Total: 0'
}
