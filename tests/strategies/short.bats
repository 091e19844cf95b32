#!/usr/bin/env bats
# Small or non-blocking outputs accept only part of a write. These tests check what follows.

load ../helpers

# Neither of these lengths divides a page or a slot.
medium=$(operand 4999)
long=$(operand 50000)

# Checks the first BYTES that the strategy writes into a kind of output of into.c, with lines of three
# lengths:
#   check_output BYTES OUTPUT
check_output() {
  check_line_into "$1" "$2" "$medium"
  ! accepts_line 50001 || check_line_into "$1" "$2" "$long"
  ! has each-line || set -- 20003 "$2"
  check_line_into "$1" "$2" abcd
}

# Checks the same with one line: check_line_into BYTES OUTPUT OPERAND
check_line_into() {
  into "$2" "${program[@]}" "$3" | verify "$1" "$3"
}

@test "a pipe that is small or full receives the correct bytes" {
  each_strategy check_output 1000003 small
  export VERIFY=late
  each_strategy check_output 1000003 nonblocking
  each_strategy check_output 1000003 small-nonblocking
}

@test "a pipe that its reader resizes receives the correct bytes" {
  export VERIFY='shrink late'
  each_of "$(strategies C#) auto" check_output 20000020 pipe
  each_of "$(strategies C#) auto" check_output 20000020 nonblocking
}

@test "a terminal and a small socket receive the correct bytes" {
  each_of "$(strategies_into file)" check_output 1000003 terminal
  each_of "$(strategies_into socket)" check_output 1000003 socket
  each_of "$(strategies_into socket)" check_output 1000003 nonblocking-socket
}

@test "a datagram contains whole lines" {
  check_datagrams() {
    has 'splits=@(any|long)' || check_output 1000003 datagrams
  }
  each_of "$(strategies_into file)" check_datagrams
}
