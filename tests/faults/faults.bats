#!/usr/bin/env bats
# Each of these tests makes system calls fail, one kind at a time, and checks this rule:
# The strategy neither hangs nor crashes. All bytes that it writes are correct, and a
# strategy that writes whole lines ends with a whole line. In the end, the strategy dies
# silently of SIGPIPE because its reader exits, or of SIGXFSZ because its file is full, or
# it exits with status 1 after one line that names the error. By default, each call fails
# with three errnos, one for each reaction: retry, report an error of standard output, or
# do without the call. With FAULTS=all, each call fails with every errno of Linux.

load ../helpers

errnos='EINTR EPIPE ENOSYS'
[[ ${FAULTS-} != all ]] || errnos=$(echo {1..133})

# Commands for sed that select the calls before Main and those from Main on. Main first
# inspects the standard file descriptors.
startup='1,/^fcntl(0, F_GETFD/p'
main='/^fcntl(0, F_GETFD/,$p'

# If one of these fails, the C library or the runtime exits in its own way, before any
# output.
indispensable='arch_prctl|brk|mmap|mprotect'

# Runs the strategy under strace until the reader has received the bytes of dozens of
# system calls and returns the status of the strategy:
#   trace_strategy OUTPUT STRACE-OPTION...
trace_strategy() {
  local bytes=1000000
  case $strategy.$1 in
    printfn.* | console.*) bytes=200 ;;
    tee.* | auto.pipe | auto.nonblocking) bytes=20000000 ;;
  esac
  patiently "$root/tests/support/into" "$1" strace -f -qq -s 0 -o trace "${@:2}" \
    "${program[@]}" abcd 2> message | verify "$bytes" abcd 2> difference
  return "${PIPESTATUS[0]}"
}

# Checks the rule above for one run of the strategy: check_rule OUTPUT STRACE-OPTION...
check_rule() {
  local kind=$1 difference message
  run trace_strategy "$@"
  difference=$(< difference)
  message=$(< message)
  echo "${*:2}: status $status, '$message', '$difference'"
  check_bytes
  check_end
  check_message
}

# Checks that the bytes that the reader received are correct, even if some are missing,
# and form whole lines of 5 bytes.
check_bytes() {
  case $difference in
    '' | *': ends at byte '*[05]) ;;
    *': ends at byte '*)
      case $strategy.$kind in
        # These strategies write buffers or pages, which may end within a line.
        printfn.pipe | streamwriter.pipe | vmsplice.pipe | auto.pipe) ;;
        *.pipe | tee.nonblocking) fail 'ends within a line' ;;
        # Other outputs accept parts of a write, and the next write may fail.
      esac
      ;;
    *) fail 'writes wrong bytes' ;;
  esac
}

# Checks that the strategy exits with status 1, or dies of a signal for which there is a
# reason.
check_end() {
  case $status in
    1) ;;
    141) [[ ! $difference ]] || fail 'dies of SIGPIPE while its reader waits' ;;
    153) [[ $kind == file ]] || fail 'dies of SIGXFSZ without a limit' ;;
    *) fail 'hangs or crashes' ;;
  esac
}

# Checks that one line names the error if the strategy exits with status 1.
check_message() {
  case $status:$message in
    *$'\n'*) fail 'writes several lines of error' ;;
    1:yes:*Success) fail 'does not name the error' ;;
    1:yes:*) ;;
    # The message may be missing only if the call that writes it fails.
    1:) grep -q ' write(2, .*(INJECTED)$' trace || fail 'fails without a message' ;;
    *:) ;;
    *) fail 'reports an error and does not exit with status 1' ;;
  esac
}

# Makes each kind of call in PART of a run fail, once the call that is halfway through,
# and once the first hundred calls. OUTPUT is a kind of output of the script "into". With
# FAULT, such as splice:error=EINVAL, some other calls always fail:
#   check_faults PART OUTPUT [FAULT]
check_faults() {
  local call count errno turn always=(${3+--inject="$3"})
  check_rule "$2" "${always[@]}"
  sed -E 's/^[0-9]+ +//' trace | sed -n "$1" | grep -o '^[a-z0-9_]*' | sort | uniq -c |
    grep -vwE "$indispensable" > calls
  assert_file_not_empty calls
  while read -r count call; do
    for errno in $errnos; do
      for turn in $((1 + count / 2)) 1..100; do
        # strace stops the strategy only at these calls.
        check_rule "$2" --seccomp-bpf --trace="$call${3+,${3%%:*}}" "${always[@]}" \
          --inject="$call:error=$errno:when=$turn"
      done
    done
  done < calls
}

@test "every strategy survives or reports each failing call while it writes into a pipe" {
  each_strategy check_faults "$main" pipe
}

@test "auto survives or reports each failing call after falling back from tee or vmsplice" {
  each_of auto check_faults "$main" pipe socketpair:error=EMFILE
  each_of auto check_faults "$main" pipe socketpair,vmsplice:error=ENOSYS
}

@test "a strategy survives or reports each failing call on a non-blocking pipe or socket" {
  # A late reader finds the pipe full.
  export VERIFY=late
  each_of 'native vmsplice auto' check_faults "$main" nonblocking
  each_of auto check_faults "$main" nonblocking-socket
}

@test "a strategy survives or reports each failing call on a file, a socket or a terminal" {
  each_of auto check_faults "$main" file
  each_of 'native tee auto' check_faults "$main" socket
  each_of span check_faults "$main" terminal
}

@test "a failing call at startup makes yes neither hang nor write wrong bytes" {
  each_of auto check_faults "$startup" pipe
}
