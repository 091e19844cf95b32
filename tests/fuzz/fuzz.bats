#!/usr/bin/env bats
# Every strategy behaves like GNU yes, whatever the arguments are.

load ../helpers

# Without SEED, every run tries the same arguments.
@test "yes and GNU yes behave alike for random arguments" {
  "$BATS_TEST_DIRNAME/compare-with-gnu" "${SEED:-7}" "$(strategies)"
}

# bats test_tags=long
@test "yes and GNU yes behave alike for random arguments for MINUTES minutes" {
  local end=$((SECONDS + 60 * ${MINUTES:-5})) seed
  until ((SECONDS >= end)); do
    seed=$SRANDOM
    echo "to repeat: make test SUITE=fuzz SEED=$seed MINUTES=0"
    "$BATS_TEST_DIRNAME/compare-with-gnu" "$seed" "$(strategies)"
  done
}
