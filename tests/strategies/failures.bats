#!/usr/bin/env bats
# How every strategy ends when standard output takes no more.

load ../helpers

# Checks message and status of a strategy: ends STATUS MESSAGE COMMAND
# COMMAND is a shell command in which "$@" is yes with the strategy.
ends() {
  run "-$1" bash -c "$3" bash timeout --foreground 20 yes --strategy "$strategy"
  equal "$output" "$2"
}

@test "it is killed by SIGPIPE when the reader has gone, at once and silently" {
  end_by_sigpipe() {
    run -141 env --default-signal=PIPE bash -c 'status_after_line --strategy "$1"' bash "$strategy"
    equal "$output" ''
  }
  each_strategy end_by_sigpipe
}

@test "with SIGPIPE ignored it ends with a message" {
  end_ignoring() {
    run -1 env --ignore-signal=PIPE bash -c 'status_after_line --strategy "$1"' bash "$strategy"
    equal "$output" 'yes: standard output: Broken pipe'
  }
  each_strategy end_ignoring
}

@test "with SIGPIPE blocked it ends with a message" {
  # Handlers and mask are inherited from the caller.
  end_blocking() {
    run -1 perl -MPOSIX -e 'sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGPIPE)); exec @ARGV' \
      bash -c 'status_after_line --strategy "$1"' bash "$strategy"
    equal "$output" 'yes: standard output: Broken pipe'
  }
  each_strategy end_blocking
}

@test "as process 1, which SIGPIPE does not end, it ends with a message" {
  end_first() {
    run -1 bash -c 'timeout 20 unshare --pid --fork --kill-child --mount-proc yes --strategy "$1" |
      head -n 1 > /dev/null; exit "${PIPESTATUS[0]}"' bash "$strategy"
    equal "$output" 'yes: standard output: Broken pipe'
  }
  each_strategy end_first
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
  write_lines() {
    equal "$(yes --strategy "$strategy" abc <&- 2>&- | head -n 3)" $'abc\nabc\nabc'
  }
  each_strategy write_lines
}

@test "with a closed standard error no message gets into the output" {
  write_without_errors() {
    timeout 60 yes --debug --strategy "$strategy" abc 2>&- | verify 30000 abc
  }
  each_strategy write_without_errors
  fail_without_errors() {
    run -1 strace -f -qq -o trace -e trace=write -e inject=write:error=EIO:when=20 \
      bash -c 'exec yes --debug --strategy "$1" abc > file 2>&-' bash "$strategy"
    local size
    size=$(stat -c %s file)
    verify "$size" abc < file
  }
  each_of "$(file_strategies)" fail_without_errors
}

@test "an error in the middle has the C library's words" {
  fail_later() {
    run -1 bash -c 'strace -f -qq -o trace -e trace=write -e inject=write:error="$2":when=20 \
      yes --strategy "$1" > file; exit "$?"' bash "$strategy" "$1"
    equal "$output" "yes: standard output: $2"
  }
  each_of "$(file_strategies)" fail_later EIO 'Input/output error'
  each_of "$(file_strategies)" fail_later EDQUOT 'Disk quota exceeded'
  each_of "$(file_strategies)" fail_later EPERM 'Operation not permitted'
}

@test "interrupted writes lose and double nothing" {
  local operand
  operand=$(operand 99)
  interrupt() {
    on_one_processor strace -f -qq -o trace -e trace=write,vmsplice,splice \
      -e inject=write,vmsplice:error=EINTR:when=2+2 -e inject=splice:error=EINTR:when=6+3 \
      yes --strategy "$strategy" "$operand" | verify 30000 "$operand"
    grep -q INJECTED trace
  }
  each_strategy interrupt
}

@test "more interruptions than retries in a row are no error if bytes move between them" {
  # Every second splice is interrupted. The pipes keep their 16 slots, so that each moves few bytes.
  read_until_interrupted() {
    until (($(grep -c 'EINTR.*INJECTED' trace) > 10000)); do
      verify 100000000 abcd || return
    done
  }
  : > trace
  on_one_processor timeout 120 strace -qq -o trace -e trace=fcntl,splice -e inject=fcntl:error=EPERM:when=6+ \
    -e inject=splice:error=EINTR:when=6+2 yes --strategy tee abcd 2> errors | read_until_interrupted
  equal "$(< errors)" ''
}

# Interrupts a call of a strategy from the FIRST on, and checks the error:
#   fail_interrupted STRATEGY CALL FIRST MESSAGE
fail_interrupted() {
  {
    on_one_processor timeout 60 strace -qq -o trace -e trace="$2" -e inject="$2:error=EINTR:when=$3+" \
      yes --strategy "$1" 2> errors || echo "$?" > status
  } | cat > out
  equal "$(cat status out errors)" "1${4:+$'\n'$4}"
}

@test "a call that is interrupted forever is an error in one line" {
  fail_interrupted vmsplice vmsplice 1 "yes: strategy 'vmsplice': vmsplice: Interrupted system call"
  # After those that fill the source.
  fail_interrupted tee splice 5 "yes: strategy 'tee': splice: Interrupted system call"
  # The message fails as well.
  fail_interrupted native write 1 ''
}

@test "a standard output that a neighbour made non-blocking is waited for" {
  wait_for_room() {
    perl -e 'use Fcntl; fcntl(STDOUT, F_SETFL, O_WRONLY | O_NONBLOCK) or die $!; exec @ARGV' \
      timeout 60 yes --strategy "$strategy" abc 2> errors | VERIFY=late verify 200001 abc
    equal "$(cat errors)" ''
  }
  each_strategy wait_for_room
}

@test "the file size limit ends it with SIGXFSZ, after a full file" {
  reach_limit() {
    run -153 bash -c 'ulimit -f 16; yes --strategy "$1" > file; exit "$?"' bash "$strategy"
    cmp file <(gnu_yes | head -c 16384)
  }
  each_of "$(file_strategies)" reach_limit
}

@test "with SIGXFSZ ignored the file size limit is an error in one line" {
  each_of "$(file_strategies)" ends 1 'yes: standard output: File too large' \
    'trap "" XFSZ; ulimit -f 16; "$@" > file'
}

@test "SIGINT and SIGTERM end it at once with the usual status" {
  end_strategy() {
    ends_by_signal "$@" yes --strategy "$strategy"
  }
  each_strategy end_strategy INT 130
  each_strategy end_strategy TERM 143
}

@test "stopped and continued in the background it goes on" {
  stop_and_continue() {
    "$root/tests/stop-and-continue" "$1" bin/yes --strategy "$strategy"
  }
  each_of "$(file_strategies)" stop_and_continue /dev/null
  each_of printfn stop_and_continue file
}

@test "a strategy that was named and can't run says why in one line, and no other takes its place" {
  refuse() {
    equal "$(head -c 9 file)" ''
    run -1 bash -c "timeout 20 yes --strategy $strategy $1"
    equal "$output" "yes: strategy '$strategy': standard output is not a pipe"
  }
  : > file
  # Those that are known to need one, and those that say so.
  each_of "vmsplice tee $(pipe_strategies)" refuse '> file'
  each_of "vmsplice tee $(pipe_strategies)" refuse '> /dev/null'
  each_of "vmsplice tee $(pipe_strategies)" refuse '> /dev/full'
  run -1 grep -xE 'printfn|console|streamwriter|span|native|auto' <(pipe_strategies)
}

@test "--list-strategies needs room as well" {
  run -1 bash -c 'yes --list-strategies > /dev/full'
  equal "$output" 'yes: write error: No space left on device'
}
