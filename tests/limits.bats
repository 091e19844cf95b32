#!/usr/bin/env bats
# yes needs few resources and little CPU time, and keeps the promises in SECURITY.md.

load helpers

# Runs a strategy under a limit. The output is then in the file "lines", the message is in the file "errors",
# and the exit status is in $status: write_limited ULIMIT-OPTION VALUE
write_limited() {
  patiently bash -c 'ulimit -c 0; ulimit "$1" "$2"; exec "${@:3}"' bash "$1" "$2" "${program[@]}" abcd \
    2> errors 3>&- 4>&- | head -c 20001 > lines
  status=${PIPESTATUS[0]}
}

@test "under a tight limit, yes writes correct bytes or one error" {
  survive() {
    local bytes messages
    write_limited "$@"
    bytes=$(stat -c %s lines)
    mapfile -t messages < errors
    echo "status $status with ulimit $*: ${messages[*]}"
    ((${#messages[@]} <= 1))
    verify "$bytes" abcd < lines
    ((bytes < 20001)) || return 0
    # The strategy must have failed after a whole line. Status 137 shows that it hung and was killed.
    refute_regex "$status" '^(0|137|141)$'
    ((bytes % 5 == 0)) || has splits
  }
  local size
  run -1 patiently bash -c 'ulimit -v 30000; exec yes'
  assert_output "yes: the .NET runtime can't start, probably for lack of memory"
  each_strategy survive -n 3
  each_of 'tee auto' survive -n 5
  for size in 1 10 20 30 40 50 {60..80}; do each_of auto survive -v $((size << 10)); done
  for size in 0 1 2 4 8 16; do each_of 'printfn auto' survive -d $((size << 10)); done
}

@test "every strategy runs under the limits in SECURITY.md" {
  write_enough() {
    write_limited "$@"
    assert_equal "$(< errors)" ''
    verify 20001 abcd < lines
  }
  check_limits() {
    local descriptors=3
    ! [[ ${traits[$strategy]-} =~ descriptors=([0-9]+) ]] || descriptors=${BASH_REMATCH[1]}
    write_enough -n "$descriptors"
    write_enough -v $((80 << 10))
    write_enough -d $((32 << 10))
    write_enough -s 128
  }
  each_strategy check_limits
}

# Checks the first bytes for the words in $operands, and that the peak of the memory in use is below a limit:
# check_memory KIB BYTES
check_memory() {
  local bytes=$2
  ! has each-line || bytes=400000
  open_reader "${program[@]}" "${operands[@]}"
  patiently verify "$bytes" "${operands[@]}" <&"$reader"
  run -0 awk -v limit="$1" '/^VmHWM:/ && $2 >= limit' "/proc/$writer/status"
  refute_output
  exec {reader}<&-
}

@test "a long output needs little memory" {
  local operands=(abc)
  each_strategy check_memory 32768 30000000
  # A counter of 32 bits overflows after four gigabytes.
  each_of 'vmsplice auto' check_memory 32768 $((9 << 29))
}

@test "6 MB of operands need at most 15 MiB of memory, or exhaust it" {
  local operands size
  # Linux limits an argument to 128 KiB. Bash would read a pipe byte by byte.
  "$GNU_YES" "$(operand 131000)" | head -n 45 > operands
  mapfile -t operands < operands
  ulimit -s unlimited
  each_of auto check_memory 15360 12000000
  # With a lower limit, the runtime can't start. With a higher one, yes writes the line.
  for size in {4..40}; do
    patiently prlimit --core=0 --data=$((size << 20)) yes "${operands[@]}" 2> errors |
      head -c 1 > /dev/null
    status=${PIPESTATUS[0]}
    ((status != 137)) && ! grep -q exhausted errors || break
  done
  assert_equal "$status $(< errors)" '1 yes: memory exhausted'
}

# Prints how many nanoseconds each process has spent on a CPU: print_times PID...
print_times() {
  local files=("${@/#//proc/}")
  sed 's/ .*//' "${files[@]/%//schedstat}"
}

# Succeeds if no process has used a CPU for half a second: are_still PID...
are_still() {
  local before
  before=$(print_times "$@")
  sleep 0.5
  [[ $before == "$(print_times "$@")" ]]
}

@test "waiting for a stopped or slow reader uses little CPU time" {
  local writers=() slow=() start
  # The number of the reader's file descriptor is the index of the writer.
  start_writing() {
    open_reader into "$1" "${program[@]}"
    writers[reader]=$writer
    has each-line || slow+=("$reader")
    # This is more than auto's first write.
    has each-line || patiently head -c 9000 <&"$reader" > /dev/null
  }
  each_strategy start_writing pipe
  each_strategy start_writing nonblocking
  # The writers wait once the pipes are full.
  await are_still "${writers[@]}"
  print_times "${writers[@]}" > before
  start=${EPOCHREALTIME/./}
  for _ in {1..10}; do
    for reader in "${slow[@]}"; do patiently head -c 64K <&"$reader" > /dev/null; done
    sleep 0.1
  done
  # Each writer may use a twentieth of a processor.
  print_times "${writers[@]}" | paste before - |
    awk -v limit=$((1000 * (${EPOCHREALTIME/./} - start) / 20)) '$2 - $1 > limit { print; exit 1 }'
  for reader in "${!writers[@]}"; do exec {reader}<&-; done
}

@test "yes with an emptied source pipe still ends with its reader" {
  local output process
  for output in pipe nonblocking socket; do
    open_reader into "$output" yes --debug abcd 2> errors
    await grep -qs 'using tee' errors
    process=$writer
    [[ $output != socket ]] || process=$(pgrep -P "$writer" yes)
    await are_still "$process"
    # The source pipe is the last file that yes has opened.
    patiently cat "$(printf '%s\n' "/proc/$process/fd"/[3-9] | tail -n 1)" > /dev/null
    patiently verify 20000000 abcd <&"$reader"
    assert_file_contains errors 'not using tee: another process has emptied the source pipe$'
    exec {reader}<&-
    wait "$writer" || true
  done
}

# Succeeds while yes waits for its reader in a blocking call, which has no flags. strace adds the result when
# the call has ended.
waits_for_reader() {
  [[ $(tail -n 1 calls) =~ \ tee\([^=]*,\ 0$ ]]
}

@test "yes blocks while its reader is slow, and otherwise sleeps" {
  local turn before long_sleeps
  [[ ! $strace_refusal ]] || skip "$strace_refusal"
  open_reader strace --seccomp-bpf -f -qq -o calls -e trace=tee,clock_nanosleep yes
  for turn in {0..10}; do
    await waits_for_reader
    ((turn)) || before=$(wc -l < calls)
    # If yes did not notice how long it has waited, it would try 50 times before it waits again.
    sleep 0.01
    dd bs=64K count=1 status=none of=/dev/null <&"$reader"
  done
  assert [ $(($(wc -l < calls) - before)) -le 30 ]
  # yes notices that the pipe has become larger (F_SETPIPE_SZ). Reads every millisecond then empty the pipe in
  # eight milliseconds, so yes can sleep for two milliseconds. A read makes room for the whole source pipe. If
  # the refill then waited for more room, it would take as long as with a slow reader. Other programs may
  # disturb a single attempt.
  perl -e 'fcntl STDIN, 1031, 1 << 20 or die' <&"$reader"
  for _ in {1..10}; do
    before=$(wc -l < calls)
    patiently perl -e 'for (1 .. 300) { select undef, undef, undef, .001; sysread STDIN, $_, 1 << 20 }' \
      <&"$reader"
    long_sleeps=$(tail -n "+$before" calls | grep -c 'tv_nsec=[12][0-9]\{6\}[,}]') || true
    ((long_sleeps < 30)) || return 0
  done
  fail "yes has slept for a millisecond or more only $long_sleeps times during 300 reads"
}

@test "yes writes 30 MB into a TCP connection with few system calls" {
  [[ ! $strace_refusal ]] || skip "$strace_refusal"
  patiently into connection strace -qq -o calls -e trace=splice yes abcd 2> /dev/null | verify 30000000 abcd
  # A call moves up to 512 KiB. Calls that move a single block of 32 KiB each would be more than 900.
  assert [ "$(wc -l < calls)" -le 300 ]
}

@test "yes ignores the variables that affect its runtime and locale" {
  # Normally, the runtime, the C library or the loader obeys these variables.
  local variables=(
    DOTNET_GCHeapHardLimit=1 COMPlus_GCgen0size=1 DOTNET_DbgEnableMiniDump=1 LC_ALL=zh_CN.GB18030
    DOTNET_EnableEventPipe=1 "DOTNET_EventPipeOutputPath=$PWD/left/nettrace" "TMPDIR=$PWD/left"
    "DOTNET_DiagnosticPorts=$PWD/left/port,connect,suspend" GLIBC_TUNABLES=glibc.malloc.perturb=165
    LD_PRELOAD=/nonexistent.so LD_DEBUG=all "LD_DEBUG_OUTPUT=$PWD/left/ld"
  )
  mkdir left
  write_as_ever() {
    patiently bash -c 'exec env "$@" 2> errors' bash "${variables[@]}" bin/yes "${program[@]:1}" 'a ä' |
      verify 20001 'a ä'
    assert_equal "$(< errors)" ''
  }
  each_strategy write_as_ever
  run -0 ls -A left
  refute_output
  patiently env -i bin/yes abcd | verify 20001 abcd
}

@test "the executable is static and its memory is hardened" {
  run -0 readelf --wide --file-header --program-headers --sections bin/yes
  assert_line --regexp 'Type: +EXEC'
  assert_line --partial GNU_RELRO
  # A dynamic section would name libraries, and the .got.plt table would be writable.
  refute_line --regexp 'INTERP|DYNAMIC|\.got\.plt'
  open_reader yes
  patiently head -c 20000 <&"$reader" > /dev/null
  run -0 cat "/proc/$writer/maps"
  exec {reader}<&-
  assert_line --partial ' r-xp '
  # No memory is both writable and executable.
  refute_line --regexp ' .wx'
}

@test "SECURITY.md names every system call that yes makes" {
  [[ $(uname -m) == x86_64 ]] || skip 'the list is for x64'
  [[ ! $strace_refusal ]] || skip "$strace_refusal"
  local trace=(strace -f -qq -A -o "$PWD/trace")
  trace_strategy() {
    local bytes=20001
    ! has each-line || bytes=2001
    # tee sleeps only after it has filled the pipe.
    [[ $strategy != @(tee|auto) ]] || bytes=9000000
    patiently "${trace[@]}" "${program[@]}" | verify "$bytes"
  }
  each_strategy trace_strategy
  patiently into socket "${trace[@]}" yes | VERIFY=late verify 9000000
  patiently "${trace[@]}" yes > /dev/full 2> errors || assert_file_contains errors 'No space left on device'
  patiently "${trace[@]}" yes >&- 2> errors || assert_file_contains errors 'Bad file descriptor'
  open_reader into small-nonblocking "${trace[@]}" yes
  await grep -q ' poll(' trace
  exec {reader}<&-
  sed -nE 's/^[0-9]+ +(<\.\.\. )?([a-z_0-9]+)(\(| resumed).*/\2/p' trace | sort -u > called
  sed -n '/^For sandbox authors/,/^## /p' "$root/SECURITY.md" |
    grep -oP '`\K[a-z_0-9]+(?=`)' | sort -u > listed
  # A call that only some versions of the C library make is listed but not called. With a socket, yes yields.
  assert_equal "$(comm -13 listed called; grep yield called)" sched_yield
}
