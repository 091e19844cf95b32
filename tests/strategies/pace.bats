#!/usr/bin/env bats
# The CPU time and the sleep of the writer while the reader is busy, slow or stopped.

load ../helpers

# Starts yes with a pipe from which nobody reads, and adds its process ID to $writers:
# start_waiting pipe|nonblocking
start_waiting() {
  local pipe
  mkfifo "pipe.${#writers[@]}"
  exec {pipe}<> "pipe.${#writers[@]}"
  "$root/tests/support/into" "$1" "${program[@]}" >&"$pipe" 3>&- &
  writers+=("$!")
}

# Kills the writers even if a test fails.
teardown() {
  [[ ! ${writers-} ]] || kill "${writers[@]}"
}

@test "waiting for a stopped reader uses no CPU time, whether the pipe blocks or not" {
  writers=()
  each_strategy start_waiting pipe
  each_strategy start_waiting nonblocking
  # The writers fill the pipes first.
  await are_still "${writers[@]}"
}

@test "waiting for a slow reader uses at most a twentieth of a core" {
  read_slowly() {
    for _ in {1..20}; do
      head -c 64K > /dev/null
      sleep 0.1
    done
  }
  write_slowly() {
    env time -q -f '%e %U %S' -o "times.$strategy" "${program[@]}" | read_slowly &
    pipelines+=("$!")
  }
  local pipelines=()
  each_of "$(strategies C#) auto" write_slowly
  wait "${pipelines[@]}"
  run -0 awk '{ print FILENAME, $0; if ($2 + $3 > $1 / 20) exit 1 }' times.*
  assert_equal "${#lines[@]}" 4
}

@test "while a reader reads steadily, tee alternates between filling the pipe and sleeping up to 2 ms" {
  # The reader takes 256 KiB per half millisecond at most, so a full pipe outlasts the longest sleep.
  local steady='use Time::HiRes qw(time); my $end = time + 2;
    while (time < $end) { sysread STDIN, my $bytes, 1 << 18; select undef, undef, undef, 0.0005 }'
  timeout 20 strace -qq -o trace -e trace=tee,clock_nanosleep,prctl yes --strategy tee | perl -e "$steady"
  # By default, the kernel would extend each sleep by the timer slack.
  assert_file_contains trace '^prctl(PR_SET_TIMERSLACK, 1)'
  grep -E '^clock_nanosleep|^tee\([0-9]+, 1,' trace > calls

  local filled sleeps longest
  filled=$(sed '/^clock/,$d; s/.* = //' calls | paste -sd + -)
  assert [ $((filled)) -ge $((256 * 32768)) ]
  sleeps=$(grep -c ^clock calls)
  assert [ "$sleeps" -gt 100 ]
  assert [ "$(grep -c ^tee calls)" -lt $((10 * sleeps)) ]
  longest=$(sed -n 's/.*{tv_sec=0, tv_nsec=\([0-9]*\)}, .*/\1/p' calls | sort -n | tail -n 1)
  assert [ "$longest" -le 2000000 ]
}

@test "after its reader has shrunk the pipe, yes refills the pipe without sleeping" {
  # With the pace of the larger pipe, yes would sleep for 2 ms after each refill.
  exec {reader}< <(exec timeout 60 strace -qq -o trace -e trace=tee,clock_nanosleep yes)
  head -c 10000000 <&"$reader" > /dev/null
  # Once the pipe is empty, F_SETPIPE_SZ can shrink it to one slot, which is either full or empty.
  perl -e 'do { sysread STDIN, my $bytes, 1 << 23 or die } until fcntl STDIN, 1031, 4096' <&"$reader"
  head -c 30000000 <&"$reader" > /dev/null
  exec {reader}<&-
  wait "$!" || true
  tail -n 500 trace > steady
  assert_file_contains steady '^tee(.* 1, .* = 32768'
  run -1 grep clock_nanosleep steady
}
