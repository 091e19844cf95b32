#!/usr/bin/env bats
# Every system call that a strategy makes fails, and the oracle reads the stream. `make test` tries one errno
# for each outcome, `make faults` (FAULTS=all) every errno of the call's manual page; TABLE=1 prints how many
# did what. The script inject defines what may follow a fault.

load ../helpers

# Fails if a fault has gone wrong, and shows which: inject STRATEGY OUTPUT [OPTION...]
inject() {
  "$BATS_TEST_DIRNAME/inject" ${FAULTS+--every-errno} "$@" > verdicts
  [[ ! ${TABLE-} ]] || awk '{ print "#", $1, $2, $3, $NF }' verdicts | sort | uniq -c >&3
}

@test "a pipe, and every call of every strategy" {
  local each
  for each in $(strategies); do
    inject "$each" pipe
  done
}

@test "auto, after tee was refused, and after vmsplice was refused as well" {
  inject auto pipe --calls='fcntl|statx|vmsplice|write' --always=socketpair:error=EMFILE
  inject auto pipe --calls='fcntl|statx|write' --always=socketpair,vmsplice:error=ENOSYS
}

@test "a full non-blocking pipe or socket: what waits and what writes" {
  local each
  for each in $(strategies | grep -vxE 'printfn|console'); do
    inject "$each" nonblocking --calls='poll|write|splice|vmsplice'
  done
  for each in span native auto; do
    inject "$each" nonblocking-socket --calls=poll
  done
}

@test "files, sockets and terminals: what looks at them and what writes" {
  local each
  for each in file socket terminal; do
    inject span "$each" --calls=write
    inject auto "$each" --calls='write|statx|ioctl'
  done
}

@test "the start of the runtime: nothing wrong is written, and nothing hangs" {
  # The runtime makes these calls: if it ends there, it does so in its own way, but before any output.
  inject auto pipe --start
}
