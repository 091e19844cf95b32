#!/usr/bin/env bats
# Every kind of output receives the correct bytes: pipes of any size, sockets, connections and terminals.

load helpers

# Lines of these lengths don't align with pages or slots.
medium=$(operand 4999)
long=$(operand 50000)

# Checks the first bytes that the strategy writes, for lines of three lengths: check_output BYTES OUTPUT
check_output() {
  check_line_into "$1" "$2" "$medium"
  has 'longest=*' || check_line_into "$1" "$2" "$long"
  ! has each-line || set -- 20003 "$2"
  check_line_into "$1" "$2" abcd
}

# Checks the first bytes that the strategy writes: check_line_into BYTES OUTPUT OPERAND
check_line_into() {
  patiently into "$2" "${program[@]}" "$3" | verify "$1" "$3"
}

@test "a small or full pipe receives the correct bytes" {
  each_strategy check_output 300003 small
  export VERIFY=late
  each_strategy check_output 1000003 nonblocking
  each_strategy check_output 300003 small-nonblocking
}

@test "a pipe receives the correct bytes while its reader resizes it" {
  export VERIFY='shrink late'
  each_of "$(strategies C#) auto" check_output 20000020 pipe
  each_of auto check_output 20000020 nonblocking
}

@test "auto's first write fills a 4 KiB block of dd" {
  for _ in {1..5}; do
    assert_equal "$(patiently yes | dd bs=4096 count=1 status=none | wc -c)" 4096
  done
}

@test "pv receives every byte" {
  check_through_pv() {
    patiently "${program[@]}" abcd | pv -q | verify 20000001 abcd
  }
  each_of "$(strategies C#) auto" check_through_pv
}

@test "terminals, sockets and TCP connections receive the correct bytes" {
  local output
  TERM=xterm each_of "$(strategies_into file)" check_output 300003 terminal
  export VERIFY=late
  for output in {,nonblocking-}{socket,connection}; do
    each_of 'streamwriter span native tee auto' check_output 3000003 "$output"
  done
}

@test "several writers never break each other's lines" {
  # yes must not treat a pipe that another program has just filled as a failure.
  run -1 patiently bash -c 'for _ in {1..9}; do yes abc & yes defg & done |
    head -n 5000000 | LC_ALL=C grep -vxE "abc|defg"'
  refute_output
}

@test "no strategy shrinks a pipe" {
  # Checks that a pipe of 1 MiB keeps its size after the reader has read some bytes: keep_capacity BYTES
  keep_capacity() {
    patiently perl -e 'fcntl(STDOUT, 1031, 1 << 20) or die; exec @ARGV' "${program[@]}" | # F_SETPIPE_SZ
      { verify "$1" && perl -e 'fcntl(STDIN, 1032, 0) == 1 << 20 or die'; } # F_GETPIPE_SZ
  }
  each_of "$(strategies F#)" keep_capacity 20000
  each_of "$(strategies C#) auto" keep_capacity 100000000
}

# Kills yes when its pipe is full, and sets $rest to the number of bytes that remain in the pipe.
count_rest() {
  local before=-1 now=0
  while ((before != now)); do
    before=$now
    sleep 0.1
    now=$(perl -e 'ioctl STDIN, 0x541B, $_ = pack "i", 0 or die; print unpack "i"' <&"$reader") # FIONREAD
  done
  kill -s KILL "$writer"
  # Until the writer has exited, it could refill the pipe while wc empties it.
  wait "$writer" || true
  rest=$(wc -c <&"$reader")
  exec {reader}<&-
}

# yes enlarges a pipe (F_GETPIPE_SZ) once it has noticed that its reader is fast.
read_until_enlarged='do { sysread STDIN, my $bytes, 1 << 20 or die } until fcntl(STDIN, 1032, 0) > 1 << 16'

@test "at most 8 MiB remain in the pipe of a fast reader" {
  # Checks that more than the given bytes remain: read_fast BYTES
  read_fast() {
    open_reader "${program[@]}"
    patiently perl -e "$read_until_enlarged" <&"$reader"
    count_rest
    assert [ "$rest" -gt "$1" ]
    assert [ "$rest" -le $((8 << 20)) ]
  }
  # A writer that shares a core with a fast reader often finds the pipe full.
  taskset -cp "$(taskset -cp "$BASHPID" | grep -oE '[0-9]+$')" "$BASHPID"
  each_of vmsplice read_fast 65536
  each_of 'tee auto' read_fast $((2 << 20))
}

@test "the README states what yes costs" {
  open_reader yes
  patiently perl -e "$read_until_enlarged" <&"$reader"
  memory=$(awk '/^VmHWM/ { print 1024 * $2 }' "/proc/$writer/status")
  count_rest
  # A cell may differ by a quarter from what was measured.
  printf '%s,%s\n' memory "$memory" "left in a fast reader's pipe" "$rest" \
    'size on disk' "$(stat -L -c %s "$YES")" |
    while IFS=, read -r row bytes; do
      stated=$(grep "^| $row " "$root/README.md" | cut -d '|' -f 3)
      echo "$row: $bytes bytes instead of $stated"
      stated=$(tr -d ' B' <<< "$stated" | numfmt --from=auto)
      ((4 * bytes > 3 * stated && 4 * bytes < 5 * stated))
    done
}

@test "at most 512 KiB remain in the pipe of a slow reader" {
  # Reads three times SIZE bytes in a row, and waits until the pipe is full again: read_slowly SIZE
  read_slowly() {
    open_reader "${program[@]}"
    for _ in {1..20}; do
      patiently perl -e '$_ = 3 * shift; $_ -= sysread(STDIN, my $bytes, $_) || die while $_ > 0' \
        "$1" <&"$reader"
      sleep 0.1
    done
    count_rest
    assert [ "$rest" -le $((512 << 10)) ]
  }
  each_of auto read_slowly 65536
  # These reads empty the pipe several times.
  each_of 'native auto' read_slowly $((1 << 20))
}
