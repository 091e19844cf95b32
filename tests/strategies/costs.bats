#!/usr/bin/env bats
# The costs of each strategy: system calls, file descriptors, threads and memory. No test measures time.

load ../helpers

# Prints how many system calls that don't move data a strategy makes until the reader has read BYTES:
# count_other_calls BYTES
count_other_calls() {
  # tee also asks for the capacity of the pipe, and sleeps.
  local tee='tee,fcntl,clock_nanosleep'
  local -A moves_data=([vmsplice]=vmsplice [tee]=$tee [auto]=$tee)
  patiently strace -f --seccomp-bpf -qq -o trace -e trace="!${moves_data[$strategy]-write}" \
    "${program[@]}" abc 3>&- | head -c "$1" > /dev/null
  wc -l < trace
}

# Checks that a strategy makes hardly more of these calls for BYTES than for 20000: check_steady_calls BYTES
check_steady_calls() {
  local few many
  few=$(count_other_calls 20000)
  many=$(count_other_calls "$1")
  # A few system calls at startup depend on random addresses.
  assert [ "$many" -lt $((few + 10)) ]
}

@test "in the steady state a strategy makes no system calls except those that move data" {
  each_of "$(strategies F#)" check_steady_calls 30000
  each_of "$(strategies C#) auto" check_steady_calls 200000000
}

@test "only printfn allocates memory while it runs" {
  # New memory would cost system calls, and so would each garbage collection.
  each_of console check_steady_calls 400000
  each_of 'streamwriter span' check_steady_calls 200000000
}

@test "every strategy runs in 8 MiB of memory" {
  measure_memory() {
    patiently env time -q -f %M -o peak "${program[@]}" abc 3>&- | head -c 400000 > /dev/null
    assert [ "$(tail -n 1 peak)" -lt $((8 * 1024)) ]
  }
  each_strategy measure_memory
}

@test "every strategy runs in one thread" {
  count_threads() {
    strace -f --seccomp-bpf -qq -o trace -e trace=clone,clone3 "${program[@]}" | head -c 20000 > /dev/null
    run -1 grep clone trace
  }
  each_strategy count_threads
}

@test "at startup, yes opens only its memory map and the lists of processors and memory nodes" {
  strace -f -qq -o trace -e trace=open,openat yes | head -c 100000 > /dev/null
  sed -nE 's/.*open.*"(.*)".* = [0-9].*/\1/p' trace > opened
  # Where there is no /sys, the C library reads /proc/stat.
  run -1 grep -vxE '/proc/(self/maps|stat)|/sys/devices/system/(cpu/(online|possible)|node)' opened
}

# Prints the kinds of files that a process has opened: print_opened PID
# Descriptors from 10 on are those of Bats.
print_opened() {
  find "/proc/$1/fd" -name '[3-9]' -printf '%l\n' | sed 's/:.*//'
}

@test "a strategy has only the standard file descriptors open, except that tee has both ends of a pipe" {
  check_opened() {
    exec {reader}< <(exec "${program[@]}" 3>&- 4>&-)
    head -c 4000 <&"$reader" > /dev/null
    run -0 print_opened "$!"
    exec {reader}<&-
    assert_output "$1"
  }
  each_of "$(strategies | grep -vxE 'tee|auto')" check_opened ''
  each_of 'tee auto' check_opened $'pipe\npipe'
}

@test "auto reports why it rejects tee, and leaves no file descriptor open for the next strategy" {
  local fault call
  # If a user has too many pipes, a new pipe is so small that splice moves only 4 KiB.
  for fault in pipe2:error=EMFILE:when={1,2} socketpair:error=EMFILE splice:retval=4096 \
    splice:error=EINVAL tee:error=EAGAIN:when={1,20} tee:error=ENOMEM:when=33; do
    call=${fault%%:*}
    exec {reader}< <(exec strace -D -qq -o trace -e trace="$call" -e inject="$fault" \
      yes --debug 2> errors 3>&- 4>&-)
    verify 20000002 <&"$reader"
    assert_file_contains errors ': not using tee: '
    run -0 print_opened "$!"
    exec {reader}<&-
    refute_output
  done
}

@test "streamwriter and span write 8 KiB per call, and auto writes 1 KiB before it prepares a strategy" {
  check_first_call() {
    strace -qq -o trace -e trace=write,pipe2,socketpair,vmsplice "${program[@]}" | head -n 1
    run -0 head -n 1 trace
    assert_output --regexp "^write\\(1, \"y\\\\ny.* = $1$"
  }
  each_of 'streamwriter span' check_first_call 8192
  each_of auto check_first_call 1024
}

@test "--debug reports the kind of standard output, and the bytes per call, which are whole lines" {
  # The columns are standard output, strategy, length of the line, and report.
  local output strategy length report
  while read -r output strategy length report; do
    patiently "$root/tests/support/into" "$output" yes --debug --strategy "$strategy" \
      "$(operand $((length - 1)))" 2> errors | head -c 20000 > /dev/null
    run -0 head -n 1 errors
    assert_output "yes: standard output is $report"
  done << 'END'
small native 3 a pipe of 4096 bytes (slots: 1): using native, 8190 bytes per call
file native 3 neither a pipe nor a Unix socket: using native, 65535 bytes per call
datagrams native 7 a datagram or message socket: using native, 8190 bytes per call
socket auto 7 a Unix stream socket: using tee, 32 slots of 32767 bytes in the source pipe
pipe vmsplice 5000 a pipe of 524288 bytes (slots: 128): using vmsplice, 130000 bytes per call
pipe tee 3 a pipe of 1048576 bytes (slots: 256): using tee, 32 slots of 32766 bytes in the source pipe
END
}

@test "native fills the pipe of a stopped reader with 64 KiB, vmsplice with 512 KiB, and tee with 8 MiB" {
  fill() {
    exec {reader}< <(exec "${program[@]}" 3>&-)
    await are_still "$!"
    kill -s KILL "$!"
    # Until it is dead, the writer could still write into the room that wc makes.
    wait "$!" || true
    assert_equal "$(wc -c <&"$reader")" "$1"
  }
  each_of native fill 65536
  each_of vmsplice fill 524288
  each_of tee fill 8388608
}
