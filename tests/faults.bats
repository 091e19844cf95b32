#!/usr/bin/env bats
# strace makes system calls fail. yes continues with correct bytes, or reports the failure and ends.

load helpers
# The helpers use this variable.
export uses_strace=1

# If one of these calls fails, the C library or the runtime can't start, or the program doesn't even begin.
# Some versions of strace list exit_group.
indispensable='arch_prctl|brk|execve|exit_group|mmap|mprotect'

# Runs the strategy under strace and checks these rules: The strategy must neither hang nor crash, and all
# bytes must be correct. A strategy that writes whole lines must end with a whole line. The strategy must
# retry interrupted calls. In the end, SIGPIPE or SIGXFSZ kills the strategy, or it exits with status 1 and a
# message that names the error: check_rule OUTPUT STRACE-OPTION...
check_rule() {
  local kind=$1 options="${*:2}" file status message difference bytes=600000
  ! has each-line || bytes=200
  # tee moves more bytes per call.
  [[ $strategy != @(tee|auto) ]] || bytes=8000000
  patiently into "$1" strace -f -qq -s 0 -o trace "${@:2}" "${program[@]}" abcd 2> message |
    { verify "$bytes" abcd 2> difference || true; }
  status=${PIPESTATUS[0]}
  # In a command substitution, bash would start a process. read fails, because the file contains no NUL.
  for file in message difference; do read -rd '' "${file?}" < "$file" || true; done
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
    *': ends at byte '*) [[ $kind != pipe ]] || has splits || break_rule 'ends within a line' ;;
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

# Makes each system call fail in turn. The first call on standard output divides them into two parts. A FAULT
# such as splice:error=EINVAL occurs in every run as well: check_faults startup|output OUTPUT [FAULT]
check_faults() {
  local call count fault turn always=(${3+--inject="$3"})
  local faults=(EINTR:1..100 EPIPE:1..100 ENOSYS)
  # The runtime prints a message of its own if its first calls fail in another way.
  [[ $1 == output ]] || faults=(EINTR:1..100 ENOSYS:1..100)
  check_rule "$2" "${always[@]}"
  sed -E 's/^[0-9]+ +//' trace |
    awk -v part="$1" '/^[a-z0-9_]+\(1, / { output = 1 } (part == "output") == output' |
    grep -o '^[a-z0-9_]*' | grep -vxE "$indispensable" | sort | uniq -c > calls
  assert [ -s calls ]
  while read -r count call; do
    for fault in "${faults[@]}"; do
      turn=${fault#*:}
      # Otherwise, a single call fails after half of the others.
      [[ $fault == *:* ]] || turn=$((1 + count / 2))
      # With --seccomp-bpf, strace stops the strategy only at these calls.
      check_rule "$2" --seccomp-bpf --trace="$call${3+,${3%%:*}}" "${always[@]}" \
        --inject="$call:error=${fault%:*}:when=$turn"
    done
  done < calls
}

@test "every strategy survives or reports each system call that fails" {
  each_strategy check_faults output pipe
}

@test "auto survives or reports failing system calls after a fallback" {
  each_of auto check_faults output pipe socketpair:error=EMFILE
  each_of auto check_faults output pipe socketpair,vmsplice:error=ENOSYS
}

@test "yes survives or reports system calls that fail on full output" {
  # The reader waits until the output is full.
  export VERIFY=late
  each_of 'span vmsplice auto' check_faults output nonblocking
  each_of auto check_faults output nonblocking-socket
}

@test "yes survives or reports failures on files, sockets and terminals" {
  each_of auto check_faults output file
  each_of 'native auto' check_faults output socket
  each_of span check_faults output terminal
}

@test "a system call that fails at startup never corrupts the output" {
  each_of auto check_faults startup pipe
}

@test "auto reports why it can't use tee and falls back" {
  local call fault reason
  # If fcntl returned 1048577, standard output would be writable and each pipe would have 256 slots.
  while read -r call fault reason; do
    patiently strace --seccomp-bpf -qq -o trace -e trace="$call" -e inject="$call:$fault" \
      yes --debug abcd 2> errors | verify 8000000 abcd
    assert_file_contains errors ": not using tee: $reason$"
  done << 'END'
pipe2 error=EMFILE pipe2: Too many open files
pipe2 error=EMFILE:when=2 pipe2: Too many open files
socketpair error=EMFILE socketpair: Too many open files
splice error=EINVAL splice: Invalid argument
splice retval=4096 splice moved only 4096 of [0-9]* bytes
fcntl retval=1048577 tee: Resource temporarily unavailable
tee error=ENOMEM:when=5 tee: Cannot allocate memory
END
  run -1 patiently strace -qq -o trace -e inject=pipe2:error=EMFILE yes --strategy tee
  assert_output 'yes: tee: pipe2: Too many open files'
}

# Runs auto and makes all calls of one kind fail from the given one on. EARLIER is a call that always fails:
#   fail_call OUTPUT CALL WHEN [EARLIER]
fail_call() {
  patiently into "$1" strace -qq -o trace -e trace="$2${4:+,$4}" -e inject="$2:error=ENOBUFS:when=$3+" \
    ${4:+-e inject="$4:error=EMFILE"} yes --debug abcd 2> errors
}

@test "auto falls back only before a strategy's first success" {
  local output call first earlier name
  while read -r output call first earlier; do
    name=${call/#splice/tee}
    fail_call "$output" "$call" "$first" "$earlier" | verify 20000000 abcd
    assert_file_contains errors ": not using $name: $call: No buffer space available$"
    # If yes continued after a later failure, it would write until head exits.
    fail_call "$output" "$call" "$((first + 9))" "$earlier" | head -c 200000000 > /dev/null
    assert_equal "${PIPESTATUS[0]}" 1
    assert_file_contains errors '^yes: standard output: No buffer space available$'
    run -1 grep "not using $name" errors
  done << 'END'
connection splice 2
pipe tee 33
pipe vmsplice 1 socketpair
END
}

@test "--help and --version report that standard output can't be closed" {
  local option
  for option in --help --version; do
    run -1 patiently strace -qq -o trace -e inject=close:error=EDQUOT yes "$option"
    assert_line 'yes: write error: Disk quota exceeded'
    # strace makes every close fail, also one of another file descriptor.
    assert_file_contains trace '^close(1) '
  done
}
