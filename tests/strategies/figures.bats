#!/usr/bin/env bats
# What each strategy asks of the kernel, as exact numbers: no clock is involved. docs/strategies.md says why
# the numbers are what they are. And what it takes of the processor and of memory, in orders of magnitude.

load ../helpers

# Prints what yes asks of the kernel from its first look at standard output until some bytes are out, without
# repetitions: the call, what follows "1" for standard output, sizes and flags. print_calls BYTES COMMAND...
print_calls() {
  local calls=write,vmsplice,splice,tee,pipe2,socketpair,sendto,prctl,clone3,fcntl
  timeout 20 strace -f -qq -o trace -e trace="$calls" "${@:2}" 3>&- 2> errors | head -c "$1" > /dev/null
  sed -nE 's/^[0-9]+ +//; /F_GETPIPE_SZ/,$ {
    s/^write\([0-9]+, .*, ([0-9]+)( <un.*|\) += .*)/write \1/p
    s/^fcntl\(1, (F_SETPIPE_SZ, [0-9]+).*/\1/p
    s/^vmsplice\(1, .*iov_len=([0-9]+)\}\], 1, (.*)\) .*/vmsplice \1, \2/p
    s/^splice\([0-9]+, NULL, (1|[0-9]+), NULL, ([0-9]+, .*)\) .*/splice to \1 \2/p
    s/^(tee|pipe2)\(.*, ([0-9]+, .*|O_[^)]*)\) .*/\1 \2/p
    s/^(socketpair)\((.*), \[.*/\1 \2/p
    s/^(sendto)\(.*, ([0-9]+), (MSG_.*), NULL, 0\).*/\1 \2, \3/p
    s/^prctl\((PR_SET_TIMER.*)\) .*/\1/p
    s/^(clone3)\(.*/\1/p
  }' trace | sed 's/splice to [02-9] /splice /' | awk '!seen[$0]++'
}

@test "the sizes of each strategy's calls into a pipe, in order" {
  check_calls() {
    local calls
    calls=$(print_calls 3000000 yes --strategy "$1" | head -n "$(wc -l < expected)")
    equal "$1:"$'\n'"$calls" "$1:"$'\n'"$(< expected)"
  }
  echo 'write 4096' > expected
  check_calls native
  printf '%s\n' 'F_SETPIPE_SZ, 524288' 'vmsplice 131072, 0' > expected
  check_calls vmsplice
  cat > expected <<'END'
F_SETPIPE_SZ, 1048576
pipe2 O_CLOEXEC
socketpair AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC|SOCK_NONBLOCK, 0
sendto 32768, MSG_NOSIGNAL
splice 32768, SPLICE_F_NONBLOCK
tee 131072, SPLICE_F_NONBLOCK
PR_SET_TIMERSLACK, 1
splice to 1 131072, SPLICE_F_NONBLOCK
tee 524288, 0
splice to 1 524288, SPLICE_F_NONBLOCK
END
  check_calls tee
  # The console has two threads more, and a strategy that needs none has one.
  for strategy in span streamwriter; do
    echo 'write 8192' > expected
    equal "$(print_calls 300000 yes --strategy "$strategy" | paste -sd ' ') $(grep -c 'clone3(' trace)" \
      'pipe2 O_CLOEXEC clone3 write 8192 2'
  done
  # A line at a time.
  equal "$(print_calls 30000 yes --strategy console abc | paste -sd ' ')" 'pipe2 O_CLOEXEC clone3 write 4'
  [[ $(print_calls 30000 yes --strategy printfn abc | paste -sd ' ') == 'pipe2 O_CLOEXEC clone3 write '* ]]
}

@test "the first write of auto is short, and then it does the same as tee" {
  print_calls 3000000 yes --strategy tee > expected
  equal "$(print_calls 3000000 yes | head -n 1)" 'write 1024'
  equal "$(print_calls 3000000 yes | sed 1d | head -n 10)" "$(head -n 10 expected)"
  equal "$(grep -c 'clone3(' trace)" 0
}

@test "a standard output that takes nothing ends auto before it sets up anything" {
  run -1 bash -c 'strace -qq -o trace -e trace=fcntl,pipe2,socketpair,write yes > /dev/full'
  run -141 env --default-signal=PIPE perl -e \
    'pipe my $reader, my $writer; close $reader; open STDOUT, ">&", $writer; exec @ARGV' \
    strace -qq -o trace.pipe -e trace=fcntl,pipe2,socketpair,write yes
  run -1 grep -E 'F_SETPIPE_SZ|pipe2|socketpair' trace trace.pipe
}

@test "--debug reports the sizes, which depend on the line and on the kind of standard output" {
  local strategy output line figures
  while read -r strategy output line figures; do
    timeout 20 "$root/tests/faults/into" "$output" yes --debug --strategy "$strategy" \
      "$(operand $((line - 1)))" 2> errors 3>&- | head -c 200000 > /dev/null
    equal "$strategy $output $line $(head -n 1 errors)" \
      "$strategy $output $line yes: using $strategy: standard output is $figures"
  done << 'END'
native pipe 2 a pipe of 65536 bytes, 16 slots; 4096 bytes a call
native pipe 3 a pipe of 65536 bytes, 16 slots; 4095 bytes a call
native pipe 5000 a pipe of 65536 bytes, 16 slots; 5000 bytes a call
native small 3 a pipe of 4096 bytes, 1 slots; 4095 bytes a call
native file 3 not a pipe; 65535 bytes a call
native socket 3 not a pipe; 8190 bytes a call
native terminal 3 not a pipe; 8190 bytes a call
vmsplice pipe 3 a pipe of 524288 bytes, 128 slots; 131070 bytes a call
vmsplice pipe 5000 a pipe of 524288 bytes, 128 slots; 130000 bytes a call
tee pipe 2 a pipe of 1048576 bytes, 256 slots; fragments of 32768 bytes in 16 slots of a source pipe
tee pipe 3 a pipe of 1048576 bytes, 256 slots; fragments of 32767 bytes in 16 slots of a source pipe
tee pipe 5000 a pipe of 1048576 bytes, 256 slots; fragments of 20346 bytes in 16 slots of a source pipe
END
}

@test "native writes from a page, and vmsplice and native hand over whole lines" {
  local line operand
  for line in 3 4999 50000 100001; do
    operand=$(operand $((line - 1)))
    timeout 20 strace -qq -o trace -e trace=write -e raw=write yes --strategy native "$operand" |
      head -c 300000 > /dev/null
    [[ $(head -n 1 trace) =~ ^write\(0x1,\ 0x[0-9a-f]+000,\ 0x([0-9a-f]+)\) ]]
    equal "$line: $((0x${BASH_REMATCH[1]} % line))" "$line: 0"
    timeout 20 strace -qq -o trace -e trace=vmsplice yes --strategy vmsplice "$operand" |
      head -c 300000 > /dev/null
    [[ $(head -n 1 trace) =~ iov_len=([0-9]+) ]]
    equal "$line: $((BASH_REMATCH[1] % line))" "$line: 0"
  done
}

@test "while tee writes it has two pipes open, and nothing else of its own" {
  exec {reader}< <(exec yes --strategy tee 3>&- 4>&-)
  head -c 2000000 <&"$reader" > /dev/null
  equal "$(find "/proc/$!/fd" -name '[3-9]*' -printf '%l\n' | sed 's/:.*//' | sort | uniq -c | tr -s ' ')" \
    ' 4 pipe'
  equal "$(find "/proc/$!/fd" -name '[3-9]*' -printf '%l\n' | sort -u | wc -l)" 2
}

@test "a broker that was too small is closed, and so are its sockets" {
  timeout 20 strace -qq -o trace -e trace=fcntl,pipe2,socketpair,close,splice,tee \
    -e inject=splice:error=EAGAIN:when=1 yes --strategy tee | head -c 2000000 > /dev/null
  # A pipe too many was made, and closed, and two pairs of sockets.
  equal "$(sed '1,/F_GETPIPE_SZ/d' trace | grep -oE '^(pipe2|socketpair|close)' | sort | uniq -c | paste -s |
    tr -s '\t ' ' ')" ' 6 close 3 pipe2 2 socketpair'
}

