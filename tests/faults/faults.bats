#!/usr/bin/env bats
# Every system call that a strategy makes fails, and the oracle reads the stream: with one errno for each
# outcome, or with FAULTS=all every errno of the system. The script inject defines what may follow a fault.

load ../helpers

# Fails if a fault has gone wrong, and shows which: inject STRATEGY OUTPUT [CALLS [ALWAYS]]
inject() {
  "$BATS_TEST_DIRNAME/inject" "$@" > verdicts
  no_match -vE ': (survived|ended|died)$' verdicts
}

@test "a pipe, and every call of every strategy" {
  local each
  for each in $(strategies); do
    inject "$each" pipe
  done
}

@test "auto, after tee was refused, and after vmsplice was refused as well" {
  inject auto pipe 'fcntl|vmsplice|write' socketpair:error=EMFILE
  inject auto pipe 'fcntl|write' socketpair,vmsplice:error=ENOSYS
}

@test "a full non-blocking pipe or socket: what waits and what writes" {
  local each
  for each in $(strategies | grep -vxE 'printfn|console'); do
    inject "$each" nonblocking 'poll|write|tee|vmsplice'
  done
  for each in span native auto; do
    inject "$each" nonblocking-socket 'poll|splice'
  done
}

@test "files, sockets and terminals: what looks at them and what writes" {
  local each
  for each in file socket terminal; do
    inject span "$each" write
  done
  for each in file terminal; do
    inject auto "$each" 'write|statx|ioctl'
  done
  for each in vmsplice auto; do
    inject "$each" socket
  done
}

@test "the start of the runtime: nothing wrong is written, and nothing hangs" {
  # The runtime makes these calls: if it ends there, it does so in its own way, but before any output.
  inject auto pipe start
}
