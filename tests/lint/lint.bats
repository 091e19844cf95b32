#!/usr/bin/env bats
# Runs the checks of the source files.

export reads=artifacts/bin/Yes.Tests/checked/Yes.Tests.dll
load ../helpers

@test "make lint finds no mistake in the project" {
  "$root/tools/lint"
}
