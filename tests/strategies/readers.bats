#!/usr/bin/env bats
# Every native strategy is right to the byte, for any line and any reader.

load ../helpers

# Checks the output for a line of that length, newline included: check_line BYTES LINE-LENGTH
check_line() {
  local operand
  operand=$(operand $(($2 - 1)))
  timeout 60 yes --strategy "$strategy" -- "$operand" | verify "$1" "$operand"
}

@test "lines of 1, 3 and 7 bytes over several GiB" {
  local length
  for length in 1 3 7; do
    each_of "$(pipe_strategies) auto" check_line 3000000000 "$length"
    each_of "$(native_strategies | grep -vxF "$(pipe_strategies)"$'\nauto')" check_line 300000000 "$length"
  done
}

@test "lines around a page" {
  local length
  for length in 4095 4096 4097; do
    each_of "$(native_strategies)" check_line 200000001 "$length"
  done
}

@test "lines around a fragment" {
  local length
  for length in 32767 32768 32769 65537; do
    each_of "$(native_strategies)" check_line 200000001 "$length"
  done
}

@test "lines around all fragments of a seed, and of 100,001 bytes" {
  local length
  for length in 100001 131070 131071 131072; do
    each_of "$(native_strategies)" check_line 200000001 "$length"
  done
}

@test "lines of 1,999,999 bytes, and around a mebibyte" {
  local length
  for length in 1048575 1048576 1048577 1999999; do
    # shellcheck disable=SC2046 # Operands without a blank, each of the longest that Linux takes or less.
    set -- $(operand $((length - 1)) | fold -w 100000)
    repeat_operands() {
      timeout 60 yes --strategy "$strategy" -- "$@" | verify 50000000 "$@"
    }
    each_of "$(native_strategies)" repeat_operands "$@"
  done
}

@test "a reader that shrinks and enlarges the pipe while it reads" {
  read_shrinking() {
    timeout 60 yes --strategy "$strategy" abc | VERIFY=shrink verify 400000000 abc
  }
  each_of "$(native_strategies)" read_shrinking
}

@test "a reader of 7 bytes at a time" {
  read_sevens() {
    timeout 60 yes --strategy "$strategy" abcd | dd bs=7 count=30001 iflag=fullblock status=none |
      verify 210007 abcd
  }
  each_of "$(native_strategies)" read_sevens
}

@test "pv and cat pass on every byte" {
  pass_on() {
    timeout 60 yes --strategy "$strategy" abcd | "$@" | verify 200000000 abcd
  }
  each_of "$(native_strategies)" pass_on pv -q
  each_of "$(native_strategies)" pass_on cat
}

@test "wc and head count the right bytes" {
  count_bytes() {
    equal "$(timeout 60 yes --strategy "$strategy" abcd | head -c 50000000 | wc -lc | tr -s ' ')" \
      '10000000 50000000'
  }
  each_of "$(native_strategies)" count_bytes
}

@test "a reader that waits until the pipe is full" {
  read_late() {
    timeout 60 yes --strategy "$strategy" abc | VERIFY=late verify 50000005 abc
  }
  each_of "$(native_strategies)" read_late
}

@test "a neighbour that sets O_NONBLOCK and takes it away again" {
  write_disturbed() {
    rm -f calm
    {
      (timeout 20 perl -e 'use Fcntl; for (1 .. 400) {
        fcntl(STDOUT, F_SETFL, O_WRONLY | ($_ % 2 ? O_NONBLOCK : 0)); select(undef, undef, undef, 0.002) }'
        touch calm) &
      timeout 20 yes --strategy "$strategy" abc 2> errors
    } | { verify 1000000000 abc; await test -e calm; }
    equal "$(cat errors)" ''
  }
  each_of "$(native_strategies)" write_disturbed
}

@test "100 at once" {
  crowd=()
  for i in {1..100}; do
    timeout 60 yes "$i" | verify 20000000 "$i" &
    crowd+=("$!")
  done
  for pid in "${crowd[@]}"; do
    wait "$pid"
  done
}

@test "files are written whole, from where they are, and appended to" {
  timeout 20 bash -c 'ulimit -f 4000; yes abc > file' || true
  verify 4000000 abc < file
  echo before > file
  (ulimit -f 100; yes >> file) || true
  equal "$(stat -c %s file)" 102400
  equal "$(head -n 2 file)" $'before\ny'
  # The next writer continues at the shared offset.
  { (ulimit -f 100; yes; true) ; echo after; } > file || true
  equal "$(head -c 102400 file | sort -u)" y
}

@test "a socket gets lines" {
  perl -MSocket -e '
    socketpair(my $reader, my $writer, AF_UNIX, SOCK_STREAM, 0) or die;
    if (!fork) { open STDOUT, ">&", $writer; close $reader; exec qw(timeout 20 yes abc) }
    close $writer;
    open STDIN, "<&", $reader;
    exec @ARGV' cat | verify 100000000 abc
}

@test "a terminal gets lines, and nothing before them" {
  show_lines() {
    rm -f seen
    TERM=xterm timeout 60 script -qec "yes --strategy $strategy abc &
      until test -e seen; do sleep 0.02; done; kill \$!" /dev/null |
      { head -c 300 > shown; touch seen; cat > /dev/null; }
    equal "$(< shown)" "$(gnu_yes $'abc\r' | head -c 300)"
    # Nothing else appears there when the lines go elsewhere.
    equal "$(TERM=xterm timeout 20 script -qec "yes --strategy $strategy abc | head -n 1" /dev/null)" $'abc\r'
  }
  each_of "$(file_strategies)" show_lines
}
