#!/usr/bin/env bats
# The short form of `make soak`: gigabytes, and hundreds at once.

load ../helpers

@test "gigabytes through the oracle and through pv, with flat memory" {
  "$BATS_TEST_DIRNAME/soak" 8 > report || { cat report; return 1; }
  sed 's/^/# /' report >&3
}

@test "200 at once whose readers stop at random get the right bytes, and each writer ends" {
  local i operand bytes pids=()
  # Runs a writer beside a reader, and checks that both end as they have to: run_pair READER...
  run_pair() {
    local status
    timeout 60 yes "$operand" | "$@" && status=("${PIPESTATUS[@]}") || status=("${PIPESTATUS[@]}")
    # 124 comes from the timeout that ends a reader; yes itself has more time than it needs.
    [[ ${status[*]} =~ ^141\ (0|124)$ ]] || { echo "$*: status ${status[*]}"; return 1; }
  }
  RANDOM=1
  for i in {1..200}; do
    bytes=$((1 + RANDOM * (RANDOM % 8 ? 1 : 1000)))
    operand=$(operand $((1 + RANDOM % 9000)))
    case $((i % 4)) in
      0) run_pair head -c "$bytes" > /dev/null & ;;
      1) run_pair timeout "0.$((RANDOM % 3))$((1 + RANDOM % 9))" cat > /dev/null & ;;
      *) run_pair verify "$bytes" "$operand" & ;;
    esac
    pids+=("$!")
  done
  for i in "${pids[@]}"; do
    wait "$i"
  done
}
