#!/usr/bin/env bats
# bats file_tags=long
# What faults.bats tries, with every errno.

load ../helpers

# Of the outer test, and of each that it runs.
export BATS_TEST_TIMEOUT=3600

@test "every call of every strategy fails with every errno" {
  FAULTS=all run -0 bats --tap "$BATS_TEST_DIRNAME/faults.bats"
  [[ ! ${TABLE-} ]] || grep '^#' <<< "$output" >&3
}
