#!/usr/bin/env bats
# Tests of system calls that the kernel rejects or interrupts, in situations that users meet. tests/faults
# makes each kind of call fail.

load ../helpers

# Runs a strategy while strace makes a system call fail: run_with_fault STRATEGY CALL FAULT
run_with_fault() {
  on_one_processor strace -qq -o trace -e trace="$2" -e inject="$2:$3" \
    yes --strategy "$1" abcd
}

@test "tee continues after an interrupted call" {
  # The first 32 calls fill the source pipe.
  run_with_fault tee tee error=EINTR:when=40..45 | verify 100000000 abcd
}

@test "tee continues if another writer takes the last slot" {
  # tee(2) then returns 0.
  run_with_fault auto tee retval=0:when=50+2 | verify 100000000 abcd
  # After 50 calls on a full pipe, tee makes a blocking call.
  run_with_fault tee tee retval=0:when=50..500 | verify 100000000 abcd
}

@test "yes ends when vmsplice fails in the middle of a line" {
  # Nobody reads before the failure. auto's first write occupies one slot, so the first vmsplice call finds
  # too few slots and stops in the middle of a 7-byte line.
  patiently strace -qq -o trace -e trace=socketpair,vmsplice -e inject=socketpair:error=EMFILE \
    -e inject=vmsplice:error=ENOSYS:when=2 yes abcdef 2> errors |
    { await grep -qs 'vmsplice.*INJECTED' trace && verify 9999999 abcdef 2> difference; } || true
  assert_regex "$(< difference)" ': ends at byte [0-9]+,'
  assert [ $((${BASH_REMATCH[0]//[^0-9]/} % 7)) != 0 ]
  assert_equal "$(< errors)" 'yes: standard output: Function not implemented'
}

# Makes the second call to splice fail, which is the first to write to the connection: fail_splice ERROR
fail_splice() {
  into connection strace -qq -o trace -e trace=splice -e inject=splice:error="$1:when=2" \
    yes --debug abcd 2> errors
}

@test "auto falls back if the kernel can't splice into a socket" {
  fail_splice EOPNOTSUPP | verify 20000000 abcd
  assert_file_contains errors 'a stream socket: not using tee: splice: Operation not supported$'
  fail_splice ENOBUFS | verify 20000000 abcd
  assert_file_contains errors 'a stream socket: not using tee: splice: No buffer space available$'
}

@test "yes reports a lost connection without trying another strategy" {
  local error
  for error in ENETDOWN ECONNRESET ETIMEDOUT EHOSTUNREACH; do
    run -1 fail_splice "$error"
    assert_file_contains errors '^yes: standard output: [A-Z]'
  done
}

@test "yes writes each message with one system call" {
  local arguments
  for arguments in '' '--strategy span' '--strategy nope' --version; do
    patiently strace -f -qq -o trace -e trace=write,writev bash -c "yes $arguments > /dev/full" || true
    run -0 grep -E 'writev?\(2, ' trace
    assert_output --regexp 'write\(2, "yes: '
    assert_equal "${#lines[@]}" 1
  done
}

@test "tee writes into a pipe smaller than a page" {
  # Under qemu-user, the program's pages can be larger than the kernel's.
  run_with_fault tee fcntl retval=2048:when=4+ | verify 2000000 abcd
}

@test "yes writes the rest of a message after a short write" {
  # strace claims that the first call has written these bytes.
  run -1 patiently strace -qq -o trace -e trace=write -e inject=write:retval=5:when=1 yes --strategy nope
  assert_line --index 0 "invalid argument 'nope' for '--strategy'"
  assert_line "Try 'yes --help' for more information."
}

@test "yes fails if it can't wait for room" {
  local pipe
  mkfifo pipe
  exec {pipe}<> pipe
  # poll rejects more file descriptors than the first limit allows. The second limit ends a program that
  # spins.
  fill() {
    into nonblocking bash -c 'ulimit -n 0 -t 9; exec "$@"' bash "${program[@]}" 2>&1 >&"$pipe"
  }
  fail_to_wait() {
    run -1 fill
    assert_output 'yes: standard output: Resource temporarily unavailable'
  }
  each_of 'span native' fail_to_wait
}

@test "a fast reader's pipe becomes as large as the kernel allows" {
  local attempt capacity
  assert_equal "$(yes --strategy vmsplice | read_until_enlarged)" $((1 << 19))
  assert_equal "$(strace -o trace -e trace=fcntl yes --strategy tee | read_until_enlarged)" $((1 << 20))
  # The first attempt fails. The number of earlier calls differs if tee finds that the pipe is not empty.
  fail_attempt() {
    attempt=$(grep -n -m 1 '(1, F_SETPIPE_SZ' trace | cut -d : -f 1)
    capacity=$(run_with_fault tee fcntl "error=EPERM:when=$attempt" | read_until_enlarged)
    grep -q 'F_SETPIPE_SZ.*INJECTED' trace
  }
  await fail_attempt
  assert_equal "$capacity" $((1 << 19))
}

@test "yes never shrinks a send buffer" {
  local trace=(strace -qq -o trace -e trace=setsockopt)
  into socket "${trace[@]}" yes | verify 1000000
  assert_file_contains trace '^setsockopt(1, SOL_SOCKET, SO_SNDBUF, \[[0-9]'
  # With a small net.core.wmem_max, the kernel reduces the size that a program sets. strace does the same.
  into socket "${trace[@]}" -e inject=setsockopt:poke_enter=@arg4=00010000 yes | verify 1000000
  assert_file_contains trace '^setsockopt'
  run -1 grep '^setsockopt(1,' trace
}

@test "no strategy shrinks the pipe" {
  local enlarge='fcntl(STDOUT, 1031, 1 << 20) or die; exec @ARGV' # F_SETPIPE_SZ
  # Checks the capacity after the reader has read many bytes: keep_capacity BYTES
  keep_capacity() {
    perl -e "$enlarge" "${program[@]}" | {
      head -c "$1" > /dev/null
      perl -e 'fcntl(STDIN, 1032, 0) == 1 << 20 or die' # F_GETPIPE_SZ
    }
  }
  each_of "$(strategies F#)" keep_capacity 20000
  # tee changes the capacity, if at all, after it has refilled the pipe eight times.
  each_of "$(strategies C#) auto" keep_capacity 100000000
}

@test "--debug changes no output if standard error is full or closed" {
  yes --debug abc 2> /dev/full | verify 20000 abc
  yes --debug abc 2>&- | verify 20000 abc
}

@test "tee doesn't reuse a closed standard file descriptor" {
  patiently strace -qq -o trace -e trace=tee bash -c 'exec yes abcd <&- 2>&-' | verify 3000000 abcd
  assert_file_contains trace '^tee('
  run -1 grep -E '^tee\([0-2],|^tee\([0-9]+, [02],' trace
}

@test "a strategy selected by name reports why it can't run" {
  local output strategy reason
  while read -r output strategy reason; do
    run -1 into "$output" yes --strategy "$strategy"
    assert_output "yes: $strategy: standard output is $reason"
  done << 'END'
file tee neither a pipe nor a stream socket
file vmsplice not a pipe
socket vmsplice not a pipe
END
  run -1 patiently yes --strategy tee "$(operand "$tee_block")"
  assert_output "yes: the line is longer than $tee_block bytes"
  run -1 run_with_fault tee pipe2 error=EMFILE
  assert_output "yes: pipe2: Too many open files"
  run -1 run_with_fault vmsplice vmsplice error=EMFILE
  assert_output "yes: vmsplice: Too many open files"
}
