#!/usr/bin/env bats
# How it ends when standard output takes no more, or a signal comes: every strategy does as GNU yes.

load ../helpers

# Checks status and message, a pattern, and that the end comes at once: milliseconds, on a busy machine
# perhaps a second: ends STATUS MESSAGE COMMAND
# COMMAND is a shell command in which "$@" is yes with the strategy. It may write to the file gone what
# EPOCHREALTIME is when its reader goes.
ends() {
  echo "$EPOCHREALTIME" > gone
  run "-$1" bash -c "$3" bash timeout --foreground 20 "${program[@]}"
  like "$output" "$2"
  holds "${EPOCHREALTIME//[!0-9]/} - $(tr -dc 0-9 < gone) < 4000000"
}

# What a shell does with a writer whose reader takes a line and goes.
until_gone='| { head -n 1 > /dev/null; echo "$EPOCHREALTIME" > gone; }; exit "${PIPESTATUS[0]}"'

@test "it is killed by SIGPIPE when the reader has gone, at once and silently" {
  each_strategy ends 141 '' "env --default-signal=PIPE \"\$@\" $until_gone"
}

@test "with SIGPIPE ignored, or blocked, a reader that has gone is an error" {
  # Handlers and mask are inherited from the caller.
  local caller
  for caller in 'env --ignore-signal=PIPE' \
    "perl -MPOSIX -e 'sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGPIPE)); exec @ARGV'"; do
    each_strategy ends 1 'yes: standard output: Broken pipe' "$caller \"\$@\" $until_gone"
  done
}

@test "with SIGPIPE ignored a full device, and a socket whose other end was closed, are errors as well" {
  each_of "$(file_strategies)" ends 1 'yes: standard output: No space left on device' \
    'env --ignore-signal=PIPE "$@" > /dev/full'
  each_of "$(file_strategies)" ends 1 'yes: standard output: @(Broken pipe|Connection reset by peer)' \
    "env --ignore-signal=PIPE '$root/tests/faults/into' socket \"\$@\" $until_gone"
}

@test "as process 1, which SIGPIPE does not end, it ends with a message" {
  local namespace='timeout -s KILL 20 unshare --pid --fork --kill-child --mount-proc'
  ((EUID == 0)) || namespace+=' --map-root-user'
  each_strategy ends 1 'yes: standard output: Broken pipe' "$namespace \"\${@:4}\" $until_gone"
}

# Makes standard output something that takes no more, and then runs a command:
#   perl -e "$broken" KIND COMMAND...
broken='use Socket; use POSIX;
  $^F = 9; # Whatever is executed inherits them.
  my ($kind, @pair) = shift;
  if ($kind eq "terminal") {
    open $pair[0], "+<", "/dev/ptmx" or die $!;
    my $number = pack "i", 0;
    ioctl $pair[0], 0x40045431, $number or die $!; # TIOCSPTLCK: not locked
    ioctl $pair[0], 0x80045430, $number or die $!; # TIOCGPTN
    my $fd = POSIX::open("/dev/pts/" . unpack("i", $number), O_WRONLY | O_NOCTTY) // die $!;
    open $pair[1], ">&=", $fd or die $!;
    close $pair[0];
  } elsif ($kind eq "reset") {
    socket my $server, AF_INET, SOCK_STREAM, 0 or die $!;
    bind $server, sockaddr_in(0, INADDR_LOOPBACK) or die $!;
    listen $server, 1 or die $!;
    socket $pair[1], AF_INET, SOCK_STREAM, 0 or die $!;
    connect $pair[1], getsockname $server or die $!;
    accept $pair[0], $server or die $!;
    setsockopt $pair[0], SOL_SOCKET, SO_LINGER, pack "ii", 1, 0 or die $!;
    close $pair[0];
  } elsif ($kind =~ /unconnected|listening/) {
    socket $pair[1], $kind eq "listening" ? AF_INET : AF_UNIX, SOCK_STREAM, 0 or die $!;
    $kind ne "listening" or listen $pair[1], 1 or die $!;
  } else {
    socketpair $pair[0], $pair[1], AF_UNIX, $kind eq "packets" ? SOCK_SEQPACKET : SOCK_STREAM, 0 or die $!;
    shutdown $pair[0], 0 if $kind eq "unread";
    shutdown $pair[1], 1 if $kind eq "shut";
    close $pair[0] if $kind eq "packets";
  }
  POSIX::dup2(fileno $pair[1], 1) // die $!;
  $SIG{PIPE} = "IGNORE";
  exec @ARGV'

@test "what takes no more is an error in the C library's words, for whatever reason" {
  local kind error
  while read -r kind error; do
    each_of "$(file_strategies)" ends 1 "yes: standard output: $error" \
      "perl -e '${broken//\'/}' $kind \"\$@\""
  done << 'END'
packets Broken pipe
unread Broken pipe
shut Broken pipe
listening Broken pipe
unconnected Transport endpoint is not connected
reset Connection reset by peer
terminal Input/output error
END
}

