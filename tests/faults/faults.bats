#!/usr/bin/env bats
# System calls fail, one at a time, and the script check-fault checks what follows. By default
# there is an errno for each reaction: try again, report an error of standard output, and do
# without the call. With FAULTS=all, each call fails with every errno of Linux.

load ../helpers

errnos='EINTR EPIPE ENOSYS'
[[ ${FAULTS-} != all ]] || errnos=$(echo {1..133})

# Without these, the C library and the runtime end in their own way, before any output.
indispensable='arch_prctl|brk|mmap|mprotect'

# Lets each call fail that a strategy makes in a part of its run, as the helper calls knows it:
# the first, one halfway through, and a hundred in a row.
#   check_faults main|start STRATEGY OUTPUT [STRACE-OPTION]
check_faults() (
  local call count errno turn
  cd "$(mktemp -d -p .)" || return
  "$BATS_TEST_DIRNAME/check-fault" "$2" "$3" trace "${@:4}"
  calls "$1" trace | cut -d '(' -f 1 | sort -u | grep -vxE "$indispensable" |
    while read -r call; do
      count=$(grep -c "^$call(" trace)
      for errno in $errnos; do
        for turn in 1 $((1 + count / 2)) 1..100; do
          echo "trace.$call.$errno.$turn ${4-} --inject=$call:error=$errno:when=$turn"
        done
      done
    done | sort -u > faults
  xargs -P 4 -L 1 "$BATS_TEST_DIRNAME/check-fault" "$2" "$3" < faults
  grep -q '(INJECTED)$' trace.*
)

@test "every strategy survives or reports each failing call while it writes into a pipe" {
  local strategy
  for strategy in $(strategies); do
    check_faults main "$strategy" pipe
  done
}

@test "auto survives or reports each failing call after tee, or also vmsplice, has failed" {
  check_faults main auto pipe --inject=socketpair:error=EMFILE
  check_faults main auto pipe --inject=socketpair,vmsplice:error=ENOSYS
}

@test "a strategy survives or reports each failing call on a non-blocking pipe or socket" {
  # A late reader finds the pipe full.
  export VERIFY=late
  check_faults main native nonblocking
  check_faults main vmsplice nonblocking
  check_faults main auto nonblocking
  check_faults main auto nonblocking-socket
}

@test "a strategy survives or reports each failing call on a file, a socket or a terminal" {
  check_faults main auto file
  check_faults main vmsplice socket
  check_faults main auto socket
  check_faults main span terminal
}

@test "a failing call at startup makes yes neither hang nor write anything wrong" {
  check_faults start auto pipe
}
