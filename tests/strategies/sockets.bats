#!/usr/bin/env bats
# Tests with TCP connections.

load ../helpers

# Succeeds if a process and its child are both waiting: both_wait PID
both_wait() {
  local child
  child=$(ps -o pid= --ppid "$1") && are_still "$1" $((child))
}

# Checks the bytes that a late reader receives from a connection: receive_late OUTPUT OPERAND
receive_late() {
  local bytes=20000003
  open_reader "$root/artifacts/into" "$1" "${program[@]}" "$2"
  if has each-line; then
    bytes=20003
  else
    await both_wait "$writer"
  fi
  verify "$bytes" "$2" <&"$reader"
  exec {reader}<&-
}

@test "blocking and non-blocking connections receive the correct bytes" {
  local output
  for output in connection nonblocking-connection timeout-connection; do
    each_of "$(strategies_into socket)" receive_late "$output" abcd
    each_of 'native tee auto' receive_late "$output" "$(operand 4999)"
    each_of auto receive_late "$output" "$(operand 50000)"
  done
}

@test "yes ends when its reader resets the connection" {
  reset_connection() {
    into connection "${program[@]}" | head -c 20001 > /dev/null
    return "${PIPESTATUS[0]}"
  }
  report_reset() {
    run reset_connection
    # If splice has moved bytes before the reset, it returns their number instead of the error.
    [[ $strategy != @(tee|auto) || $status:$output != 141: ]] || return 0
    assert_failure 1
    assert_output 'yes: standard output: Connection reset by peer'
  }
  each_of "$(strategies_into socket)" report_reset
}

# Makes splice fail when it first writes to the connection, in its second call: fail_splice ERROR
fail_splice() {
  into connection strace -qq -o trace -e trace=splice -e inject=splice:error="$1:when=2" \
    yes --debug abcd 2> errors
}

@test "auto falls back if the kernel can't splice into a socket" {
  fail_splice EOPNOTSUPP | verify 20000000 abcd
  assert_file_contains errors 'a stream socket: not using tee: splice: Operation not supported$'
}

@test "yes reports a lost connection without trying another strategy" {
  local error
  for error in ENETDOWN ECONNRESET ETIMEDOUT EHOSTUNREACH; do
    run -1 fail_splice "$error"
    assert_file_contains errors '^yes: standard output: [A-Z]'
  done
}
