#!/usr/bin/env bats
# Odd surroundings: what a process is started with, and what others do to its pipe meanwhile.

load ../helpers

# Runs a command with a socket of a type as standard output, and copies messages from its other end to
# standard output until 200 have come, each of which must be whole lines of the operand:
#   through_socket unix|udp TYPE LINE COMMAND...
through_socket() {
  timeout 60 perl -MSocket -MIO::Socket::INET -e '
    my ($family, $type, $line) = splice @ARGV, 0, 3;
    my ($reader, $writer);
    if ($family eq "udp") {
      $reader = IO::Socket::INET->new(Proto => "udp", LocalAddr => "127.0.0.1") or die $!;
      $writer = IO::Socket::INET->new(Proto => "udp", PeerAddr => "127.0.0.1:" . $reader->sockport) or die $!;
    } else {
      socketpair($reader, $writer, AF_UNIX, Socket->$type, 0) or die $!;
    }
    my $child = fork;
    if (!$child) {
      open STDOUT, ">&", $writer or die $!;
      close $reader;
      exec @ARGV;
    }
    close $writer;
    for (1 .. 200) {
      defined recv($reader, my $bytes, 1 << 20, 0) or die $!;
      length $bytes or die "the writer has ended";
      $type eq "SOCK_STREAM" or $bytes =~ /\A(\Q$line\E\n)+\z/ or die "not whole lines: ", length $bytes;
      $type eq "SOCK_STREAM" or length $bytes <= 8192 or die "a message of ", length $bytes;
      print $bytes or die $!;
    }
    kill "KILL", $child' "$@"
}

# Checks the file of messages, of which there are some.
verify_messages() {
  local size
  size=$(stat -c %s messages)
  ((size > 0))
  verify "$size" abcdef < messages
}

@test "into datagrams it writes whole lines, in messages no longer than GNU's" {
  # UDP loses messages that its reader has no time for, but never a part of one.
  write_messages() {
    local type
    for type in SOCK_DGRAM SOCK_SEQPACKET SOCK_STREAM; do
      through_socket unix "$type" abcdef yes --strategy "$strategy" abcdef > messages
      verify_messages
    done
    through_socket udp SOCK_DGRAM abcdef yes --strategy "$strategy" abcdef > messages
    verify_messages
  }
  # The others write a line a call, or as many characters as they buffer.
  each_of 'span native auto' write_messages
}

@test "the error of a socket that is not connected has the C library's words" {
  fail_unconnected() {
    run -1 timeout 20 perl -MSocket -e '
      socket(my $socket, AF_UNIX, Socket->can(shift)->(), 0) or die $!;
      open STDOUT, ">&", $socket or die $!;
      exec @ARGV' "$1" yes --strategy "$strategy"
    equal "$output" "yes: standard output: $2"
  }
  each_of "$(file_strategies)" fail_unconnected SOCK_DGRAM 'Transport endpoint is not connected'
}

# Prints how many MiB a reader gets in half a second after it has resized the pipe:
#   print_rate BYTES COMMAND...
print_rate() {
  timeout 60 perl -MTime::HiRes=time -e '
    my $size = 0 + shift;
    pipe(my $reader, my $writer) or die $!;
    my $child = fork;
    if (!$child) {
      open STDOUT, ">&", $writer or die $!;
      close $reader;
      exec @ARGV;
    }
    close $writer;
    my $bytes;
    sysread $reader, $bytes, 131072 for 1 .. 1000;
    # An empty pipe can be made as small as one likes.
    kill "STOP", $child;
    select undef, undef, undef, 0.1;
    my $flags = 0 + fcntl($reader, 3, 0);
    fcntl($reader, 4, $flags | 2048) or die $!;
    1 while sysread $reader, $bytes, 1048576;
    fcntl($reader, 4, $flags) or die $!;
    fcntl($reader, 1031, $size) or die $!;
    kill "CONT", $child;
    my ($sum, $end) = (0, time + 0.5);
    $sum += sysread $reader, $bytes, 131072 while time < $end;
    kill "KILL", $child;
    printf "%d\n", $sum >> 20' "$@"
}

