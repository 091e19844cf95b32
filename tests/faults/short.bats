#!/usr/bin/env bats
# Short writes and short splices, as the kernel makes them: small and non-blocking pipes, sockets and
# terminals.

load ../helpers

# None of these lines fits the sizes of the kernel: shorter than a page, longer than one, longer than a
# fragment.
lengths='4 4999 50000'

# Prints how many bytes are checked: writing a MiB of short lines, line by line, takes a second.
print_bytes() {
  case $strategy.$1 in
    printfn.4 | console.4) echo 40003 ;;
    *) echo 3000003 ;;
  esac
}

# Checks the streams of strategies into an output of the script "into": check_streams STRATEGIES OUTPUT
# [shrink] With "shrink" the reader comes late, and changes the pipe's capacity, down to a page.
check_streams() {
  local length operand strategy wanted
  for strategy in $1; do
    for length in $lengths; do
      operand=$(operand "$length")
      wanted=$(print_bytes "$length")
      [[ ! ${3-} ]] || wanted=$((20 * wanted))
      timeout 60 "$BATS_TEST_DIRNAME/into" "$2" yes --strategy "$strategy" -- "$operand" 2> errors |
        VERIFY=${3+"$3 late"} verify "$wanted" "$operand" ||
        { echo "$strategy, $length bytes:"; cat errors; return 1; }
    done
  done
}

@test "a pipe of one slot" {
  check_streams "$(strategies)" small
}

@test "a non-blocking pipe" {
  check_streams "$(strategies)" nonblocking
}

@test "a non-blocking pipe of one slot" {
  check_streams "$(strategies)" small-nonblocking
}

@test "a pipe that shrinks to a slot and grows again" {
  check_streams "$(native_strategies)" pipe shrink
}

@test "a non-blocking pipe that shrinks to a slot and grows again" {
  check_streams "$(native_strategies)" nonblocking shrink
}

@test "a socket with a small buffer" {
  check_streams "$(file_strategies)" socket
}

@test "a non-blocking socket with a small buffer" {
  check_streams "$(file_strategies)" nonblocking-socket
}

@test "a terminal" {
  check_streams "$(file_strategies)" terminal
}
