#!/usr/bin/env bats
# Tests of strategies under tight resource limits. docs/security.md lists sufficient limits.

load ../helpers

# Runs a strategy under a limit. The output is then in the file "lines", the message is in the file "errors",
# and the exit status is in $status: write_limited ULIMIT-OPTION VALUE
write_limited() {
  patiently bash -c 'ulimit -c 0; ulimit "$1" "$2"; exec "${@:3}"' bash "$1" "$2" "${program[@]}" abcd \
    2> errors 3>&- 4>&- | head -c 20001 > lines
  status=${PIPESTATUS[0]}
}

@test "under a tight limit, yes writes correct lines or one error" {
  survive() {
    local bytes
    write_limited "$@"
    bytes=$(stat -c %s lines)
    echo "status $status with ulimit $*: $(< errors)"
    assert [ "$(wc -l < errors)" -le 1 ]
    verify "$bytes" abcd < lines
    ((bytes < 20001)) || return 0
    # The strategy must have failed after a whole line. Status 137 shows that it hung and was killed.
    refute_regex "$status" '^(0|137|141)$'
    ((bytes % 5 == 0)) || has 'splits=@(any|pipe)'
  }
  local limit
  for limit in '-n 3' '-n 5' '-v 30000' '-v 66000' '-v 74000' '-d 1000'; do
    # shellcheck disable=SC2086 # Each word is an argument.
    each_strategy survive $limit
  done
}

@test "every strategy runs under the limits in docs/security.md" {
  write_enough() {
    write_limited "$@"
    assert_equal "$(< errors)" ''
    verify 20001 abcd < lines
  }
  check_limits() {
    local descriptors=3
    ! has 'opens=*' || descriptors=7
    write_enough -n "$descriptors"
    write_enough -v $((80 << 10))
    write_enough -d $((32 << 10))
    write_enough -s 128
  }
  each_strategy check_limits
  # Here, auto falls back from tee to another strategy.
  each_of auto write_enough -n 3
}

@test "yes reports operands that exhaust its memory" {
  local operands
  make_operands 6000000
  ulimit -s unlimited
  run -1 patiently prlimit --core=0 --data=$((12 << 20)) yes "${operands[@]}"
  assert_output 'yes: memory exhausted'
}