# Prints what a process ignores, blocks and handles, of the file /proc/PID/status on standard input, but for
# the two signals that the C library has for threads.
print_signals() {
  local kind signals
  while read -r kind signals; do
    [[ $kind != Sig@(Ign|Blk|Cgt): ]] || printf '%s %x\n' "$kind" "$((0x$signals & ~(3 << 31)))"
  done
}

@test "signals are ignored and blocked as the caller chose, and none is handled" {
  local caller
  compare_signals() {
    exec {reader}< <(exec "$@" "${program[@]}" 3>&-)
    head -c 2000 <&"$reader" > /dev/null
    equal "$(print_signals < "/proc/$!/status")" "$(print_signals < <(exec "$@" cat /proc/self/status))"
    exec {reader}<&-
  }
  for caller in env 'env --ignore-signal=SEGV,FPE,PIPE,CONT,RTMIN --block-signal=INT,CHLD,WINCH,40' \
    'env --ignore-signal=INT,TERM,CHLD,QUIT --block-signal=SEGV,PIPE,RTMIN,CONT'; do
    # shellcheck disable=SC2086 # Words.
    each_strategy compare_signals $caller
  done
}

@test "a full device is an error in one line, for a short and for a long line" {
  each_of "$(file_strategies)" ends 1 'yes: standard output: No space left on device' '"$@" > /dev/full'
  each_of "$(file_strategies)" ends 1 'yes: standard output: No space left on device' \
    '"$@" "$(printf %16384s)" > /dev/full'
}

@test "a standard output that is closed, or open for reading only, is an error in one line" {
  local to
  for to in '>&-' '>&- <&-' '1< /dev/null'; do
    each_strategy ends 1 'yes: standard output: Bad file descriptor' "\"\$@\" $to"
  done
  # With nowhere to say it.
  each_strategy ends 1 '' '"$@" <&- >&- 2>&-'
}

@test "the texts of --help and --version need room as well" {
  run -1 bash -c 'yes --help > /dev/full'
  equal "$output" 'yes: write error: No space left on device'
  run -1 bash -c 'yes --version >&-'
  equal "$output" 'yes: write error: Bad file descriptor'
}

@test "the file size limit ends it with SIGXFSZ, after a full file" {
  reach_limit() {
    ends 153 '' 'ulimit -f 16; exec "$@" > file'
    cmp file <(gnu_yes | head -c 16384)
  }
  each_of "$(file_strategies)" reach_limit
}

@test "with SIGXFSZ ignored the file size limit is an error in one line" {
  each_of "$(file_strategies)" ends 1 'yes: standard output: File too large' \
    'trap "" XFSZ; ulimit -f 16; "$@" > file'
  equal "$(stat -c %s file)" 16384
}

# Stops "$@" in the foreground and continues it in the background, ten times, as a shell does for Ctrl-Z and
# bg, after it has begun to write.
job_control='
set -m
"$@" > "$OUTPUT" &
job=$!
echo "$job" > job
until [[ -s $BEGUN ]]; do sleep 0.02; done
turn() {
  # A signal that is sooner than that of fg comes to nothing, so there are more.
  (while kill -TSTP "$job"; do sleep 0.01; done) &
  fg %1
  kill "$!"
  wait "$!"
  bg %1
  sleep 0.03
  read -ra stat < "/proc/$job/stat" && [[ ${stat[2]} != [TZ] ]] && return
  echo "continued $1 times the job is in state ${stat[2]-none}"
  exit 1
}
# Not in a loop, which a job that stops would break.
eval "$(printf "turn %s;" {1..10})"'

@test "stopped and continued in the background it goes on" {
  # stop_and_continue OUTPUT BEGUN, a file that is not empty when it has begun
  stop_and_continue() {
    # A terminal of its own.
    OUTPUT=$1 BEGUN=$2 script=$job_control run timeout 60 script -qec \
      "bash -c \"\$script\" bash ${program[*]}" /dev/null
    kill -s KILL "$(< job)" || true
    equal "$status" 0
  }
  stop_before_reader() {
    rm -f begun
    { head -c 1 > begun; timeout 60 cat > /dev/null; } < pipe &
    stop_and_continue pipe begun
    wait "$!"
  }
  mkfifo pipe
  each_strategy stop_before_reader
  # A slow strategy fills no disk meanwhile.
  ulimit -f 1000000
  [[ ! $(strategies) ]] || each_of printfn stop_and_continue file file
}

@test "SIGINT, SIGTERM and SIGHUP end it at once with the usual status" {
  end_strategy() {
    ends_by_signal "$@" "${program[@]}"
  }
  each_strategy end_strategy INT 130
  each_strategy end_strategy TERM 143
  each_strategy end_strategy HUP 129
}
