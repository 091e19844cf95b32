#!/usr/bin/env bats
# Every system call that a strategy makes fails, and the oracle reads the stream. strace shows which calls
# those are. `make test` tries one errno for each outcome, `make faults` (FAULTS=all) every errno of the
# call's manual page. The script inject defines what may follow a fault. TABLE=1 prints how many did what.

load ../helpers

# Lets all calls of a strategy fail on such a standard output, one at a time and several side by side, since
# they often wait, or only the calls of a pattern:
#   inject_all STRATEGY OUTPUT [PATTERN [OPTION]]
# OPTION is one of strace, for calls that always fail. The variable whose=start is for the runtime's start.
inject_all() {
  export strategy=$1 output=$2 option=${4-} bytes VERIFY=
  # More bytes than come before the late fault. After a refusal auto writes fewer a call.
  case $1.$2$option in
    *.file) bytes=1100000 ;;
    printfn.* | console.*) bytes=1000 ;;
    tee.* | auto.pipe | auto.nonblocking) bytes=50000000 ;;
    vmsplice.*) bytes=3000000 ;;
    auto.pipe--*) bytes=2000000 ;;
    auto.*socket) bytes=1700000 ;;
    *) bytes=400000 ;;
  esac
  # A late reader lets the writer wait, so that the trace shows how.
  [[ $output != nonblocking* ]] || VERIFY=late
  echo abcd > line
  on_one_processor "$BATS_TEST_DIRNAME/into" "$output" timeout 60 strace -qq -o trace ${option:+"$option"} \
    yes --strategy "$strategy" abcd 2> errors | verify "$bytes" abcd > verdict 2>&1 || [[ $output == file ]]
  "$BATS_TEST_DIRNAME/list" -v whole="${FAULTS-}" trace |
    grep -E "^(${3-[^ ]*}) (${whose-program|runtime}) " | sort -u > faults
  xargs -P 4 -L 1 "$BATS_TEST_DIRNAME/inject" < faults > results
  [[ ! ${TABLE-} ]] || awk '{ print "#", $1, $2, $3, $NF }' results | sort | uniq -c >&3
  # What is left has gone wrong.
  if grep -vE ': (survived|ended|died)$' results; then return 1; fi
  equal "$(wc -l < results)" "$(wc -l < faults)"
}

@test "a pipe, and every call of every strategy" {
  local each
  for each in $(strategies); do
    inject_all "$each" pipe
  done
}

@test "auto, after tee was refused, and after vmsplice was refused as well" {
  inject_all auto pipe 'fcntl|statx|vmsplice|write' --inject=socketpair:error=EMFILE
  inject_all auto pipe 'fcntl|statx|write' --inject=socketpair,vmsplice:error=ENOSYS
}

@test "a full non-blocking pipe or socket: what waits and what writes" {
  local each
  for each in $(strategies | grep -vxE 'printfn|console'); do
    inject_all "$each" nonblocking 'poll|write|splice|vmsplice'
  done
  for each in span native auto; do
    inject_all "$each" nonblocking-socket poll
  done
}

@test "files, sockets and terminals: what looks at them and what writes" {
  local each
  for each in file socket terminal; do
    inject_all span "$each" write
    inject_all auto "$each" 'write|statx|ioctl'
  done
}

@test "the start of the runtime: nothing wrong is written, and nothing hangs" {
  # The runtime makes these calls: if it ends there, it does so in its own way, but before any output.
  whose=start inject_all auto pipe
}
