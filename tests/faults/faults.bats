#!/usr/bin/env bats
# These tests make system calls fail, one kind at a time. The strategy must neither hang nor crash, and all
# bytes must be correct. A strategy that writes whole lines must end with a whole line. The strategy must
# retry interrupted writes. Afterwards, SIGPIPE or SIGXFSZ kills the strategy, or it exits with status 1 and a
# message that names the error. By default, each call is tried with EINTR, EPIPE and ENOSYS. With FAULTS=all,
# each call is tried with every Linux errno.

load ../helpers

# A fault consists of an errno and the number of calls that fail with it.
faults='EINTR:hundred EPIPE:hundred ENOSYS:one ENOSYS:hundred'
[[ ${FAULTS-} != all ]] || printf -v faults '%s ' {1..133}:{one,hundred}

# If one of these calls fails, the C library or the runtime exits before yes writes anything.
indispensable='arch_prctl|brk|mmap|mprotect'

# Runs the strategy under strace and checks these rules over dozens of system calls:
# check_rule OUTPUT STRACE-OPTION...
check_rule() {
  local kind=$1 options="${*:2}" status message difference bytes=1000000
  ! has each-line || bytes=200
  # A strategy with a pipe of its own moves more bytes per call.
  ! has 'opens=*' || bytes=10000000
  into "$1" strace -f -qq -s 0 -o trace "${@:2}" "${program[@]}" abcd 2> message |
    { verify "$bytes" abcd 2> difference || true; }
  status=${PIPESTATUS[0]} message=$(< message) difference=$(< difference)
  check_bytes
  check_end
}

# Fails the test and describes the run: break_rule PROBLEM
break_rule() {
  fail "into $kind, with strace $options, ${program[*]} $1 (status $status): $message; $difference"
}

# Checks that the reader received correct, complete 5-byte lines. The last lines may be missing. An output
# other than a pipe can end within a line, because it may accept only part of a write.
check_bytes() {
  case $difference in
    '' | *': ends at byte '*[05],*) ;;
    *': ends at byte '*) [[ $kind != pipe ]] || has 'splits=@(any|pipe)' || break_rule 'ends within a line' ;;
    *) break_rule 'writes wrong bytes' ;;
  esac
}

# Checks that the strategy names the error in one line and exits with status 1, or dies of an expected signal.
check_end() {
  case $status:$message in
    *$'\n'*) break_rule 'writes several lines of error' ;;
    1:yes:*Success) break_rule 'does not name the error' ;;
    1:*'output: Interrupted system call' | 1:*'vmsplice: Interrupted system call')
      break_rule 'does not repeat a call'
      ;;
    1:yes:*) ;;
    # The message may be missing only if the call that writes it fails.
    1:) grep -q ' write(2, .*(INJECTED)$' trace || break_rule 'fails without a message' ;;
    141:) [[ ! $difference ]] || break_rule 'dies of SIGPIPE while its reader waits' ;;
    153:) [[ $kind == file ]] || break_rule 'dies of SIGXFSZ without a limit' ;;
    *) break_rule 'hangs, crashes, or exits with another status' ;;
  esac
}

# Main begins with fcntl(0). The strategy's own calls begin where the trace differs from auto's. Prints
# the lines of one part of the trace: print_part startup|main|own
print_part() {
  sed -E 's/^[0-9]+ +//' trace | case $1 in
    startup) sed '/^fcntl(0, F_GETFL/q' ;;
    main) sed -n '/^fcntl(0, F_GETFL/,$p' ;;
    own)
      print_part main |
        awk -F '(' 'NR == FNR { auto[NR] = $1; next } $1 != auto[FNR] { own = 1 } own' auto -
      ;;
  esac
}

# Checks how the strategy reacts when each system call in one part of a run fails. A FAULT such as
# splice:error=EINVAL occurs in every run as well: check_faults PART OUTPUT [FAULT]
check_faults() {
  local call count fault turn always=(${3+--inject="$3"})
  if [[ $1 == own ]]; then
    each_of auto check_rule "$2"
    print_part main > auto
  fi
  check_rule "$2" "${always[@]}"
  print_part "$1" | grep -o '^[a-z0-9_]*' | sort | uniq -c | grep -vwE "$indispensable" > calls
  assert [ -s calls ]
  while read -r count call; do
    for fault in $faults; do
      # If fcntl fails with EBADF (9), standard error is closed, so yes can't write a message.
      [[ $call:$fault != fcntl:9:* ]] || continue
      turn=1..100
      [[ $fault == *:hundred ]] || turn=$((1 + count / 2))
      # With --seccomp-bpf, strace stops the strategy only at these calls.
      check_rule "$2" --seccomp-bpf --trace="$call${3+,${3%%:*}}" "${always[@]}" \
        --inject="$call:error=${fault%:*}:when=$turn"
    done
  done < calls
}

@test "auto survives or reports each failing system call" {
  each_of auto check_faults main pipe
}

@test "every strategy survives or reports failures of its own system calls" {
  each_of "$(strategies | grep -vx auto)" check_faults own pipe
}

@test "after a fallback, auto survives or reports each failing system call" {
  each_of auto check_faults own pipe socketpair:error=EMFILE
  each_of auto check_faults own pipe socketpair,vmsplice:error=ENOSYS
}

@test "strategies survive or report system calls that fail on non-blocking output" {
  # The reader waits until the pipe is full.
  export VERIFY=late
  each_of auto check_faults main nonblocking
  each_of 'native vmsplice' check_faults own nonblocking
  each_of auto check_faults main nonblocking-socket
}

@test "strategies survive or report failing system calls on files, sockets and terminals" {
  each_of auto check_faults main file
  each_of auto check_faults main socket
  each_of native check_faults own socket
  each_of span check_faults own terminal
}

@test "a failing system call at startup never corrupts the output" {
  # Before Main, only EINTR makes a difference.
  [[ ${FAULTS-} == all ]] || faults='EINTR:hundred ENOSYS:hundred'
  each_of auto check_faults startup pipe
}

# bats test_tags=long
@test "strategies survive or report every Linux errno" {
  [[ ${FAULTS-} != all ]] || skip 'this test runs the others'
  FAULTS=all BATS_TEST_TIMEOUT=3600 bats --tap --jobs "$(nproc)" "$BATS_TEST_FILENAME"
}
