#!/usr/bin/env bats
# Short writes and short splices, as the kernel makes them: small and non-blocking pipes, sockets and terminals.

load ../helpers

# Lines of which none fits the sizes of the kernel: shorter than a page, longer than one, longer than a fragment.
lengths='4 4999 50000'

# As many bytes as take long enough: the managed strategies that write line by line need a second for a MiB of short ones.
bytes() {
  case $strategy.$1 in
    printfn.4 | console.4) echo 40003 ;;
    *) echo 3000003 ;;
  esac
}

# Checks a strategy's stream into such an output: exact STRATEGIES OUTPUT [shrink]
# With "shrink" the reader comes late, and changes the pipe's capacity, down to a page.
exact() {
  local length operand strategy wanted
  for strategy in $1; do
    for length in $lengths; do
      operand=$(operand "$length")
      wanted=$(bytes "$length")
      [[ ! ${3-} ]] || wanted=$((20 * wanted))
      timeout 60 "$BATS_TEST_DIRNAME/into" "$2" yes --strategy "$strategy" -- "$operand" 2> errors |
        { [[ ! ${3-} ]] || sleep 0.05; VERIFY=${3-} verify "$wanted" "$operand"; } ||
        { echo "$strategy, $length bytes:"; cat errors; return 1; }
    done
  done
}

@test "a pipe of one slot" {
  exact "$(strategies)" small
}

@test "a non-blocking pipe" {
  exact "$(strategies)" nonblocking
}

@test "a non-blocking pipe of one slot" {
  exact "$(strategies)" small-nonblocking
}

@test "a pipe that shrinks to a slot and grows again" {
  exact "$(native_strategies)" pipe shrink
}

@test "a non-blocking pipe that shrinks to a slot and grows again" {
  exact "$(native_strategies)" nonblocking shrink
}

@test "a socket with a small buffer" {
  exact "$(file_strategies)" socket
}

@test "a non-blocking socket with a small buffer" {
  exact "$(file_strategies)" nonblocking-socket
}

@test "a terminal" {
  exact "$(file_strategies)" terminal
}
