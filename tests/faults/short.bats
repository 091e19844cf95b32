#!/usr/bin/env bats
# Short writes and other calls that move only a part, as the kernel makes them: small and non-blocking pipes,
# sockets and terminals.

load ../helpers

# Checks the streams into an output of the script "into": check_streams OUTPUT
check_streams() {
  local length operand bytes
  # None of these lines fits the sizes of the kernel: shorter than a page, longer than one, longer than a
  # fragment, which tee refuses.
  for length in 4 4999 50000; do
    [[ $strategy.$length != tee.50000 ]] || continue
    operand=$(operand "$length")
    bytes=${BYTES-3000003}
    # Writing a MiB of short lines, line by line, takes a second.
    [[ $strategy.$length != @(printfn|console).4 ]] || bytes=40003
    timeout 60 "$root/tests/into" "$1" "${program[@]}" -- "$operand" 2> errors |
      verify "$bytes" "$operand" || { echo "$strategy, $length bytes: $(< errors)"; return 1; }
  done
}

@test "a pipe of one slot, and one that does not block" {
  each_strategy check_streams small
  export VERIFY=late
  each_strategy check_streams nonblocking
  each_strategy check_streams small-nonblocking
}

@test "a pipe that shrinks to a slot and grows again, blocking or not, read late" {
  export VERIFY='shrink late' BYTES=60000060
  each_of "$(strategies C#) auto" check_streams pipe
  each_of "$(strategies C#) auto" check_streams nonblocking
}

@test "a terminal, and a socket with a small buffer, blocking or not" {
  each_of "$(accepting file)" check_streams terminal
  each_of "$(accepting socket)" check_streams socket
  each_of "$(accepting socket)" check_streams nonblocking-socket
}

@test "a datagram is whole lines, where a strategy writes these in one call" {
  each_of 'span native auto' check_streams datagrams
}
