#!/usr/bin/env bats
# Tests how long writers sleep and how much CPU time they use.

load ../helpers

# Succeeds if no process runs on, or waits for, a CPU for half a second. Each process must have only one
# thread: are_still PID...
are_still() {
  local files=("${@/#//proc/}") before
  files=("${files[@]/%//schedstat}")
  before=$(cat "${files[@]}")
  sleep 0.5
  [[ $before == "$(cat "${files[@]}")" ]] && ! ps -o state= -p "$*" | grep -q R
}

@test "waiting for a stopped reader uses no CPU time" {
  # Starts yes with a pipe from which nobody reads: start_waiting pipe|nonblocking
  start_waiting() {
    mkfifo "pipe.${#started[@]}"
    exec {reader}<> "pipe.${#started[@]}"
    "$root/artifacts/into" "$1" "${program[@]}" >&"$reader" 3>&- &
    started+=("$!")
    # This is more than auto's first write.
    await holds 2000
  }
  each_strategy start_waiting pipe
  each_strategy start_waiting nonblocking
  # The writers wait once the pipes are full.
  await are_still "${started[@]}"
}

@test "waiting for a slow reader uses little CPU time" {
  read_slowly() {
    for _ in {1..20}; do
      head -c 64K > /dev/null
      sleep 0.1
    done
  }
  write_slowly() {
    has each-line || {
      env time -q -f '%e %U %S' -o "times.$strategy" "${program[@]}" | read_slowly &
      pipelines+=("$!")
    }
  }
  local pipelines=()
  each_strategy write_slowly
  wait "${pipelines[@]}"
  # Busy-waiting would use four times the limit. The tested strategies use a hundredth of the limit.
  run -0 awk '{ print FILENAME, $0; if ($2 + $3 > $1 / 4) exit 1 }' times.*
  assert_equal "${#lines[@]}" "${#pipelines[@]}"
}

# Starts yes with the tee strategy and records its calls to tee, clock_nanosleep and prctl.
start_tee() {
  open_reader strace -qq -o trace -e trace=tee,clock_nanosleep,prctl yes --strategy tee
}

# Starts a reader that executes Perl statements forever: start_reader STATEMENTS
start_reader() {
  perl -e "while (1) { $1 }" <&"$reader" 3>&- &
  started+=("$!")
  exec {reader}<&-
}

# Succeeds if the last CALLS calls include between LEAST and MOST sleeps: have_slept LEAST MOST CALLS
have_slept() {
  local sleeps
  tail -n "$3" trace > last || return
  sleeps=$(grep -c '^clock_nanosleep' last)
  (($(wc -l < last) == $3 && sleeps >= $1 && sleeps <= $2))
}

# Other programs may delay the writer or the reader, so these tests wait until the expected calls occur.
@test "tee sleeps between refills while its reader reads" {
  local filled
  start_tee
  # The reader reads at most 64 KiB every half millisecond, so a full pipe outlasts the longest sleep.
  start_reader 'sysread STDIN, my $bytes, 1 << 16; select undef, undef, undef, 0.0005'
  await have_slept 20 200 200
  # The longest sleep is 2 ms.
  sleep_longest() {
    tail -n 20 trace | grep -q 'tv_nsec=2000000}'
  }
  await sleep_longest

  # Otherwise, the kernel would extend each sleep by the timer slack.
  assert_file_contains trace '^prctl(PR_SET_TIMERSLACK, 1)'
  filled=$(sed -n '/^clock/q; s/^tee(.*, 1, .* = //p' trace | paste -sd +)
  ((filled >= 16 * tee_block)) || fail "tee sleeps before it has filled the pipe, after $((filled)) bytes"
  # Every read would wake a writer that waits in a blocking call.
  run -1 grep -v SPLICE_F_NONBLOCK <(sed -n '/^clock/ { n; /^tee/p }' trace)
}

@test "tee stops sleeping after its reader shrinks the pipe" {
  start_tee
  read_until_enlarged <&"$reader"
  # F_SETPIPE_SZ can shrink the pipe to one slot once the pipe is empty.
  perl -e 'do { sysread STDIN, my $bytes, 1 << 23 or die } until fcntl STDIN, 1031, 4096' <&"$reader"
  # If yes kept the delay for the larger pipe, it would sleep 2 ms after each refill.
  start_reader 'sysread STDIN, my $bytes, 1 << 18'
  await have_slept 0 0 500
  assert_file_contains last "^tee(.* 1, .* = $tee_block"
}

@test "tee doesn't spin while a non-blocking pipe is full" {
  open_reader strace -qq -o trace -e trace=tee,poll "$root/artifacts/into" nonblocking yes --strategy tee
  start_reader 'sysread STDIN, my $bytes, 1 << 16; select undef, undef, undef, 0.005'
  # Eventually, tee waits after every two attempts.
  alternates() {
    (($(tail -n 150 trace | grep -c ^poll) >= 40))
  }
  await alternates
}
