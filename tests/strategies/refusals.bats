#!/usr/bin/env bats
# The kernel refuses or interrupts: the stream stays exact, and messages have the errno's words. tests/faults
# has each call and each errno; here are whole situations.

load ../helpers


# Runs yes while calls fail: yes_with 'STRACE-OPTION...' ARGUMENT...
yes_with() {
  # shellcheck disable=SC2086 # Words.
  on_one_processor timeout 60 strace -f -qq -o trace $1 "${program[@]-yes}" "${@:2}"
}

@test "more interruptions than retries in a row are no error if bytes move between them" {
  # Every second tee is interrupted. The pipes keep their 16 slots, so that each moves few bytes.
  read_until_interrupted() {
    until (($(grep -c 'EINTR.*INJECTED' trace) > 10000)); do
      verify 100000000 abcd || return
    done
  }
  : > trace
  yes_with '-e trace=fcntl,tee -e inject=fcntl:error=EPERM:when=6+ -e inject=tee:error=EINTR:when=40+2' \
    --strategy tee abcd 2> errors | read_until_interrupted
  equal "$(< errors)" ''
}

# Interrupts a call of a strategy from the FIRST on, and checks the error, and how often the call was tried:
#   fail_interrupted STRATEGY CALL FIRST TRIES MESSAGE
fail_interrupted() {
  { yes_with "-e trace=$2 -e inject=$2:error=EINTR:when=$3+" --strategy "$1" 2> errors || echo "$?" > status
  } | cat > out
  equal "$(cat status out errors)" "1${5:+$'\n'$5}"
  equal "$(grep -c 'EINTR.*INJECTED' trace)" "$4"
}

@test "a call that is interrupted forever is an error in one line" {
  fail_interrupted vmsplice vmsplice 1 10000 "yes: strategy 'vmsplice': vmsplice: Interrupted system call"
  # After those that fill the source.
  fail_interrupted tee tee 33 10000 "yes: strategy 'tee': tee: Interrupted system call"
  # The message fails as well.
  fail_interrupted native write 1 20000 ''
}

@test "a message is written in one call, so that messages of several processes don't mix" {
  write_once() {
    run -1 timeout 20 strace -f -qq -o trace -e trace=write,writev bash -c 'exec "$@" > /dev/full' bash "$@"
    equal "$(grep -oE 'writev?\(2, .{6}' trace)" 'write(2, "yes: '
  }
  each_of "$(accepting file)" eval 'write_once "${program[@]}"'
  write_once yes --strategy nope
  write_once yes --version
}

@test "a full non-blocking standard error delays the end for no more than a moment" {
  local full
  mkfifo pipe
  exec {full}<> pipe
  dd if=/dev/zero of=pipe bs=4096 oflag=nonblock status=none 2> errors || true
  fail_silently() {
    local status=0
    "$root/tests/into" nonblocking timeout 20 strace -f -qq -o trace -e trace=poll \
      bash -c 'exec "$@" 2>&1 > /dev/full' bash "${program[@]}" >&"$full" || status=$?
    # It waits once, for so many milliseconds.
    equal "$status $(sed -n 's/.*fd=2, events=//p' trace)" '1 POLLOUT}], 1, 100) = 0 (Timeout)'
  }
  each_of "$(accepting file)" fail_silently
}

@test "a call that is refused after bytes have moved is an error of standard output" {
  # Columns: standard output, strategy, call, the turn in which it is refused.
  local output strategy call turn
  while read -r output strategy call turn; do
    run -1 bash -c '"$@" | cat > /dev/null; exit "${PIPESTATUS[0]}"' bash "$root/tests/into" "$output" \
      timeout 60 strace -qq -o trace -e inject="$call:error=ENOSYS:when=$turn" yes --strategy "$strategy"
    equal "$output" 'yes: standard output: Function not implemented'
  done << 'END'
pipe tee tee 50
pipe vmsplice vmsplice 9
socket vmsplice vmsplice 9
socket vmsplice splice 9
END
}

