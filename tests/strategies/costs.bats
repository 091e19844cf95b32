#!/usr/bin/env bats
# Tests of the system calls, file descriptors and memory that strategies need.

load ../helpers

@test "in the steady state, strategies make no unexpected system calls" {
  # The reader receives the bytes from dozens of calls. The first ten calls don't count.
  check_steady_calls() {
    local bytes=8000000 calls='write|vmsplice|tee|splice'
    ! has each-line || bytes=30000
    ! has 'opens=*' || bytes=40000000
    ! has 'calls=*' || calls+="|$value"
    on_one_processor strace -f -qqq -o trace -e signal=none "${program[@]}" abc 3>&- |
      head -c "$bytes" > /dev/null
    run -0 awk -v calls="^[0-9]+ +($calls)[(]" '
      /(write|vmsplice)\(1, |(tee|splice)\([0-9]+, (NULL, )?1, / { made++ }
      made >= 10 && $0 !~ calls
      END { if (made < 20) print made + 0, "writes to standard output are too few" }' trace
    refute_output
  }
  each_strategy check_steady_calls
}

@test "every strategy runs in 8 MiB of memory" {
  measure_memory() {
    open_reader "${program[@]}" abc
    patiently verify "$1" abc <&"$reader"
    # With vm.overcommit_memory=2, all writable memory (VmData) counts toward the kernel's limit, even if it
    # is unused. VmHWM is the peak of the memory in use.
    run -0 awk '/^(VmHWM|VmData):/ && $2 >= 8192' "/proc/$writer/status"
    refute_output
    exec {reader}<&-
  }
  each_of "$(strategies F#)" measure_memory 400000
  # Even a small leak becomes visible after a gigabyte. A 32-bit counter overflows after four gigabytes.
  each_of 'native vmsplice' measure_memory $((1 << 30))
  # auto runs tee.
  each_of auto measure_memory $((5 << 30))
}

@test "yes makes at most 70 system calls before it writes" {
  strace -f -qq -o trace yes | head -c 100000 > /dev/null
  assert [ "$(sed '/write(1, /q' trace | wc -l)" -le 70 ]
}

# Prints the kinds of files that a process has open, except for files that Bats opened: print_opened PID
print_opened() {
  find "/proc/$1/fd" -name '[3-9]' -printf '%l\n' | sed 's/:.*//'
}

@test "only tee opens file descriptors of its own" {
  check_opened() {
    local value=''
    has 'opens=*' || true
    open_reader "${program[@]}"
    head -c 4000 <&"$reader" > /dev/null
    run -0 print_opened "$writer"
    exec {reader}<&-
    assert_output "${value//,/$'\n'}"
  }
  each_strategy check_opened
}

@test "auto reports why tee can't run" {
  # $calls is the number of the first call that fills standard output. Earlier calls fill the source pipe.
  local calls call fault reason
  strace -qq -o trace -e trace=tee yes | head -c 20000 > /dev/null
  calls=$(grep -m 1 -n '^tee([0-9]*, 1,' trace | sed 's/:.*//')
  # Without this flag, a call would wait forever if there were too few slots.
  assert_equal "$(head -n $((calls - 1)) trace | grep -c SPLICE_F_NONBLOCK)" $((calls - 1))
  # auto makes the first write. If a user has too many pipes, splice moves only 4 KiB into a new pipe.
  while read -r call fault reason; do
    echo "$call $fault"
    open_reader strace -D -qq -o trace -e trace="$call" -e inject="$call:$fault" yes --debug 2> errors
    verify 20000002 <&"$reader"
    assert_file_contains errors ": not using tee: $reason$"
    run -0 print_opened "$writer"
    exec {reader}<&-
    refute_output
  done << END
pipe2 error=EMFILE:when=1 pipe2: Too many open files
pipe2 error=EMFILE:when=2 pipe2: Too many open files
socketpair error=EMFILE socketpair: Too many open files
write error=EMFILE:when=2 write: Too many open files
splice error=EINVAL splice: Invalid argument
splice retval=4096 splice moved only 4096 of 32768 bytes
tee error=EAGAIN:when=1 tee: Resource temporarily unavailable
tee error=EAGAIN:when=$((calls - 1)) tee: Resource temporarily unavailable
tee error=ENOMEM:when=$calls tee: Cannot allocate memory
END
}

@test "--debug reports the kind of output and the bytes per call" {
  # The columns are standard output, strategy, line length, size of the first write, and report.
  local output strategy length size report
  while read -r output strategy length size report; do
    into "$output" strace -qq -o trace -e trace=write \
      yes --debug --strategy "$strategy" "$(operand $((length - 1)))" 2> errors | head -c 20000 > /dev/null
    [[ $size == - ]] || assert_equal "$(sed -nE '/^write\(1,/ { s/.*, ([0-9]+)\).*/\1/p; q }' trace)" "$size"
    assert_file_contains errors "^yes: standard output is $report"
    [[ $output != pipe ]] || assert_equal "$(wc -l < errors)" 1
  done << 'END'
pipe printfn 2 - a pipe of 65536 bytes (slots: 16): using printfn,
pipe console 201 201 a pipe of 65536 bytes (slots: 16): using console,
pipe console 300 256 a pipe of 65536 bytes (slots: 16): using console,
pipe streamwriter 2 8192 a pipe of 65536 bytes (slots: 16): using streamwriter,
pipe span 2 8192 a pipe of 65536 bytes (slots: 16): using span,
small native 3 8190 a pipe of 4096 bytes (slots: 1): using native, 8190 bytes per call
file native 3 262143 a file: using native, 262143 bytes per call
datagrams native 7 8190 neither a pipe, a stream socket nor a file: using native, 8190 bytes per call
datagrams auto 7 8190 neither a pipe, a stream socket nor a file: using native, 8190 bytes per call
file auto 3 262143 a file: using native, 262143 bytes per call
socket native 3 262143 a stream socket: using native, 262143 bytes per call
socket auto 7 - a stream socket: using tee, 32 slots of 32767 bytes in the source pipe
pipe vmsplice 5000 - a pipe of 65536 bytes (slots: 16): using vmsplice, 130000 bytes per call
pipe auto 3 1023 a pipe of 65536 bytes (slots: 16): using tee, 32 slots of 32766 bytes in the source pipe
END
}

@test "a slow reader's pipe keeps its size" {
  # Checks the number of bytes that fill the pipe: fill BYTES
  fill() {
    open_reader "${program[@]}"
    for _ in {1..10}; do
      await holds "$1"
      head -c 64K <&"$reader" > /dev/null
    done
    await holds "$1"
    kill -s KILL "$writer"
    # Until the writer has exited, it could refill the pipe while wc empties it.
    wait "$writer" || true
    assert_equal "$(wc -c <&"$reader")" "$1"
  }
  each_of native fill 65536
  each_of vmsplice fill 65536
  each_of tee fill $((16 * tee_block))
}

@test "tee moves 16 blocks per call into a socket" {
  local bytes=$((16 * tee_block))
  into socket strace -qq -o trace -e trace=tee,splice yes | verify 10000000
  # One call fills the private pipe, and the next call empties it. Earlier calls fill the source pipe.
  run -0 awk -v bytes="$bytes" '/^splice.*, 1, / && $NF == bytes && last == bytes { both++ } { last = $NF }
    END { print both + 0 }' trace
  assert [ "$output" -ge 10 ]
}
