#!/usr/bin/env bats
# The kernel refuses: the stream stays exact. tests/faults has each call and each errno; here are whole
# situations.

load ../helpers

bytes=20000001

@test "no message comes in the middle of a line" {
  # A line longer than a fragment, of which a refused tee has written a part, is finished by the next
  # strategy.
  local operand when
  operand=$(operand 50001)
  for when in 7 8 9 10 11; do
    timeout 60 strace -qq -o trace -e trace=splice -e inject=splice:error=ENOSYS:when="$when" \
      yes -- "$operand" | verify "$bytes" "$operand"
  done
}

@test "what a refused vmsplice leaves of a line is written by the next strategy" {
  # The pipe keeps its 16 slots, so that each vmsplice is a short one.
  local operand when
  operand=$(operand 50001)
  for when in 2 3 4; do
    timeout 60 strace -qq -o trace -e trace=fcntl,socketpair,vmsplice -e inject=fcntl:error=EPERM:when=6+ \
      -e inject=socketpair:error=EMFILE -e inject=vmsplice:error=ENOSYS:when="$when" \
      yes -- "$operand" | verify "$bytes" "$operand"
    grep -q 'vmsplice.*INJECTED' trace
  done
}

@test "the pipe is enlarged as far as the kernel allows, and never made smaller" {
  local call
  # Prints the capacity of the pipe on standard input, after its first byte.
  print_capacity() {
    perl -e 'sysread STDIN, my $byte, 1 or die; print fcntl(STDIN, 1032, 0)'
  }
  check_capacity() {
    local capacity
    capacity=$(strace -qq -o trace -e trace=fcntl yes --strategy "$strategy" | print_capacity)
    ((capacity > 65536))
    # If the kernel refuses that much, the half of it.
    call=$(grep -n F_SETPIPE_SZ trace | head -n 1 | cut -d : -f 1)
    equal "$(strace -qq -o trace -e trace=fcntl -e inject=fcntl:error=EPERM:when="$call" \
      yes --strategy "$strategy" | print_capacity)" "$((capacity / 2))"
    capacity=$(perl -e 'fcntl(STDOUT, 1031, 1 << 20) or die; exec @ARGV' yes --strategy "$strategy" |
      print_capacity)
    ((capacity >= 1 << 20))
  }
  each_of "$(pipe_strategies)" check_capacity
}

@test "few descriptors are enough" {
  local limit
  for limit in {4..12}; do
    bash -c 'ulimit -n "$1"; exec yes abcd' bash "$limit" 3>&- | verify 10000000 abcd
  done
}

@test "an unprivileged user whose pipes are used up gets the same bytes" {
  # Pipes of 1 MiB, and then as many small ones, fill the user's share; the one to the reader comes too late.
  local crowded='use Fcntl;
    open my $limit, "<", "/proc/sys/fs/pipe-user-pages-soft" or die;
    my @keep;
    for (1 .. <$limit> / 256 + 300) {
      pipe(my $reader, my $writer) or die;
      fcntl($writer, 1031, 1 << 20);
      push @keep, $reader, $writer;
    }
    pipe(my $reader, my $writer) or die;
    if (!fork) {
      open STDOUT, ">&", $writer or die;
      exec @ARGV;
    }
    close $writer;
    while (sysread $reader, my $bytes, 65536) { syswrite(STDOUT, $bytes) or last }'
  # Only root may become another user.
  local as=() open strategy errors=$BATS_TEST_TMPDIR/errors
  ((EUID)) || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  open=$(copy_for_others)
  cd "$open"
  for strategy in $(pipe_strategies) auto; do
    timeout 60 "${as[@]}" perl -e "$crowded" "$open/yes" --debug --strategy "$strategy" abcd 2> "$errors" |
      verify 20000000 abcd || { cat "$errors"; return 1; }
    # The pipe to the reader is as small as the kernel makes it, so the user's share was used up.
    cat "$errors"
    grep -qE 'a pipe of (4096|8192) bytes' "$errors"
  done
  rm -r "$open"
}

@test "--debug says what was chosen, and each refusal with the errno's name" {
  local pipe='standard output is a pipe of N bytes, N slots'
  equal "$(yes --debug 2>&1 > >(head -c 100000 > /dev/null) | sed 's/[0-9]\+/N/g')" \
    "yes: using tee: $pipe; fragments of N bytes in N slots of a source pipe"
  timeout 20 strace -qq -o trace -e trace=socketpair,vmsplice -e inject=socketpair:error=EMFILE \
    -e inject=vmsplice:error=ENOSYS:when=3 yes --debug abcd 2> errors | verify 10000000 abcd
  equal "$(sed 's/[0-9]\+/N/g' errors)" 'yes: not using tee: socketpair: EMFILE
yes: using vmsplice: '"$pipe"'; N bytes a call
yes: not using vmsplice: vmsplice: ENOSYS
yes: using native: '"$pipe"'; N bytes a call'
}

@test "--debug changes nothing else" {
  write_and_report() {
    timeout 20 yes --debug --strategy "$strategy" abc 2> errors | verify 20000 abc
    equal "$(wc -l < errors)" 1
    [[ $(cat errors) == "yes: using "* ]]
  }
  each_strategy write_and_report
}

@test "--debug tells a pipe from everything else, and reports nothing of a closed standard output" {
  run -1 bash -c 'timeout 20 yes --debug > /dev/full'
  equal "$output" $'yes: using native: standard output is not a pipe; 65536 bytes a call
yes: standard output: No space left on device'
  run -1 bash -c 'timeout 20 yes --debug >&-'
  equal "$output" 'yes: standard output: Bad file descriptor'
}
