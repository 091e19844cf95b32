#!/usr/bin/env bats
# The kernel says no: the stream stays exact, or it ends with one line after whole writes.

load ../helpers

bytes=20000001

# Runs yes with the result of a system call replaced: injected STRATEGY CALL EXPRESSION
injected() {
  timeout 60 strace -qq -o trace -e trace="$2" -e inject="$2:$3" yes --strategy "$1" -- abcd 2> errors
}

# auto goes on as if nothing had been: goes_on CALL ERRNO WHEN
goes_on() {
  injected auto "$1" "error=$2:when=$3" | verify "$bytes" abcd || { echo "auto failed: $*"; cat errors; return 1; }
  equal "$(cat errors)" ''
}

# A strategy that was named goes on, or ends with one line, and what is out is right: goes_on_or_ends CALL ERRNO WHEN
goes_on_or_ends() {
  injected "$strategy" "$1" "error=$2:when=$3" > >(head -c "$bytes" > out) || true
  wait "$!"
  local size
  size=$(stat -c %s out)
  verify "$size" abcd < out
  if ((size < bytes)); then
    equal "$(wc -l < errors)" 1
    [[ $(cat errors) =~ ^yes:\ (strategy\ \'$strategy\'|standard\ output):\ . ]] || { cat errors; return 1; }
  else
    equal "$(cat errors)" ''
  fi
}

errors='ENOSYS EPERM EINVAL EMFILE ENFILE ENOMEM EAGAIN EINTR'

@test "auto goes on when a call is refused the first time" {
  local call error
  for call in socketpair sendto pipe2 fcntl tee splice; do
    for error in $errors; do
      goes_on "$call" "$error" 1
    done
  done
}

@test "auto goes on when a call is refused later" {
  local call error
  for error in $errors; do
    goes_on sendto "$error" 3
    goes_on pipe2 "$error" 2
    goes_on fcntl "$error" 5
    goes_on tee "$error" 65
    goes_on tee "$error" 67
    goes_on splice "$error" 7
  done
}

@test "auto goes on when a call is refused for ever" {
  local call error
  for call in socketpair sendto pipe2 fcntl tee splice; do
    for error in ENOSYS EPERM EAGAIN; do
      goes_on "$call" "$error" 1+
    done
  done
}

@test "auto goes on when tee and vmsplice are refused, at once, later, or for ever" {
  local error when
  for error in $errors; do
    for when in 1 3 30+; do
      timeout 60 strace -qq -o trace -e trace=socketpair,vmsplice -e inject=socketpair:error=ENOSYS \
        -e inject=vmsplice:error="$error":when="$when" yes -- abcd 2> errors | verify "$bytes" abcd
      equal "$(cat errors)" ''
    done
  done
}

@test "a strategy that was named goes on, or ends with one line" {
  local call error strategy
  for error in $errors; do
    strategy='tee'
    for call in socketpair sendto pipe2 fcntl tee splice; do
      goes_on_or_ends "$call" "$error" 1
      goes_on_or_ends "$call" "$error" 6
    done
    strategy='vmsplice'
    goes_on_or_ends vmsplice "$error" 1
    goes_on_or_ends vmsplice "$error" 4
    goes_on_or_ends fcntl "$error" 4
    strategy='native'
    goes_on_or_ends write "$error" 1
    goes_on_or_ends write "$error" 4
  done
}

@test "no message comes in the middle of a line" {
  # What a refused tee leaves of a line that is longer than a fragment is finished by the next strategy.
  local operand when
  operand=$(operand 50001)
  for when in 7 8 9 10 11; do
    timeout 60 strace -qq -o trace -e trace=splice -e inject=splice:error=ENOSYS:when="$when" \
      yes -- "$operand" | verify "$bytes" "$operand"
  done
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
  # Only root may become somebody else, and somebody else may not look into the folder of this test.
  local as=() open strategy
  ((EUID)) || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  open=$(mktemp -d)
  chmod 755 "$open"
  cp "$(realpath bin/yes)" "$open/yes"
  cd "$open"
  for strategy in tee vmsplice auto; do
    timeout 60 "${as[@]}" perl -e "$crowded" "$open/yes" --debug --strategy "$strategy" abcd 2> "$BATS_TEST_TMPDIR/errors" |
      verify 20000000 abcd || { cat "$BATS_TEST_TMPDIR/errors"; return 1; }
    # As small as the kernel makes it: the crowd was one.
    cat "$BATS_TEST_TMPDIR/errors"
    grep -qE 'a pipe of (4096|8192) bytes' "$BATS_TEST_TMPDIR/errors"
  done
  rm -r "$open"
}

@test "--debug says what was chosen, and each refusal with the errno's name" {
  equal "$(yes --debug 2>&1 > >(head -c 100000 > /dev/null) | sed 's/[0-9]\+/N/g')" \
    'yes: using tee: standard output is a pipe of N bytes, N slots; fragments of N bytes in N slots of a source pipe'
  timeout 20 strace -qq -o trace -e trace=socketpair,vmsplice -e inject=socketpair:error=EMFILE \
    -e inject=vmsplice:error=ENOSYS:when=3 yes --debug abcd 2> errors | verify 10000000 abcd
  equal "$(sed 's/[0-9]\+/N/g' errors)" 'yes: not using tee: socketpair: EMFILE
yes: using vmsplice: standard output is a pipe of N bytes, N slots; N bytes a call
yes: not using vmsplice: vmsplice: ENOSYS
yes: using native: standard output is a pipe of N bytes, N slots; N bytes a call'
}

@test "--debug changes nothing else" {
  debugged() {
    timeout 20 yes --debug --strategy "$strategy" abc 2> errors | verify 20000 abc
    equal "$(wc -l < errors)" 1
    [[ $(cat errors) == "yes: using "* ]]
  }
  each_strategy debugged
}
