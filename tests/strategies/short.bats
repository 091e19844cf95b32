#!/usr/bin/env bats
# Tests of short writes, which small or non-blocking pipes, sockets and terminals cause.

load ../helpers

# Neither of these lengths divides a page or a slot. The strategy tee rejects the second.
medium=$(operand 4999)
long=$(operand 50000)

# Checks the first BYTES that the strategy writes into a kind of output of into.c, with
# lines of three lengths: check_output BYTES OUTPUT
check_output() {
  check_line "$1" "$2" "$medium"
  [[ $strategy == tee ]] || check_line "$1" "$2" "$long"
  ! writes_each_line || set -- 20003 "$2"
  check_line "$1" "$2" abcd
}

# Checks the same with one line: check_line BYTES OUTPUT OPERAND
check_line() {
  into "$2" "${program[@]}" "$3" | verify "$1" "$3"
}

@test "a pipe with one slot and a full non-blocking pipe receive the correct bytes" {
  each_strategy check_output 1000003 small
  export VERIFY=late
  each_strategy check_output 1000003 nonblocking
  each_strategy check_output 1000003 small-nonblocking
}

@test "a pipe that its reader resizes receives the correct bytes, whether it blocks or not" {
  export VERIFY='shrink late'
  each_of "$(strategies C#) auto" check_output 20000020 pipe
  each_of "$(strategies C#) auto" check_output 20000020 nonblocking
}

@test "a terminal and a small socket, blocking or not, receive the correct bytes" {
  each_of "$(accepting file)" check_output 1000003 terminal
  each_of "$(accepting socket)" check_output 1000003 socket
  each_of "$(accepting socket)" check_output 1000003 nonblocking-socket
}

@test "a strategy that writes whole lines writes whole lines into each datagram, too" {
  # The other strategies split lines or collect parts of them in a buffer.
  each_of "$(accepting file | grep -vxE 'printfn|console|streamwriter')" check_output 1000003 datagrams
}