@test "the start looks for no limits and no memory, starts no thread, and learns the bounds of its stack" {
  strace -f -qq -o trace -e trace=%file,statfs,madvise,clone,clone3,getrandom yes | head -c 100000 > /dev/null
  run -1 grep -E 'cgroup|mountinfo|meminfo|system/node|urandom|statfs|DONTDUMP|clone3?\(' trace
  grep -q '"/proc/self/maps", .* = [0-9]' trace
  # Each thread of the console has a small stack, whatever the limit.
  strace -f -qq -o trace -e trace=clone3 yes --strategy span | head -c 100000 > /dev/null
  equal "$(grep -o 'stack_size=[^,]*' trace | sort | uniq -c | tr -s ' ')" ' 2 stack_size=0x40200'
}

# Prints the peak of a process's resident memory so far, in KiB.
print_peak() {
  awk '/^VmHWM/ { print $2 }' "/proc/$1/status"
}

# Sets cost[STRATEGY] to the processor time for a GB, in ms, and checks the memory: measure STRATEGY MB
measure() {
  local pid early start
  exec {reader}< <(exec yes --strategy "$1")
  pid=$!
  head -c 200000 <&"$reader" > /dev/null
  early=$(print_peak "$pid")
  start=$(print_run_time "$pid")
  # A pv that moves what it counts, as auto does.
  timeout 60 pv -q -S -s "${2}000000" <&"$reader" > /dev/null
  cost[$1]=$((($(print_run_time "$pid") - start) / $2 / 1000))
  echo "$1: ${cost[$1]} ms/GB, $early KiB, then $(print_peak "$pid") KiB"
  (($(print_peak "$pid") < 16 * 1024 && $(print_peak "$pid") - early < 4096))
  exec {reader}<&-
}

@test "console, streamwriter and auto are orders of magnitude apart in processor time, each in 16 MiB" {
  # True are 150, 500 and 60: no noise hides a factor of 10. Between streamwriter and span it is 8.
  local -A cost
  local strategy
  measure console 1
  measure printfn 1
  measure streamwriter 100
  measure span 1000
  measure native 1000
  measure auto 10000
  for strategy in $(strategies); do
    [[ ${cost[$strategy]-} ]] || measure "$strategy" 1
  done
  ((cost[console] > 10 * cost[streamwriter]))
  ((cost[printfn] > 10 * cost[streamwriter]))
  ((cost[streamwriter] > 10 * cost[auto]))
  ((cost[streamwriter] > 2 * cost[span]))
  ((cost[span] > 10 * cost[auto]))
  ((cost[native] > 10 * cost[auto]))
}
