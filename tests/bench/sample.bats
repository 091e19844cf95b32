#!/usr/bin/env bats
# The script that runs a producer and a reader, and the program in C.

load helpers

# Takes a sample on two cores, which may be one, and shows it: sample MODE SECONDS ARGUMENT PRODUCER...
sample() {
  cores=$(taskset -cp "$BASHPID" | grep -oE '[0-9]+' | sed -n '2p;$p' | paste -sd ' ')
  timeout 60 "$root/bench/Yes.Bench/sample" "$1" "$cores" "${@:2}" | tee sample
}

# Prints what the sample has behind a word: words WORD
words() {
  sed -n "s/^$1 //p" sample
}

@test "the time begins with the first byte, and producer and reader have a core each" {
  make_programs late 'grep Cpus_allowed_list /proc/$$/status > allowed; readlink /proc/self/fd/5 5>&1 > output
    sleep 0.3
    exec "$GNU_YES"'
  local through kind
  while IFS=, read -r through kind; do
    # The last line of a reader is its report.
    sample rate 1 "${through}echo 1; echo 2 >&2; grep Cpus_allowed_list /proc/self/status > reading; wc -l" \
      ./late
    like "$(words status) $(words reader | grep -cE '^0 [0-9]{3,}$') $(< output)" "124 1 $kind"
    # The reader, which begins with the time, was started after the sleep.
    [[ reading -nt allowed ]]
    jq -ne "$(stat -c %.Y allowed) + 0.3 <= $(words elapsed | cut -d ' ' -f 1)"
    equal "$(sed 's/.*:\s*//' allowed reading | paste -sd ' ')" "$cores"
  done <<< $',pipe:*\nsocket ,socket:*'
}

@test "CPU time is that of the producer, whatever the reader does" {
  sample rate 1 'timeout 2 sh -c "while :; do :; done"; wc -l' sh -c 'echo; exec sleep 60'
  jq -ne "$(words writer | sed 's/ / + /') < 0.5"
}

@test "a producer that ignores SIGINT is killed" {
  sample rate 0.2 'wc -l' sh -c 'trap "" INT; exec "$GNU_YES"'
  equal "$(words status) $(words reader | cut -d ' ' -f 1)" '137 0'
}

# Prints the figures of the calls of a command into a pipe or a file: print_figures OUTPUT COMMAND...
# Of iov_len just the first: a short vmsplice leaves any rest.
print_figures() {
  "$root/tests/into" "$1" timeout 20 strace -f -qq -o trace \
    -e trace=write,vmsplice,tee,sendto,prctl,fcntl -e raw=write "${@:2}" 3>&- | head -c 3000000 > /dev/null
  sed -nE '/write\(0x[^1]/d; s/.*(F_SETPIPE_SZ|PR_SET_TIMERSLACK), ([0-9]+).*/\1 \2/p
    s/.*(write)\(.*, (0x[0-9a-f]+)\).*/\1 \2/p; s/.*(iov_len)=([0-9]+).*/\1 \2/p
    s/.*(tee|sendto)\(.* ([0-9]+), [^,]*(, NULL, 0)?\).*/\1 \2/p' trace |
    awk '!seen[$1 == "iov_len" ? $1 : $0]++' | head -n 8
}

@test "the techniques in C ask the kernel for the same as the strategies" {
  local strategy output
  while read -r strategy output; do
    print_figures "$output" yes --strategy "$strategy" y > csharp
    print_figures "$output" "$in_c" --strategy "$strategy" y > c
    [[ -s c ]]
    diff csharp c
  done <<< $'native pipe\nnative file\nvmsplice pipe\ntee pipe'
  "$in_c" --strategy tee "$(operand 10000)" | verify 3000000 "$(operand 10000)"
  # And it is compiled as a C program is that has to be fast.
  [[ $(make -n -C "$root" -W bench/yes.c bench) == *" -O2 "*" -o artifacts/yes-in-c bench/yes.c"* ]]
}
