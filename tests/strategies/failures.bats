#!/usr/bin/env bats
# How every strategy ends when standard output takes no more.

load ../helpers

# Checks message and status of a strategy: ends STATUS MESSAGE COMMAND
# The command is a shell's, in which "$@" is yes with the strategy.
ends() {
  run "-$1" bash -c "$3" bash timeout --foreground 20 yes --strategy "$strategy"
  equal "$output" "$2"
}

@test "it is killed by SIGPIPE when the reader has gone, at once and silently" {
  killed() {
    run -141 env --default-signal=PIPE bash -c 'status_after_line --strategy "$1"' bash "$strategy"
    equal "$output" ''
  }
  each_strategy killed
}

@test "with SIGPIPE ignored it ends all the same" {
  ended() {
    run env --ignore-signal=PIPE bash -c 'status_after_line --strategy "$1"' bash "$strategy"
    if (($(yes --list-strategies | grep -c "^$strategy .*F#"))); then
      # System.Console hides the error from a managed strategy, so that SIGPIPE has to end it.
      equal "$status:$output" '141:'
    else
      equal "$status:$output" '1:yes: standard output: Broken pipe'
    fi
  }
  each_strategy ended
}

@test "with SIGPIPE blocked it ends all the same" {
  # The handlers and the mask of signals are the caller's legacy; a managed strategy unblocks it, for the reason above.
  blocked() {
    run perl -MPOSIX -e 'sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGPIPE)); exec @ARGV' \
      bash -c 'status_after_line --strategy "$1"' bash "$strategy"
    if (($(yes --list-strategies | grep -c "^$strategy .*F#"))); then
      equal "$status:$output" '141:'
    else
      equal "$status:$output" '1:yes: standard output: Broken pipe'
    fi
  }
  each_strategy blocked
}

@test "a full device is an error in one line" {
  each_of "$(file_strategies)" ends 1 'yes: standard output: No space left on device' '"$@" > /dev/full'
}

@test "a closed standard output is an error in one line" {
  each_strategy ends 1 'yes: standard output: Bad file descriptor' '"$@" >&-'
  each_strategy ends 1 'yes: standard output: Bad file descriptor' '"$@" >&- <&-'
}

@test "with all standard streams closed it fails in silence" {
  each_strategy ends 1 '' '"$@" <&- >&- 2>&-'
}

@test "closed neighbours of standard output do no harm" {
  fed() {
    equal "$(yes --strategy "$strategy" abc <&- 2>&- | head -n 3)" $'abc\nabc\nabc'
  }
  each_strategy fed
}

@test "an error in the middle has the C library's words" {
  middle() {
    run -1 bash -c 'strace -f -qq -o trace -e trace=write -e inject=write:error="$2":when=20 \
      yes --strategy "$1" > file; exit "$?"' bash "$strategy" "$1"
    equal "$output" "yes: standard output: $2"
  }
  each_of "$(file_strategies)" middle EIO 'Input/output error'
  each_of "$(file_strategies)" middle EDQUOT 'Disk quota exceeded'
  each_of "$(file_strategies)" middle EPERM 'Operation not permitted'
}

@test "interrupted writes lose and double nothing" {
  interrupted() {
    strace -f -qq -o trace -e trace=write,vmsplice,splice \
      -e inject=write,vmsplice:error=EINTR:when=2+2 -e inject=splice:error=EINTR:when=6+3 \
      yes --strategy "$strategy" abc | verify 30000 abc
    grep -q INJECTED trace
  }
  each_strategy interrupted
}

@test "a standard output that a neighbour made non-blocking is waited for" {
  waited() {
    # The reader sleeps until the pipe has long been full.
    perl -e 'use Fcntl; fcntl(STDOUT, F_SETFL, O_WRONLY | O_NONBLOCK) or die $!; exec @ARGV' \
      timeout 60 yes --strategy "$strategy" abc 2> errors | { sleep 0.3; head -c 200001; } |
      cmp - <(gnu_yes abc | head -c 200001)
    equal "$(cat errors)" ''
  }
  each_strategy waited
}

@test "the file size limit ends it with SIGXFSZ, after a full file" {
  limited() {
    run -153 bash -c 'ulimit -f 16; yes --strategy "$1" > file; exit "$?"' bash "$strategy"
    cmp file <(gnu_yes | head -c 16384)
  }
  each_of "$(file_strategies)" limited
}

@test "with SIGXFSZ ignored the file size limit is an error in one line" {
  each_of "$(file_strategies)" ends 1 'yes: standard output: File too large' 'trap "" XFSZ; ulimit -f 16; "$@" > file'
}

@test "SIGINT and SIGTERM end it at once with the usual status" {
  # With the default action, since a shell has its children in the background ignore SIGINT.
  signalled() {
    # The reader is outside of the group to which timeout sends the signal: it must not go first.
    run "-$2" bash -c 'exec timeout --preserve-status -k 5 -s "$1" 0.2 env --default-signal="$1" \
      yes --strategy "$2" > >(exec cat > /dev/null)' bash "$1" "$strategy"
    equal "$output" ''
  }
  each_strategy signalled INT 130
  each_strategy signalled TERM 143
}

@test "a strategy that was named and can't run says why in one line, and no other takes its place" {
  refused() {
    equal "$(head -c 9 file)" ''
    run -1 bash -c "timeout 20 yes --strategy $strategy $1"
    equal "$output" "yes: strategy '$strategy': standard output is not a pipe"
  }
  : > file
  each_of "$pipe_strategies" refused '> file'
  each_of "$pipe_strategies" refused '> /dev/null'
  each_of "$pipe_strategies" refused '> /dev/full'
}

@test "--list-strategies needs room as well" {
  run -1 bash -c 'yes --list-strategies > /dev/full'
  equal "$output" 'yes: write error: No space left on device'
}
