#!/usr/bin/env bats
# What the writer takes of the processor while the reader is busy, slow or stopped, and how soon it ends. The
# bounds are orders of magnitude: `make bench` measures.

load ../helpers

# Starts yes with the strategy and a reader, beside others: start_with OUTPUT COMMAND...
# OUTPUT is one of the script "into".
# Their process IDs are added to $writers and $readers.
start_with() {
  exec {pipe}> >(exec "${@:2}" > /dev/null 3>&-)
  readers+=("$!")
  "$root/tests/into" "$1" "${program[@]}" >&"$pipe" 3>&- &
  writers+=("$!")
  exec {pipe}>&-
}

# Ends what start_with has started, also when a test fails in between.
teardown() {
  [[ ${writers-} ]] || return 0
  kill -s KILL "${writers[@]}" "${readers[@]}"
  wait "${writers[@]}" || true
}

@test "while the reader is stopped the writer does not run at all, nor where the pipe does not block" {
  each_strategy start_with pipe cat
  each_strategy start_with nonblocking cat
  # Nor where SIGPIPE does not end it.
  trap '' PIPE
  each_of "$(strategies F#)" start_with pipe cat
  sleep 0.2
  kill -s STOP "${readers[@]}"
  # They first fill the pipes.
  await are_still "${writers[@]}"
}

# Prints how often a process has slept: print_sleeps PID
print_sleeps() {
  awk '/^voluntary/ { print $2 }' "/proc/$1/status"
}

@test "beside a slow reader the writer runs for a twentieth of the time at most, and wakes up once a read" {
  local before=() sleeps=() i ran slept start took
  each_of "$(strategies C#) auto" start_with \
    pipe perl -e 'while (sysread STDIN, my $bytes, 65536) { select undef, undef, undef, 0.1 }'
  sleep 0.5 # Their start.
  start=${EPOCHREALTIME/[.,]/}
  for i in "${!writers[@]}"; do
    before+=("$(print_run_time "${writers[i]}")") sleeps+=("$(print_sleeps "${writers[i]}")")
  done
  sleep 2
  for i in "${!writers[@]}"; do
    ran=$(($(print_run_time "${writers[i]}") - before[i]))
    slept=$(($(print_sleeps "${writers[i]}") - sleeps[i])) took=$((${EPOCHREALTIME/[.,]/} - start))
    holds "0 < $ran && $ran < 100000000 && 0 < $slept && $slept <= 2 + $took / 100000"
  done
}

@test "beside a steady reader the writer sleeps between refills, for 2 ms at most, and seldom blocks" {
  # 256 KiB every half millisecond and a bit, for two seconds: a full pipe lasts longer than the longest
  # sleep.
  local steady='use Time::HiRes qw(time); my $end = time + 2;
    while (time < $end) { sysread STDIN, my $bytes, 1 << 18; select undef, undef, undef, 0.0005 }'
  timeout 20 strace -qq -o trace -e trace=tee,clock_nanosleep yes | perl -e "$steady"
  # A letter for each: a Long sleep, a sleep, and of the calls into the pipe one that may block, one that
  # finds it full, one that leaves a part of what it was asked to move behind, and one that moves all.
  calls=$(sed -nE '
    /^clock/ { s/.*tv_nsec=(19[0-9]{5}|2000000)\}.*/L/; s/^clock.*/s/; p }
    /^tee\([0-9]+, 1,/ { s/.* 0\) += .*/b/; s/.* -1 .*/f/; s/.* ([0-9]+), [^,]*\) += \1$/a/; s/^tee.*/p/; p }
  ' trace | tr -d '\n')
  # How often a pattern is in there: count PATTERN
  count() {
    grep -oP "$1" <<< "$calls" | wc -l
  }
  echo "$calls"
  equal "$(grep -o 'tv_[^}]*' trace | sort -V | tail -n 1)" 'tv_sec=0, tv_nsec=2000000'
  holds "$(count '[sL]') > 100 && $(count L) > $(count '[sL]') / 2 && $(count '[bpa]') < 10 * $(count '[sL]')"
  holds "$(count b) < $(count '[sL]') / 2"
  # The first refill goes on until the pipe is full. A reader that is late finds no more tries than these.
  equal "$(count '^aa') $(count 'f{51}')" '1 0'
  # After a part it sleeps.
  holds "$(count 'p(?![sL])') < $(count p) / 2"
}

@test "a pipe that its reader makes smaller is filled as soon as it is empty" {
  # With the pace of the pipe of before it would sleep for 2 ms after each refill.
  exec {reader}< <(exec timeout 60 strace -qq -o trace -e trace=fcntl,tee,clock_nanosleep yes)
  head -c 10000000 <&"$reader" > /dev/null
  # An empty pipe can be made as small as one likes: here a slot, which is full or empty.
  perl -e 'do { sysread STDIN, my $bytes, 1 << 23 or die } until fcntl STDIN, 1031, 4096' <&"$reader"
  head -c 30000000 <&"$reader" > /dev/null
  exec {reader}<&-
  wait "$!" || true
  tail -n 500 trace > steady
  grep -q '^tee(.* 1, .* = 32768' steady
  no_match clock_nanosleep steady
}
