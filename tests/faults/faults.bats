#!/usr/bin/env bats
# Each of these tests makes system calls fail, one kind at a time, and checks this rule: The strategy neither
# hangs nor crashes. All bytes are correct, and a strategy that writes whole lines ends with a whole line. It
# repeats an interrupted write. In the end, SIGPIPE or SIGXFSZ kills the strategy, or it exits
# with status 1 after one line that names the error. By default, each call fails with three errnos. Each
# causes another reaction: a retry, a message, or doing without the call. With FAULTS=all, each call fails
# with every errno of Linux.

load ../helpers

# A fault consists of an errno and the calls that fail, either one of them or the first hundred.
faults='EINTR:hundred EPIPE:hundred ENOSYS:one ENOSYS:hundred'
[[ ${FAULTS-} != all ]] || printf -v faults '%s ' {1..133}:{one,hundred}

# If such a call fails, the C library or the runtime exits before any output.
indispensable='arch_prctl|brk|mmap|mprotect'

# Runs the strategy under strace until the reader has received the bytes of dozens of system calls, and checks
# the rule above: check_rule OUTPUT STRACE-OPTION...
check_rule() {
  local kind=$1 options="${*:2}" status message difference bytes=1000000
  ! has each-line || bytes=200
  # A strategy with a pipe of its own moves more bytes per call.
  ! has 'opens=*' || bytes=20000000
  into "$1" strace -f -qq -s 0 -o trace "${@:2}" "${program[@]}" abcd 2> message |
    { verify "$bytes" abcd 2> difference || true; }
  status=${PIPESTATUS[0]} message=$(< message) difference=$(< difference)
  check_bytes
  check_end
  check_message
}

# Ends the test and describes the run: break_rule PROBLEM
break_rule() {
  fail "${program[*]} $1
output: $kind
options of strace: $options
exit status: $status
message: $message
difference: ${difference:-none}"
}

# Checks that the reader received correct, whole lines of 5 bytes, even if some are missing. Outputs other
# than pipes accept parts of a write, and the next write may fail.
check_bytes() {
  case $difference in
    '' | *': ends at byte '*[05],*) ;;
    *': ends at byte '*) [[ $kind != pipe ]] || has 'splits=@(any|pipe)' || break_rule 'ends within a line' ;;
    *) break_rule 'writes wrong bytes' ;;
  esac
}

# Checks that the strategy exits with status 1, or dies of a signal for which there is a reason.
check_end() {
  case $status in
    1) ;;
    141) [[ ! $difference ]] || break_rule 'dies of SIGPIPE while its reader waits' ;;
    153) [[ $kind == file ]] || break_rule 'dies of SIGXFSZ without a limit' ;;
    *) break_rule 'hangs or crashes' ;;
  esac
}

# Checks that one line names the error if the strategy exits with status 1.
check_message() {
  case $status:$message in
    *$'\n'*) break_rule 'writes several lines of error' ;;
    1:yes:*Success) break_rule 'does not name the error' ;;
    1:*'standard output: Interrupted'* | 1:*'vmsplice: Interrupted'*) break_rule 'does not repeat a call' ;;
    1:yes:*) ;;
    # The message may be missing only if the call that writes it fails.
    1:) grep -q ' write(2, .*(INJECTED)$' trace || break_rule 'fails without a message' ;;
    *:) ;;
    *) break_rule 'reports an error and does not exit with status 1' ;;
  esac
}

# Prints the lines of a part of the trace. Main first inspects the standard file descriptors. The strategy's
# own calls begin where the calls from Main on differ from those in the file auto: print_part startup|main|own
print_part() {
  sed -E 's/^[0-9]+ +//' trace | case $1 in
    startup) sed '/^fcntl(0, F_GETFD/q' ;;
    main) sed -n '/^fcntl(0, F_GETFD/,$p' ;;
    own)
      print_part main |
        awk -F '(' 'NR == FNR { auto[NR] = $1; next } $1 != auto[FNR] { own = 1 } own' auto -
      ;;
  esac
}

# Makes the calls in a part of a run fail, one kind at a time. With FAULT, such as splice:error=EINVAL, some
# other calls always fail: check_faults PART OUTPUT [FAULT]
check_faults() {
  local call count fault turn always=(${3+--inject="$3"})
  if [[ $1 == own ]]; then
    each_of auto check_rule "$2"
    print_part main > auto
  fi
  check_rule "$2" "${always[@]}"
  print_part "$1" | grep -o '^[a-z0-9_]*' | sort | uniq -c | grep -vwE "$indispensable" > calls
  assert_file_not_empty calls
  while read -r count call; do
    for fault in $faults; do
      turn=1..100
      [[ $fault == *:hundred ]] || turn=$((1 + count / 2))
      # strace stops the strategy only at these calls.
      check_rule "$2" --seccomp-bpf --trace="$call${3+,${3%%:*}}" "${always[@]}" \
        --inject="$call:error=${fault%:*}:when=$turn"
    done
  done < calls
}

@test "auto survives or reports each failing call" {
  each_of auto check_faults main pipe
}

@test "every strategy survives or reports each failing call of its own" {
  each_of "$(strategies | grep -vx auto)" check_faults own pipe
}

@test "auto survives or reports each failing call after it has fallen back" {
  each_of auto check_faults own pipe socketpair:error=EMFILE
  each_of auto check_faults own pipe socketpair,vmsplice:error=ENOSYS
}

@test "a strategy survives or reports each failing call on non-blocking output" {
  # A late reader finds the pipe full.
  export VERIFY=late
  each_of auto check_faults main nonblocking
  each_of 'native vmsplice' check_faults own nonblocking
  each_of auto check_faults main nonblocking-socket
}

@test "a strategy survives or reports each failing call on other output" {
  each_of auto check_faults main file
  each_of auto check_faults main socket
  each_of native check_faults own socket
  each_of span check_faults own terminal
}

@test "a failing call at startup makes yes neither hang nor corrupt bytes" {
  # The errno does not matter before Main, except for an interruption.
  [[ ${FAULTS-} == all ]] || faults='EINTR:hundred ENOSYS:hundred'
  each_of auto check_faults startup pipe
}
