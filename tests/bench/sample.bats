#!/usr/bin/env bats
# Tests the program that takes one sample, and the C versions of the strategies.

load helpers

# Measures a writer, with the reader on another core if this test may use several: run_sample ARGUMENT...
run_sample() {
  cores=$(taskset -cp "$BASHPID" | sed -nE 's/.*: ([0-9]+).*[,-]([0-9]+)$/\1,\2/p')
  run timeout 300 "$sample" "$cores" "$@"
}

# Prints the number that follows NAME in the output: number NAME
number() {
  sed -n "s/^$1 //p" <<< "$output"
}

@test "a sample starts at the first byte" {
  make_programs late '
    grep Cpus_allowed_list /proc/self/status > writer-core
    readlink /proc/self/fd/0 <&1 > writer-output
    sleep 1
    date +%s%N > last
    exec "$GNU_YES"' reader 'grep Cpus_allowed_list /proc/self/status > reader-core
    echo note >&2
    exec wc -l'
  local through ended
  for through in pipe socket tcp file; do
    run_sample "$through" 0.1 ./reader '' '' ./late
    ended=$(date +%s%N)
    assert_success
    # The sample does not include the writer's startup.
    (($(number elapsed) < ended - $(< last)))
    (($(number start) > 10**9))
    # The reader also prints a note, but its count is in the last line.
    (($(number count) > 0))
    [[ ! $cores ]] || assert_equal "$(sed 's/.*:\s*//' writer-core reader-core | paste -sd ,)" "$cores"
    assert_regex "$(< writer-output)" "^($PWD/sample\.|${through/tcp/socket}:)"
  done
}

@test "the CPU times cover only the sample" {
  make_programs slow 'i=0; while [ "$i" -lt 1000000 ]; do i=$((i + 1)); done; exec wc -l'
  run_sample pipe 0.3 ./slow '' '' sh -c 'echo; while :; do :; done'
  assert_success
  (($(number writer_ran) > 0 && $(number writer_ran) <= $(number elapsed)))
  # The reader's startup uses more CPU time than this limit, but does not count.
  (($(number reader_ran) < 10**8))
  run_sample pipe 0.3 wc -c '' sh -c 'echo; exec sleep 600'
  (($(number writer_ran) < $(number elapsed) / 2))
}

@test "sample reports a problem in one sentence" {
  make_programs fails 'echo first >&2; cat > /dev/null; echo last; exit 3'
  run_sample pipe 0.1 ./fails '' '' "$GNU_YES"
  assert_failure 1
  assert_output 'the reader failed: first'
  run_sample pipe 0.1 ./nope '' '' "$GNU_YES"
  assert_failure 1
  assert_output 'the reader failed: ./nope: 1: exec: ./nope: not found'
}

# Succeeds if a process has ended: is_gone PID
is_gone() {
  ! grep -qs '^State:.[^Z]' "/proc/$1/status"
}

@test "sample kills what a reader leaves behind" {
  make_programs reader 'cat > /dev/null; echo 1; sleep 600 & echo "$!" > child; exec sleep 600'
  run_sample pipe 0.05 ./reader '' '' "$GNU_YES"
  assert_failure 1
  assert_output 'the reader does not end'
  await is_gone "$(< child)"
}

@test "a sample ends despite Ctrl-Z" {
  "$sample" '' pipe 1 wc -l '' "$GNU_YES" > output 3>&- &
  local pid=$!
  started+=("$pid")
  await grep -q 'SigIgn:.*[8-f]....$' "/proc/$pid/status"
  kill -s TSTP "$pid"
  wait "$pid"
  grep '^count [1-9]' output
}

@test "a writer and its rival take turns" {
  make_programs rival 'echo "$@" > rival-line; exec "$GNU_YES" "$@"'
  run_sample pipe 0.2 wc -l "$PWD/rival" "$YES" line
  assert_success
  assert_equal "$(< rival-line)" line
  # Each program ran for at least the given time.
  assert_equal "$(grep -Ec '^elapsed [2-9][0-9]{8}$' <<< "$output")" 2
  assert_equal "$(grep -c '^count [1-9]' <<< "$output")" 2
}

# Traces a command that writes to a kind of output. Prints the maximum size of each call and the resulting
# size of the pipe. Also prints whether the command sets its timer slack: print_calls KIND COMMAND...
print_calls() {
  rm -f trace
  into "$1" strace -f -qq -o trace -e trace=write,vmsplice,tee,fcntl,prctl "${@:2}" 3>&- |
    head -c 30000000 > /dev/null
  sed -nE 's/.*(write|vmsplice|tee)\((.+, )?1, .* = ([0-9]+)$/\1 \3/p
    s/.*fcntl\(1, (F_SETPIPE_SZ), .* = ([0-9]+)$/\1 \2/p
    s/.*(PR_SET_TIMERSLACK), 1.*/\1/p' trace |
    awk '$2 >= largest[$1] { largest[$1] = $2 }
      END { for (call in largest) print call, largest[call] }' | sort
}

@test "each C technique writes as many bytes per call as its strategy does" {
  local kind strategy
  while read -r kind strategy; do
    run print_calls "$kind" "$in_c" --strategy "$strategy" y
    assert_output --regexp '(write|vmsplice|tee) [0-9]+'
    assert_output "$(print_calls "$kind" "$YES" --strategy "$strategy" y)"
  done << 'END'
socket native
pipe native
pipe vmsplice
pipe tee
END
}
