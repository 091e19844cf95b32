#!/usr/bin/env bats
# The costs of each strategy: system calls, file descriptors, threads and memory. No test
# measures time.

load ../helpers

@test "in the steady state, a strategy other than printfn makes only system calls that move data" {
  # Checks that, after its first ten writes to standard output, a strategy makes no system
  # calls other than CALLS until the reader has read BYTES: check_steady_calls CALLS BYTES
  check_steady_calls() {
    local bytes=$2
    ! writes_each_line || bytes=30000
    on_one_processor strace -f -qqq -o trace -e signal=none "${program[@]}" abc 3>&- |
      head -c "$bytes" > /dev/null
    run -0 awk -v calls="^[0-9]+ +($1)[(]" '
      /(write|vmsplice)\(1, |(tee|splice)\([0-9]+, (NULL, )?1, / { made++ }
      made >= 10 && $0 !~ calls
      END { if (made < 20) print made + 0, "writes to standard output are too few" }' trace
    refute_output
  }
  local moves='write|vmsplice|tee|splice'
  each_of "$(strategies | grep -vxE 'printfn|tee|auto')" check_steady_calls "$moves" 8000000
  # tee also asks for the capacity of the pipe, and sleeps.
  each_of 'tee auto' check_steady_calls "$moves|fcntl|clock_nanosleep" 40000000
}

@test "every strategy runs in 8 MiB of memory" {
  measure_memory() {
    patiently env time -q -f %M -o peak "${program[@]}" abc 3>&- | head -c 400000 > /dev/null
    assert_at_most 8191 "$(tail -n 1 peak)" 'KiB of memory'
  }
  each_strategy measure_memory
}

@test "at startup, yes opens no file and makes at most 70 system calls before it writes" {
  strace -f -qq -o trace yes | head -c 100000 > /dev/null
  run -1 grep -E 'open(at)?\(' trace
  assert_at_most 70 "$(sed '/write(1, /q' trace | wc -l)" 'system calls'
}

# Prints the kinds of files that a process has opened: print_opened PID
# Descriptors from 10 on are those of Bats.
print_opened() {
  find "/proc/$1/fd" -name '[3-9]' -printf '%l\n' | sed 's/:.*//'
}

@test "a strategy has only the standard file descriptors open, except that tee has both ends of a pipe" {
  check_opened() {
    open_reader "${program[@]}"
    head -c 4000 <&"$reader" > /dev/null
    run -0 print_opened "$writer"
    exec {reader}<&-
    assert_output "$1"
  }
  each_of "$(strategies | grep -vxE 'tee|auto')" check_opened ''
  each_of 'tee auto' check_opened $'pipe\npipe'
}

@test "auto reports why it rejects tee and leaves no file descriptor open for the next strategy" {
  # Makes a call fail: reject_tee CALL FAULT
  reject_tee() {
    echo "$*"
    open_reader strace -D -qq -o trace -e trace="$1" -e inject="$1:$2" yes --debug 2> errors
    verify 20000002 <&"$reader"
    assert_file_contains errors ": not using tee: $1"
    run -0 print_opened "$writer"
    exec {reader}<&-
    refute_output
  }
  reject_tee pipe2 error=EMFILE:when=1
  reject_tee pipe2 error=EMFILE:when=2
  reject_tee socketpair error=EMFILE
  # The first write is that of auto.
  reject_tee write error=EMFILE:when=2
  reject_tee splice error=EINVAL
  # If a user has too many pipes, a new pipe is so small that splice moves only 4 KiB.
  reject_tee splice retval=4096

  # The number of calls that fill the source pipe, before the first call that fills
  # standard output.
  local calls
  strace -qq -o trace -e trace=tee yes | head -c 20000 > /dev/null
  calls=$(grep -m 1 -n '^tee([0-9]*, 1,' trace | sed 's/:.*//')
  reject_tee tee error=EAGAIN:when=1
  reject_tee tee error=EAGAIN:when=$((calls - 1))
  reject_tee tee error=ENOMEM:when="$calls"
}

@test "the first write of a strategy has the size that --list-strategies gives, that of auto 1 KiB" {
  check_first_call() {
    strace -qq -o trace -e trace=write,pipe2,socketpair,vmsplice "${program[@]}" | head -n 1
    run -0 head -n 1 trace
    assert_output --regexp "^write\\(1, \"y\\\\ny.* = $(($1 << 10))$"
  }
  local strategy size
  sed -nE 's/^([a-z0-9]+) +F#.* ([0-9]+) KiB.*/\1 \2/p' <<< "$strategy_list" > sizes
  assert_file_not_empty sizes
  while read -r strategy size; do
    each_of "$strategy" check_first_call "$size"
  done < sizes
  each_of auto check_first_call 1
}

@test "--debug reports the kind of standard output and the bytes per call, which are whole lines" {
  # The columns are standard output, strategy, length of the line, and report.
  local output strategy length report bytes
  while read -r output strategy length report; do
    into "$output" yes --debug --strategy "$strategy" \
      "$(operand $((length - 1)))" 2> errors | head -c 20000 > /dev/null
    run -0 head -n 1 errors
    # shellcheck disable=SC2053 # The report is a pattern, because the sizes of vmsplice and tee are free.
    [[ $output == "yes: standard output is "$report ]] || fail "$output, expected: $report"
    bytes=$(sed -E 's/.* ([0-9]+) bytes (per|in).*/\1/' <<< "$output")
    assert_equal $((bytes % length)) 0
  done << 'END'
small native 3 a pipe of 4096 bytes (slots: 1): using native, 8190 bytes per call
file native 3 neither a pipe nor a stream socket: using native, 32766 bytes per call
datagrams native 7 neither a pipe nor a stream socket: using native, 32767 bytes per call
socket native 3 a stream socket: using native, 32766 bytes per call
socket auto 7 a stream socket: using tee, * slots of * bytes in the source pipe
pipe vmsplice 5000 a pipe of 524288 bytes (slots: 128): using vmsplice, * bytes per call
pipe tee 3 a pipe of 1048576 bytes (slots: 256): using tee, * slots of * bytes in the source pipe
END
}

@test "native fills the pipe of a stopped reader with 64 KiB, vmsplice with 512 KiB, and tee with 8 MiB" {
  # Checks how many bytes the pipe holds in the end: fill BYTES
  fill() {
    open_reader "${program[@]}"
    await are_still "$writer"
    kill -s KILL "$writer"
    # Until it is dead, the writer could still write into the room that wc makes.
    wait "$writer" || true
    assert_equal "$(wc -c <&"$reader")" "$1"
  }
  each_of native fill 65536
  each_of vmsplice fill 524288
  each_of tee fill $((256 * tee_block))
}