@test "the pipe is enlarged as far as the kernel allows, and never made smaller" {
  local call
  # Prints the capacity of the pipe on standard input, after its first byte.
  print_capacity() {
    perl -e 'sysread STDIN, my $byte, 1 or die; print fcntl(STDIN, 1032, 0)'
  }
  check_capacity() {
    local capacity
    capacity=$(yes_with '-e trace=fcntl' | print_capacity)
    holds "$capacity > 65536"
    # If the kernel refuses that much, the half of it.
    call=$(grep -n F_SETPIPE_SZ trace | head -n 1 | cut -d : -f 1)
    equal "$(yes_with "-e trace=fcntl -e inject=fcntl:error=EPERM:when=$call" | print_capacity)" \
      "$((capacity / 2))"
    capacity=$(perl -e 'fcntl(STDOUT, 1031, 1 << 20) or die; exec @ARGV' "${program[@]}" | print_capacity)
    holds "$capacity >= 1 << 20"
  }
  each_of "$(refusing file)" check_capacity
}

@test "an unprivileged user whose pipes are used up gets the same bytes" {
  # Pipes of 1 MiB, and then as many small ones, fill the user's share; the one to the reader comes too late.
  local crowded='open my $limit, "<", "/proc/sys/fs/pipe-user-pages-soft" or die;
    $^F = 1 << 20; # Whatever is executed inherits them.
    for (1 .. <$limit> / 256 + 300) {
      pipe(my $reader, my $writer) or die;
      fcntl($writer, 1031, 1 << 20);
      push @keep, $reader, $writer;
    }
    exec @ARGV'
  # Only root may become another user.
  local as=() open
  ((EUID)) || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  open=$(mktemp -d)
  chmod 755 "$open"
  cp "$(realpath bin/yes)" "$open/yes"
  write_crowded() {
    # shellcheck disable=SC2016 # For the inner shell.
    (cd "$open" && exec timeout 60 "${as[@]}" perl -e "$crowded" bash -c '"$@" | cat' bash \
      "./${program[0]}" "${program[@]:1}" --debug abcd) 2> errors | verify 20000000 abcd
    # The pipe to the reader is as small as the kernel makes it, so the user's share was used up.
    cat errors
    grep -qE 'a pipe of (4096|8192) bytes' errors
  }
  each_of 'vmsplice auto' write_crowded
  rm -r "$open"
}

@test "--debug says what was chosen, and each refusal with the error, and changes nothing else" {
  timeout 20 strace -qq -o trace -e trace=socketpair,vmsplice -e inject=socketpair:error=EMFILE \
    -e inject=vmsplice:error=ENOSYS:when=1 yes --debug abcd 2> errors | verify 10000000 abcd
  sed -E 's/^yes: standard output is a pipe of [0-9]+ bytes, [0-9]+ slots: //; s/^(using [a-z0-9]+),.*/\1/' \
    errors > chosen
  # The next best stands before it in the list.
  equal "$(< chosen)" "not using tee: socketpair: Too many open files
using vmsplice
not using vmsplice: vmsplice: Function not implemented
using $(strategies | grep -xB 1 vmsplice | head -n 1)"
  report() {
    timeout 20 "${program[@]}" --debug abc 2> errors | verify 20000 abc
    like "$(wc -l < errors) $(< errors)" '1 yes: standard output is a pipe of *: using *'
  }
  each_strategy report
}

@test "no descriptor of a pipe or socket is a standard one, whatever can't be opened" {
  # Runs it with standard input and standard error closed: write_closed STRACE-OPTION...
  write_closed() {
    timeout 20 strace -qq -o trace -e trace=pipe2,socketpair,tee,openat,open,socket "$@" \
      bash -c 'exec yes --debug --strategy "$1" abcd <&- 2>&-' bash "$strategy" | verify 3000000 abcd
    no_match -E '^tee\([0-2],|^tee\([0-9]+, [02],' trace
  }
  each_of 'tee auto' write_closed
  grep -q '^tee(' trace
  # All files that yes itself could open, after those of bash.
  local files
  files=$(strace -qq -e trace=openat bash -c 'exec true' 2>&1 > /dev/null | grep -c openat)
  each_of auto write_closed -e inject=openat,open:error=ENOENT:when="$((files + 1))+"
  grep -q '^tee(' trace
  each_of auto write_closed -e inject=socket:error=EPERM
  no_match '^tee(' trace
}

@test "a strategy that was named and can't run says why in one line, and no other takes its place" {
  refuse() {
    run -1 bash -c 'ulimit -f 100; timeout 20 "$@" > file' bash "${program[@]}"
    like "$output" "yes: strategy '$strategy': standard output is @(not a pipe|neither a pipe nor a Unix \
stream socket)"
    equal "$(< file)" ''
  }
  # Those that are known to need one, and those that say so.
  each_of "vmsplice tee $(refusing file)" refuse
  no_match -xE 'printfn|console|streamwriter|span|native|auto' <(refusing file)
}
