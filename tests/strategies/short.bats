#!/usr/bin/env bats
# Tests in which the output accepts only part of a write.

load ../helpers

# Lines of these lengths don't align with pages or slots.
medium=$(operand 4999)
long=$(operand 50000)

# Checks the first bytes that the strategy writes, for lines of three lengths: check_output BYTES OUTPUT
check_output() {
  check_line_into "$1" "$2" "$medium"
  ! accepts_line 50001 || check_line_into "$1" "$2" "$long"
  ! has each-line || set -- 20003 "$2"
  check_line_into "$1" "$2" abcd
}

# Checks the first bytes that the strategy writes: check_line_into BYTES OUTPUT OPERAND
check_line_into() {
  into "$2" "${program[@]}" "$3" | verify "$1" "$3"
}

@test "a small or full pipe receives the correct bytes" {
  each_strategy check_output 1000003 small
  export VERIFY=late
  each_strategy check_output 1000003 nonblocking
  each_strategy check_output 1000003 small-nonblocking
}

@test "a pipe receives the correct bytes while its reader resizes it" {
  export VERIFY='shrink late'
  each_of "$(strategies C#) auto" check_output 20000020 pipe
  each_of "$(strategies C#) auto" check_output 20000020 nonblocking
}

@test "terminals, sockets and TCP connections receive the correct bytes" {
  local output
  each_of "$(strategies_into file)" check_output 1000003 terminal
  export VERIFY=late
  for output in socket nonblocking-socket connection nonblocking-connection; do
    each_of "$(strategies_into socket)" check_output 3000003 "$output"
  done
}

@test "a datagram contains only whole lines and fits into a small send buffer" {
  check_datagrams() {
    ! has 'splits=@(any|long)' || return 0
    check_output 1000003 datagrams
    check_line_into 100003 small-datagrams "$medium"
    check_line_into 100003 small-datagrams abcd
  }
  each_of "$(strategies_into file)" check_datagrams
}
