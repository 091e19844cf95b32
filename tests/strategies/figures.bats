#!/usr/bin/env bats
# What each strategy asks of the kernel, as exact numbers: no clock is involved. docs/strategies.md says why
# the numbers are what they are.

load ../helpers

# Prints each kind of call that yes makes from the start of Main until it writes for ever, and how often,
# without results, strings and the numbers of descriptors that are no standard ones:
#   count_calls OUTPUT ARGUMENT...
count_calls() {
  local own=write,vmsplice,splice,tee,pipe2,socket,socketpair,sendto,prctl,fcntl,close,poll,ioctl,setsockopt
  "$root/tests/into" "$1" timeout 20 strace -qq -o trace -e trace="$own" yes y "${@:2}" 3>&- |
    head -c 100000 > /dev/null
  calls main trace | sed -E '
    s/ += .*//; s/(iov_base=)?"[^"]*"\.*, //; s/\b([3-9]|[1-9][0-9])\b/N/g
    /^(splice\(.* 1, |tee\(N, 1|vmsplice\(1|write\(1, 8192)/q' |
    awk '!count[$0]++ { kinds[++n] = $0 } END { for (i = 1; i <= n; i++) print count[kinds[i]], kinds[i] }'
}

@test "the calls of each strategy in C#: the first write of auto is short, and nothing is asked twice" {
  local start='1 fcntl(0, F_GETFD)
1 fcntl(1, F_GETFD)
1 fcntl(2, F_GETFD)
1 fcntl(1, F_GETFL)'
  local tee='1 fcntl(1, F_SETPIPE_SZ, 1048576)
1 socketpair(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC|SOCK_NONBLOCK, 0, [N, N])
1 sendto(N, 32768, MSG_NOSIGNAL, NULL, 0)
2 pipe2([N, N], O_CLOEXEC)
1 splice(N, NULL, N, NULL, 32768, SPLICE_F_NONBLOCK)
4 close(N)
2 fcntl(N, F_GETPIPE_SZ)
1 fcntl(N, F_SETPIPE_SZ, 131072)
32 tee(N, N, 32768, SPLICE_F_NONBLOCK)
1 prctl(PR_SET_TIMERSLACK, 1)
1 tee(N, 1, 1048576, SPLICE_F_NONBLOCK)'
  equal "$(count_calls pipe --strategy native)" "$start
1 fcntl(1, F_GETPIPE_SZ)
1 write(1, 8192)"
  equal "$(count_calls pipe --strategy vmsplice)" "$start
2 fcntl(1, F_GETPIPE_SZ)
1 fcntl(1, F_SETPIPE_SZ, 524288)
1 vmsplice(1, [{iov_len=131072}], 1, 0)"
  equal "$(count_calls socket)" "$start
1 fcntl(1, F_GETPIPE_SZ)
1 pipe2([N, N], O_CLOEXEC)
1 setsockopt(1, SOL_SOCKET, SO_SNDBUF, [212992], N)
1 vmsplice(N, [{iov_len=49152}], 1, 0)
1 splice(N, NULL, 1, NULL, 49152, 0)"
  equal "$(count_calls pipe --strategy tee)" "$start
3 fcntl(1, F_GETPIPE_SZ)
$tee"
  equal "$(count_calls pipe)" "$start
3 fcntl(1, F_GETPIPE_SZ)
1 write(1, 1024)
$tee"
}

@test "the size of a call depends on the line and on the kind of standard output, and --debug reports it" {
  # Columns: strategy, standard output, length of the line, bytes of each of the first calls, and the report.
  local strategy output line size report sizes
  while read -r strategy output line size report; do
    "$root/tests/into" "$output" timeout 20 strace -f -qq -o trace -e trace=write,vmsplice,tee \
      -e raw=write yes --debug --strategy "$strategy" "$(operand $((line - 1)))" 2> errors 3>&- |
      head -c 20000 > /dev/null
    # The console has a descriptor of its own.
    sizes=$(grep -v 'write(0x2' trace |
      sed -nE 's/.*(write\(.*, |iov_len=|tee\(.*, )(0x[0-9a-f]+|[0-9]{4,}).*/\2/p' | head -n 3)
    # These take a part of the first, and then the rest.
    [[ $output != @(socket|terminal) ]] || sizes=${sizes%%$'\n'*}
    # shellcheck disable=SC2086 # Each is a number.
    equal "$strategy, $output, $line: $(printf '%d\n' $sizes | uniq)" "$strategy, $output, $line: $size"
    [[ ! $report ]] || equal "$(head -n 1 errors)" "yes: standard output is $report"
    # From the start of a page.
    [[ $strategy != native ]] || grep -q 'write(0x1, 0x[0-9a-f]*000, ' trace
  done << 'END'
console pipe 4 4
streamwriter pipe 2 8192
span pipe 2 8192
span socket 7 8190
native pipe 2 8192
native pipe 5000 5000
native small 3 8190 a pipe of 4096 bytes, 1 slots: using native, 8190 bytes a call
native file 3 65535 neither a pipe nor a socket: using native, 65535 bytes a call
native socket 7 65534
native datagrams 7 8190 another socket: using native, 8190 bytes a call
native terminal 3 65535
vmsplice pipe 3 131070
vmsplice pipe 5000 130000
vmsplice pipe 100001 100001
vmsplice socket 100001 100001
tee pipe 3 32766 a pipe of 1048576 bytes, 256 slots: using tee, 32 slots of 32766 bytes in the source pipe
tee pipe 5000 30000
auto socket 7 49147 a Unix stream socket: using vmsplice, 49147 bytes a call
END
}

# Prints what the descriptors of a process are, but for the standard ones: descriptors PID
descriptors() {
  find "/proc/$1/fd" -name '[3-9]*' -printf '%l\n' | sed 's/:.*//' | sort | paste -sd ' '
}

@test "each strategy fills all slots of the pipe, and has these descriptors open, and no others" {
  # Columns: strategy, bytes that it writes before it waits, if they are no matter of chance, descriptors.
  local i reader rows strategy bytes expected readers=() writers=()
  mapfile -t rows << 'END'
printfn * /dev/urandom
console *
streamwriter 65536
span 65536
native 65536
vmsplice 524288
tee 8388608 pipe pipe
auto * pipe pipe
END
  for i in "${!rows[@]}"; do
    exec {reader}< <(exec yes --strategy "${rows[i]%% *}" 3>&- 4>&-)
    writers+=("$!") readers+=("$reader")
    head -c 4000 <&"$reader" > /dev/null
  done
  await are_still "${writers[@]}"
  for i in "${!rows[@]}"; do
    read -r strategy bytes expected <<< "${rows[i]}"
    equal "$strategy: $(descriptors "${writers[i]}")" "$strategy: $expected"
    kill -s KILL "${writers[i]}"
    wait "${writers[i]}" || true
    like "$strategy: $((4000 + $(wc -c <&"${readers[i]}")))" "$strategy: $bytes"
  done
}

@test "a strategy that is refused leaves nothing open for the next" {
  local fault
  for fault in pipe2:error=EMFILE:when={1,2} socketpair:error=EMFILE sendto:error=ENOBUFS \
    splice:error=EINVAL tee:error=ENOMEM:when={1,20,33}; do
    exec {reader}< <(exec strace -D -qq -o trace -e trace="${fault%%:*}" -e inject="$fault" \
      yes --debug 2> errors 3>&- 4>&-)
    verify 20000002 <&"$reader"
    grep -q ': not using tee: ' errors
    # The runtime's exceptions have random numbers.
    like "$fault: $(descriptors "$!")" "$fault: ?(/dev/urandom)"
    exec {reader}<&-
  done
}

@test "the start opens only the lists of processors and memory nodes and its maps" {
  strace -f -qq -o trace -e trace=open,openat yes | head -c 100000 > /dev/null
  # Where there is no /sys, the C library looks into /proc/stat.
  no_match -vxE '/proc/(self/maps|stat)|/sys/devices/system/(cpu/(online|possible)|node)' \
    <(sed -nE 's/.*open.*"(.*)".* = [0-9].*/\1/p' trace)
}

@test "every strategy runs in one thread" {
  count_threads() {
    strace -f -qq -o trace -e trace=clone,clone3 "${program[@]}" | head -c 20000 > /dev/null
    no_match clone trace
  }
  each_strategy count_threads
}

@test "when it runs each call writes, and printfn alone makes garbage, 100 bytes a line, in 8 MiB" {
  # Prints the kinds of the last 2,000 calls: print_steady_calls COMMAND...
  print_steady_calls() {
    on_one_processor timeout 20 strace -f -qq -o trace "$@" 3>&- | head -c "$bytes" > /dev/null
    calls main trace | tail -n 2000 | cut -d '(' -f 1 | sort -u | paste -sd ' '
  }
  local strategy bytes more collections peak
  while read -r strategy bytes more collections; do
    case $strategy in
      # On a busy machine the writer comes too late to sleep.
      tee) like "$(print_steady_calls yes --strategy tee)" '?(clock_nanosleep )fcntl tee' ;;
      vmsplice) equal "$(print_steady_calls yes --strategy vmsplice)" vmsplice ;;
      *) equal "$(print_steady_calls yes --strategy "$strategy" abc)" write ;;
    esac
    # Each collection, after a MiB of garbage, stops the threads with two of these calls; a start makes two.
    # Without stops for other calls a hundred times as much is written in that time.
    bytes=$more
    timeout 20 strace -f --seccomp-bpf -qq -o trace -e trace=membarrier \
      time -q -f %M -o peak yes --strategy "$strategy" abc 3>&- | head -c "$bytes" > /dev/null
    peak=$(tail -n 1 peak)
    like "$strategy collects $(($(grep -c membarrier trace) / 2 - 1)) times" \
      "$strategy collects $collections times"
    holds "$peak < 8 * 1024"
  done << 'END'
printfn 30000 400000 1[01]
console 20000 2000000 0
streamwriter 20000000 100000000 0
span 20000000 400000000 0
native 20000000 400000000 0
vmsplice 400000000 1000000000 0
tee 2000000000 5000000000 0
END
}
