#!/usr/bin/env bats
# The kernel rejects or interrupts calls: the output stays exact, and messages name the reason. tests/faults
# tries each call with each errno, and this file whole situations.

load ../helpers

# Runs a strategy while strace lets a call fail: run_with_fault STRATEGY CALL FAULT
run_with_fault() {
  on_one_processor timeout 60 strace -qq -o trace -e trace="$2" -e inject="$2:$3" \
    yes --strategy "$1" abcd
}

@test "thousands of interruptions are no error, but an interruption of every attempt is one" {
  run_with_fault native write error=EINTR:when=2..5001 | verify 100000 abcd
  # Bytes move in between.
  run_with_fault native write error=EINTR:when=2+2 | verify 100000000 abcd
  run_with_fault vmsplice vmsplice error=EINTR:when=2+2 | verify 1400000000 abcd
  run run_with_fault vmsplice vmsplice error=EINTR:when=2+
  assert_failure 1
  assert_output --partial 'yes: standard output: Interrupted system call'
}

@test "a message is written in one call, so that messages of several processes don't mix" {
  local arguments
  for arguments in '' '--strategy span' '--strategy nope' --version; do
    strace -f -qq -o trace -e trace=write,writev bash -c "timeout 20 yes $arguments > /dev/full" || true
    run -0 grep -E 'writev?\(2, ' trace
    assert_output --regexp 'write\(2, "yes: '
    assert_equal "${#lines[@]}" 1
  done
}

@test "a full non-blocking standard error delays the end for a moment only" {
  local full status=0
  mkfifo pipe
  exec {full}<> pipe
  dd if=/dev/zero of=pipe bs=4096 oflag=nonblock status=none 2> errors || true
  "$root/tests/support/into" nonblocking timeout 5 bash -c 'yes 2>&1 > /dev/full' >&"$full" || status=$?
  # 124 would be the status of timeout.
  assert_equal "$status" 1
}

# Prints the capacity of the pipe on standard input, after its first byte.
print_capacity() {
  perl -e 'sysread STDIN, my $byte, 1 or die; print fcntl(STDIN, 1032, 0)' # F_GETPIPE_SZ
}

@test "the pipe is enlarged as far as the kernel allows" {
  local attempt
  assert_equal "$(strace -o trace -e trace=fcntl yes --strategy tee | print_capacity)" $((1 << 20))
  attempt=$(grep -n -m 1 F_SETPIPE_SZ trace | cut -d : -f 1)
  assert_equal "$(run_with_fault tee fcntl "error=EPERM:when=$attempt" | print_capacity)" $((1 << 19))
}

@test "the pipe is never made smaller" {
  local enlarge='fcntl(STDOUT, 1031, 1 << 20) or die; exec @ARGV' # F_SETPIPE_SZ
  keep_capacity() {
    assert_equal "$(perl -e "$enlarge" "${program[@]}" | print_capacity)" $((1 << 20))
  }
  each_strategy keep_capacity
}

@test "--debug reports the strategy in one line, and changes nothing else" {
  report() {
    timeout 20 "${program[@]}" --debug abc 2> errors | verify 20000 abc
    run -0 cat errors
    assert_output --regexp '^yes: standard output is a pipe of [0-9]+ bytes .*: using [^:]*$'
    assert_equal "${#lines[@]}" 1
  }
  each_strategy report
}

@test "with standard descriptors closed, no pipe or socket of tee takes their place" {
  write_closed() {
    timeout 20 strace -qq -o trace -e trace=socket,tee "$@" \
      bash -c 'exec yes abcd <&- 2>&-' | verify 3000000 abcd
  }
  write_closed
  assert_file_contains trace '^tee('
  run -1 grep -E '^tee\([0-2],|^tee\([0-9]+, [02],' trace
  # With no socket to put on them, auto does without tee.
  write_closed -e inject=socket:error=EPERM
  run -1 grep '^tee(' trace
}

@test "a strategy that was named and can't run says why in one line, and no other takes its place" {
  reject() {
    run bash -c 'ulimit -f 100; timeout 20 "$@" > file' bash "${program[@]}"
    assert_failure 1
    assert_output --regexp "^yes: strategy '$strategy': standard output is n[a-zA-Z ]*$"
    assert_file_empty file
  }
  each_of 'vmsplice tee' reject
}
