#!/usr/bin/env bats
# Tests of the script that measures one producer, and of the strategies in C.

load helpers

# Measures a producer on the first and the last core that this test may use:
#   run_sample MODE SECONDS ARGUMENT PRODUCER...
run_sample() {
  cores=$(taskset -cp "$BASHPID" | grep -oE '[0-9]+' | sed -n '2p;$p' | paste -sd ' ')
  run timeout 60 "$root/bench/Yes.Bench/sample" "$1" "$cores" "${@:2}"
}

# Prints what follows a word in the output of the script: words WORD
words() {
  sed -n "s/^$1 //p" <<< "$output"
}

@test "a round starts at the first byte in the pipe or socket, with a core for each program" {
  make_programs late '
    grep Cpus_allowed_list /proc/self/status > producer-core
    readlink /proc/self/fd/0 <&1 > producer-output
    sleep 2
    exec "$GNU_YES"'
  local through reader='grep Cpus_allowed_list /proc/self/status > reader-core; echo note >&2; wc -l'
  for through in pipe socket; do
    run_sample rate 2.5 "${through#pipe} $reader" ./late
    assert_equal "$(words status)" 124
    # The result of the reader is the last line that it prints.
    assert_regex "$(words reader)" '^0 [0-9]+$'
    (($(words elapsed) < 2000000))
    assert_equal "$(sed 's/.*:\s*//' producer-core reader-core | paste -sd ' ')" "$cores"
    assert_regex "$(< producer-output)" "^$through:"
  done
}

@test "the measured CPU time is that of the producer, not of the reader" {
  run_sample rate 1 'timeout 1 sh -c "while :; do :; done"; wc -l' sh -c 'echo; exec sleep 60'
  jq -en "$(words cpu | sed 's/ / + /') < 0.3"
}

@test "sample kills a producer that ignores SIGINT, and a process that a producer leaves behind" {
  run_sample rate 1 'wc -l' sh -c 'trap "" INT; exec "$GNU_YES"'
  assert_equal "$(words status)" 137
  run_sample rate 0.2 'wc -l' bash -c 'sleep 50 & exec "$GNU_YES"'
  (($(words elapsed) < 40000000))
}

# Runs a program under strace into a pipe, and prints how many bytes its largest write, vmsplice
# and tee transferred, and whether it sets its timer slack: print_calls COMMAND...
print_calls() {
  strace -f -qq -o trace -e trace=write,vmsplice,tee,prctl "$@" 3>&- | head -c 3000000 > /dev/null
  sed -nE 's/.*(write|vmsplice|tee)\((.+, )?1, .* = ([0-9]+)$/\1 \3/p
    s/.*(PR_SET_TIMERSLACK), 1.*/\1/p' trace | sort -k 1,1 -k 2nr | sort -suk 1,1
}

@test "the strategies in C write the right bytes, in calls of the same size as those in C#" {
  local strategy line="it's \$x ÿ"
  for strategy in $("$in_c" --list-strategies | cut -d ' ' -f 1); do
    cmp <("$GNU_YES" "$line" | head -c 3000000) \
      <("$in_c" --strategy "$strategy" "$line" | head -c 3000000)
    run print_calls "$in_c" --strategy "$strategy" y
    assert_output --regexp '(write|vmsplice|tee) [0-9]+'
    assert_output "$(print_calls "$YES" --strategy "$strategy" y)"
  done
}
