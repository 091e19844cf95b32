#!/usr/bin/env bats
# What each strategy asks of the kernel, as exact numbers: no clock is involved. docs/strategies.md says why
# the numbers are what they are.

load ../helpers

# Prints what yes asks of the kernel from the start of Main until some bytes are out, without repetitions,
# strings and the numbers of descriptors that are no standard ones: print_calls COMMAND...
print_calls() {
  local calls=write,vmsplice,splice,tee,pipe2,socketpair,sendto,prctl,fcntl
  timeout 20 strace -qq -o trace -e trace="$calls" "$@" 3>&- | head -c 3000000 > /dev/null
  sed -E '0,/'"$main_begins"'/d; /F_GET/d
    s/ += .*//; s/(iov_base=)?"[^"]*"\.*, //; s/\b([3-9]|[1-9][0-9])\b/N/g' trace | awk '!seen[$0]++'
}

@test "the calls of vmsplice, tee and auto, in order: auto's first write is short" {
  cat > expected <<'END'
fcntl(1, F_SETPIPE_SZ, 1048576)
pipe2([N, N], O_CLOEXEC)
fcntl(N, F_SETPIPE_SZ, 131072)
socketpair(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC|SOCK_NONBLOCK, 0, [N, N])
sendto(N, 32768, MSG_NOSIGNAL, NULL, 0)
splice(N, NULL, N, NULL, 32768, SPLICE_F_NONBLOCK)
tee(N, N, 131072, SPLICE_F_NONBLOCK)
prctl(PR_SET_TIMERSLACK, 1)
tee(N, N, 1048576, 0)
splice(N, NULL, 1, NULL, 1048576, SPLICE_F_NONBLOCK)
END
  equal "$(print_calls yes --strategy tee | head -n 10)" "$(< expected)"
  equal "$(print_calls yes | head -n 11)" $'write(1, 1024)\n'"$(< expected)"
  equal "$(print_calls yes --strategy vmsplice | head -n 2)" \
    $'fcntl(1, F_SETPIPE_SZ, 524288)\nvmsplice(1, [{iov_len=131072}], 1, 0)'
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
    [[ ! $report ]] || equal "$(head -n 1 errors)" "yes: using $strategy into $report"
    # From the start of a page.
    [[ $strategy != native ]] || grep -q 'write(0x1, 0x[0-9a-f]*000, ' trace
  done << 'END'
console pipe 4 4
streamwriter pipe 2 8192
span pipe 2 8192
span socket 7 8190
native pipe 2 8192
native pipe 5000 5000
native small 3 8190 a pipe of 4096 bytes, 1 slots: 8190 bytes a call
native file 3 65535 what is not a pipe: 65535 bytes a call
native socket 7 16380
native datagrams 7 8190
native terminal 3 65535
vmsplice pipe 3 131070
vmsplice pipe 5000 130000
vmsplice pipe 100001 100001
tee pipe 3 131070 a pipe of 1048576 bytes, 256 slots: 32 slots of 32767 bytes in the source pipe
tee pipe 5000 130000
auto socket 7 16380
END
}

@test "while tee writes it has two pipes open, and nothing else of its own" {
  exec {reader}< <(exec yes --strategy tee 3>&- 4>&-)
  head -c 2000000 <&"$reader" > /dev/null
  # Each line is a pipe, with both its ends.
  equal "$(find "/proc/$!/fd" -name '[3-9]*' -printf '%l\n' | sort | uniq -c | sed -E 's/ +/ /; s/:.*//')" \
    $' 2 pipe\n 2 pipe'
}

@test "the start looks for no limits and no memory, starts no thread, and learns the bounds of its stack" {
  strace -f -qq -o trace -e trace=%file,statfs,madvise,clone,clone3,getrandom yes | head -c 100000 > /dev/null
  no_match -E 'cgroup|mountinfo|meminfo|system/node|urandom|statfs|DONTDUMP|clone3?\(' trace
  grep -q '"/proc/self/maps", .* = [0-9]' trace
  # Each thread of the console has a small stack, whatever the limit.
  strace -f -qq -o trace -e trace=clone3 yes --strategy span | head -c 100000 > /dev/null
  equal "$(grep -o 'stack_size=[^,]*' trace | sort | uniq -c | tr -s ' ')" ' 2 stack_size=0x40200'
}

@test "when it runs each call writes, and printfn alone makes garbage, 100 bytes a line, in 8 MiB" {
  # Prints how often each was made of the last 2,000 calls: print_steady_calls COMMAND...
  print_steady_calls() {
    on_one_processor timeout 20 strace -f -qq -o trace "$@" 3>&- | head -c "$bytes" > /dev/null
    sed -nE 's/^[0-9]+ +([a-z_0-9]+)\(.*/\1/p' trace | tail -n 2000 | sort | uniq -c | awk '{ print $2, $1 }'
  }
  local strategy bytes more collections peak
  while read -r strategy bytes more collections; do
    case $strategy in
      # On a busy machine the writer comes too late to sleep.
      tee) like "$(print_steady_calls yes --strategy tee | cut -d ' ' -f 1 | paste -sd ' ')" \
        '?(clock_nanosleep )fcntl splice tee' ;;
      vmsplice) like "$(print_steady_calls yes --strategy vmsplice)" 'vmsplice *([0-9])' ;;
      *) like "$(print_steady_calls yes --strategy "$strategy" abc)" 'write *([0-9])' ;;
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