@test "a pipe that its reader makes smaller is filled as soon as it is empty" {
  # With the pace of the pipe of before the rate was a tenth of GNU's, and is several times it now.
  local size rate reference
  for size in 65536 4096; do
    rate=$(print_rate "$size" bin/yes)
    reference=$(print_rate "$size" "$GNU_YES")
    echo "$size bytes: $rate MiB, GNU $reference MiB"
    ((rate > reference))
  done
}

@test "a full non-blocking standard error delays the end for no more than a moment" {
  local fill='use Fcntl;
    pipe(my $reader, my $writer) or die $!;
    fcntl($writer, F_SETFL, O_WRONLY | O_NONBLOCK) or die $!;
    1 while syswrite $writer, "x" x 65536;
    open STDERR, ">&", $writer or die $!;
    fcntl($reader, F_SETFD, 0);
    exec @ARGV'
  fail_silently() {
    run -1 bash -c 'timeout 20 perl -e "$1" yes --strategy "$2" > /dev/full' bash "$fill" "$strategy"
  }
  each_of "$(file_strategies)" fail_silently
  run -1 timeout 20 perl -e "$fill" yes --nonsense
}

@test "SIGRTMIN ends a strategy without a second thread with the usual status" {
  end_strategy() {
    ends_by_signal RTMIN 162 yes --strategy "$strategy"
  }
  each_of "$(native_strategies)" end_strategy
}

@test "no descriptor of a pipe or socket is a standard one, whatever can't be opened" {
  # Runs it with standard input and standard error closed: write_closed STRACE-OPTION...
  write_closed() {
    timeout 20 strace -qq -o trace -e trace=pipe2,socketpair,tee,openat,open,socket "$@" \
      bash -c 'exec yes --debug --strategy "$1" abcd <&- 2>&-' bash "$strategy" | verify 3000000 abcd
    run -1 grep -E '^tee\([0-2],|^tee\([0-9]+, [0-2],' trace
  }
  each_of 'tee auto' write_closed
  grep -q '^tee(' trace
  # All files that yes itself could open, after those of bash.
  local files
  files=$(strace -qq -e trace=openat bash -c 'exec true' 2>&1 > /dev/null | grep -c openat)
  each_of auto write_closed -e inject=openat,open:error=ENOENT:when="$((files + 1))+"
  grep -q '^tee(' trace
  each_of auto write_closed -e inject=socket:error=EPERM
  run -1 grep '^tee(' trace
}

@test "where no thread can be started the strategies without one run, and the others say why not" {
  without_threads() {
    on_one_processor timeout 20 strace -f -qq -o trace -e trace=clone3,clone \
      -e inject=clone3,clone:error=EPERM yes --strategy "$strategy" abcd 2> errors | head -c "$1" > out
    verify "$1" abcd < out
    equal "$(< errors)" "$2"
  }
  each_of "$(native_strategies)" without_threads 200000 ''
  each_of "$(managed_strategies)" without_threads 0 'yes: System.Console: Operation not permitted'
}

@test "45 pipelines of one user leave room for the pipes of all others" {
  local open as=()
  open=$(copy_for_others)
  ((EUID)) || as=(setpriv --reuid=61235 --regid=61235 --clear-groups)
  # Each writer has filled its pipe, and so has set up all that it uses.
  timeout 60 "${as[@]}" perl -e '
    my @keep;
    for (1 .. 45) {
      my $pid = open my $reader, "-|", @ARGV or die $!;
      sysread $reader, my $bytes, 1 or die $!;
      push @keep, [$pid, $reader];
    }
    select undef, undef, undef, 0.3;
    pipe(my $reader, my $writer) or die $!;
    print fcntl($writer, 1032, 0), "\n";
    kill "KILL", $_->[0] for @keep' "$open/yes" > capacity
  rm -r "$open"
  equal "$(< capacity)" 65536
}
