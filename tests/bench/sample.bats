#!/usr/bin/env bats
# Tests of the program that runs and measures one writer, and of the strategies in C.

load helpers

# Measures a writer on the first and the last core that this test may use, or, as the benchmark does,
# without a choice of cores if there is only one: run_sample MODE ARGUMENT...
run_sample() {
  cores=$(taskset -cp "$BASHPID" | sed -nE 's/.*: ([0-9]+).*[,-]([0-9]+)$/\1,\2/p')
  run timeout 300 "$sample" "$1" "$cores" "${@:2}"
  assert_success
}

# Prints what follows a word in the output of the program: words WORD
words() {
  sed -n "s/^$1 //p" <<< "$output"
}

@test "a round starts at the first byte, with a core for each program and the user's locale for the writer" {
  make_programs late '
    echo "$LC_ALL" > writer-locale
    grep Cpus_allowed_list /proc/self/status > writer-core
    readlink /proc/self/fd/0 <&1 > writer-output
    sleep 4
    exec "$GNU_YES"' reader 'echo "$LC_ALL" > reader-locale
    grep Cpus_allowed_list /proc/self/status > reader-core
    echo note >&2
    exec wc -l'
  local through
  for through in pipe socket; do
    run_sample rate "$through" 0.1 ./reader ./late
    # The startup of the program does not belong to the round.
    (($(words elapsed) < 4 * 10**9))
    # The result of the reader is the last line that it prints.
    assert_regex "$(words report)" '^[1-9][0-9]*$'
    assert_line running
    assert_line 'reader_ended exit 0'
    [[ ! $cores ]] || assert_equal "$(sed 's/.*:\s*//' writer-core reader-core | paste -sd ,)" "$cores"
    assert_regex "$(< writer-output)" "^$through:"
    assert_equal "$(< writer-locale) $(< reader-locale)" "$LC_ALL C"
  done
}

@test "the CPU times and the memory are those of writer and reader, and no time is longer than the round" {
  make_programs slow 'i=0; while [ "$i" -lt 300000 ]; do i=$((i + 1)); done; exec wc -l'
  run_sample rate pipe 0.3 ./slow sh -c 'echo; while :; do :; done'
  (($(words memory) > 100000))
  local ran waited
  read -r ran waited <<< "$(words writer)"
  # Whatever else the machine does, a program either runs or waits for a core.
  ((ran <= $(words elapsed) && ran + waited > $(words elapsed) * 8 / 10))
  # The startup of the reader does not belong to the round.
  (($(words reader | cut -d ' ' -f 1) < $(words elapsed) / 10))
  run_sample rate pipe 0.2 'wc -c' sh -c 'echo; exec sleep 600'
  (($(words writer | cut -d ' ' -f 1) < $(words elapsed) / 10))
}

@test "a check ends after a number of bytes, reads or silent seconds, or at a wrong byte, however late" {
  run_sample check pipe 30 1000000 1000 "$GNU_YES" y
  (($(words checked) >= 1000000))
  # This strategy writes the text and the newline separately, so a read may return a single byte.
  run_sample check pipe 30 1000000 5 "$YES" --strategy printfn y
  (($(words checked) >= 5 && $(words checked) < 1000000))
  run_sample check pipe 1 1000000 1000 sh -c 'echo y; exec sleep 600' y
  assert_line 'checked 2'
  assert_line 'silent 1'
  run_sample check pipe 30 1000000 1000 sh -c 'echo y; exit 3' y
  assert_line 'writer_ended exit 3'
  refute_line running
  make_programs slow 'printf "y\ny\n"; sleep 1; printf "y\nn\n"; exec "$GNU_YES"'
  run_sample check pipe 30 100000 100000 ./slow y
  assert_line 'wrong 7'
}

@test "sample kills a writer that ignores SIGINT, and a process that a writer leaves behind" {
  run_sample rate pipe 0.05 'wc -l' sh -c 'trap "" INT; exec "$GNU_YES"'
  assert_line 'writer_ended signal 9'
  # The reader ends only after the last process that can write. timeout runs yes in another process group.
  run_sample rate pipe 0.05 'wc -l' bash -c 'sleep 200 & timeout 200 "$GNU_YES"; exit'
  (($(words elapsed) < 190 * 10**9))
}

@test "sample kills a reader that does not end, and reports that instead of a count" {
  make_programs reader 'cat > /dev/null; echo 1; exec sleep 600'
  run_sample rate pipe 0.05 ./reader "$GNU_YES"
  assert_line 'report it does not end'
  assert_line 'reader_ended signal 9'
}

# Succeeds if a process is in a state, such as T for stopped: is_in_state STATE PID
is_in_state() {
  [[ $(ps -o state= -p "$2") == "$1" ]]
}

@test "Ctrl-Z ends writer and reader, and fg repeats the measurement" {
  make_programs writer 'echo "$$" >> writers; exec "$GNU_YES"' reader 'echo "$$" >> readers; exec wc -l'
  "$sample" rate '' pipe 0.3 ./reader ./writer > output 3>&- &
  local pid=$!
  started+=("$pid")
  await test -s writers
  kill -s TSTP "$pid"
  await is_in_state T "$pid"
  # Nobody has waited for these processes yet.
  await is_in_state Z "$(< writers)"
  await is_in_state Z "$(< readers)"
  kill -s CONT "$pid"
  wait "$pid"
  run cat output
  assert_line 'reader_ended exit 0'
  (($(wc -l < writers) == 2 && $(words elapsed) >= 3 * 10**8))
  assert_equal "$(grep -c ^report output)" 1
}

# Runs a program under strace into a pipe, and prints how many bytes its largest write, vmsplice
# and tee transferred, and whether it sets its timer slack: print_calls COMMAND...
print_calls() {
  strace -f -qq -o trace -e trace=write,vmsplice,tee,prctl "$@" 3>&- | head -c 3000000 > /dev/null
  sed -nE 's/.*(write|vmsplice|tee)\((.+, )?1, .* = ([0-9]+)$/\1 \3/p
    s/.*(PR_SET_TIMERSLACK), 1.*/\1/p' trace |
    awk '$2 >= largest[$1] { largest[$1] = $2 }
      END { for (call in largest) print call, largest[call] }' | sort
}

@test "the techniques in C write the correct bytes" {
  local technique line="it's \$x ÿ" not_here=
  for technique in $("$in_c" --list-strategies | cut -d ' ' -f 1); do
    "$in_c" --strategy "$technique" "$line" 2> errors | head -c 3000000 > written
    if [[ ! -s written ]] && grep -E 'not permitted|not implemented' errors; then
      not_here+=" $technique"
    else
      cmp written <("$GNU_YES" "$line" | head -c 3000000)
    fi
  done
  [[ ! $not_here ]] || skip "this system does not allow:$not_here"
}

@test "the strategies in C make calls of the same size as those in C#" {
  local strategy
  for strategy in native vmsplice tee; do
    run print_calls "$in_c" --strategy "$strategy" y
    assert_output --regexp '(write|vmsplice|tee) [0-9]+'
    assert_output "$(print_calls "$YES" --strategy "$strategy" y)"
  done
}
