#!/usr/bin/env bats
# What the writer takes of the processor while the reader is busy, slow or stopped, and how soon it ends. The
# bounds are orders of magnitude: `make bench` measures.

load ../helpers

# Starts yes with the strategy and a reader: start_with OUTPUT COMMAND...
# OUTPUT is one of the script "into".
# Their process IDs are in $writer and $reader.
start_with() {
  exec {pipe}> >(exec "${@:2}" > /dev/null 3>&-)
  reader=$!
  "$root/tests/into" "$1" "${program[@]}" >&"$pipe" 3>&- &
  writer=$!
  exec {pipe}>&-
}

# Ends what start_with has started, also when a test fails in between.
teardown() {
  [[ -n ${writer-} ]] || return 0
  kill -s KILL "$writer" "$reader"
  wait "$writer" || true
  writer=''
}

# Whether a process does not run for half a second: is_still PID
is_still() {
  local before
  before=$(print_run_time "$1")
  sleep 0.5
  ((before > 0 && $(print_run_time "$1") == before))
}

@test "while the reader is stopped the writer does not run at all, nor where the pipe does not block" {
  stop_reader() {
    start_with "$1" cat
    sleep 0.2
    kill -s STOP "$reader"
    # It first fills the pipe.
    await is_still "$writer"
    teardown
  }
  each_strategy stop_reader pipe
  each_strategy stop_reader nonblocking
  # Nor where SIGPIPE does not end it.
  trap '' PIPE
  each_of "$(managed_strategies)" stop_reader pipe
}

# Prints how often a process has slept: print_sleeps PID
print_sleeps() {
  awk '/^voluntary/ { print $2 }' "/proc/$1/status"
}

@test "beside a slow reader the writer runs for a twentieth of the time at most, and wakes up once a read" {
  read_slowly() {
    local before passed sleeps
    start_with pipe perl -e 'while (sysread STDIN, my $bytes, 65536) { select undef, undef, undef, 0.1 }'
    # Its start.
    sleep 0.5
    before=$(print_run_time "$writer") sleeps=$(print_sleeps "$writer")
    sleep 2
    passed=$(($(print_run_time "$writer") - before)) sleeps=$(($(print_sleeps "$writer") - sleeps))
    teardown
    echo "$passed ns, $sleeps sleeps"
    ((passed > 0 && passed < 100000000 && sleeps > 0 && sleeps <= 22))
  }
  each_of "$(native_strategies)" read_slowly
}

@test "beside a steady reader the writer sleeps between refills, for 2 ms at most, and seldom blocks" {
  # 256 KiB every half millisecond and a bit, for two seconds: a full pipe lasts longer than the longest
  # sleep.
  local steady='use Time::HiRes qw(time); my $end = time + 2;
    while (time < $end) { sysread STDIN, my $bytes, 1 << 18; select undef, undef, undef, 0.0005 }'
  timeout 20 strace -qq -o trace -e trace=splice,clock_nanosleep yes | perl -e "$steady"
  "$BATS_TEST_DIRNAME/count-refills" trace > counts
  read -r sleeps refills blocking parts again longest long < counts
  echo "$sleeps sleeps of up to $longest ns, $long of 2 ms, $refills splices, $blocking may block; \
$parts leave some behind, of which $again are tried again at once"
  ((sleeps > 100 && longest == 2000000 && long > sleeps / 2))
  ((refills < 10 * sleeps && blocking < sleeps / 2 && parts > sleeps / 2 && again < parts / 2))
}

# Prints the bytes that a reader gets in half a second after it has resized the pipe:
#   print_rate BYTES COMMAND...
print_rate() {
  exec {reader}< <(exec "${@:2}")
  head -c 100000000 <&"$reader" > /dev/null
  # An empty pipe can be made as small as one likes.
  kill -s STOP "$!"
  timeout 0.2 cat <&"$reader" > /dev/null || true
  perl -e 'fcntl STDIN, 1031, 0 + shift or die $!' "$1" <&"$reader"
  kill -s CONT "$!"
  timeout --foreground -s INT 0.5 dd bs=131072 of=/dev/null <&"$reader" 2> counts || true
  awk '/copied/ { print $1 }' counts
  exec {reader}<&-
}

@test "a pipe that its reader makes smaller is filled as soon as it is empty" {
  # With the pace of the pipe of before the rate was a tenth of GNU's, and is several times it now.
  local size rate reference
  for size in 65536 4096; do
    rate=$(print_rate "$size" bin/yes)
    reference=$(print_rate "$size" "$GNU_YES")
    echo "$size: $rate bytes, GNU $reference bytes"
    ((2 * rate > reference))
  done
}
