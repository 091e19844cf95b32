#!/usr/bin/env bats
# Tests of how the benchmark reacts to bad values and signals, and of how newest-peers reacts
# to an unknown release.

load helpers

# The settings of a run that takes only seconds.
quick=(ROUNDS=1 DURATION=0.05 STRATEGIES=native READERS=pv)

# Checks that the benchmark exits with status 2 and one line that matches a regular expression:
#   VARIABLE=VALUE assert_refusal REGEX [COMMAND]
assert_refusal() {
  run_bench "${@:2}"
  assert_failure 2
  assert_output --regexp "^bench: [^"$'\n'"]*$1[^"$'\n'"]*$"
}

@test "the benchmark reports a bad variable in one line and exits with status 2" {
  READERS=none DURATION=0,25 assert_refusal "DURATION: '0,25' is not a number of seconds"
  READERS=none ROUNDS=1.5 assert_refusal "ROUNDS: '1.5' is not a whole number from 1 to 500"
  READERS=none LINE=-n assert_refusal "LINE: '-n' is not a single line"
  READERS=none LINE=$'a\nb' assert_refusal "LINE: 'a b' is not a single line"
  READERS='pv cat' assert_refusal "READERS: 'cat' is not one of pv, dd, socket, wc"
  STRATEGIES=nope assert_refusal "STRATEGIES: 'nope' is not one of printfn, console"
  READERS=./pv assert_refusal "READERS: './pv' is not an executable"
  # A peer is a path, so the yes in the PATH does not count.
  PEERS=yes assert_refusal "PEERS: 'yes' is not an executable"
  BASE=nope assert_refusal "'nope --list-strategies' lists nothing.*not found" compare
  touch out
  assert_refusal "The file .*/out' already exists"
}

@test "with standard error closed, the benchmark still exits with status 2" {
  READERS=none run_bench 2>&-
  assert_failure 2
}

@test "the benchmark reports a reader that prints no possible number, and exits with status 1" {
  make_programs wc '[ "$1" = --version ] && exec echo 9.1; cat > /dev/null; echo 99999999999999999999'
  export "${quick[@]}"
  READERS=./wc run_bench
  assert_failure 1
  assert_line --partial "'99999999999999999999' instead of a count"
}

@test "a full disk costs only the files of the results, and a hidden /proc and /sys cost only their facts" {
  unshare -rm true || skip 'this system does not allow unshare -rm'
  mkdir out empty
  run unshare -rm env "${quick[@]}" bash -c '
    mount -t tmpfs -o size=4k none out && head -c 4096 /dev/zero > out/full
    for file in /proc/stat /proc/cpuinfo /proc/sys/kernel/osrelease; do mount --bind /dev/null "$file"; done
    mount --bind empty /sys
    OUT=out exec dotnet "$0"' "$runner"
  assert_failure 2
  assert_line --regexp '^native .*iB/s '
  assert_output --regexp 'bench: No space left on device[^'$'\n'']*$'
}

# Runs a command in a terminal with a number of columns, and prints what it shows: in_terminal COLUMNS COMMAND
in_terminal() {
  TERM=xterm script -qefc "stty cols $1 rows 24; $2" /dev/null < /dev/null
}

@test "the benchmark fits into 28 columns, and shows its progress live even if only errors go to a terminal" {
  export "${quick[@]}" OUT=out runner
  run in_terminal 28 'dotnet "$runner"'
  assert_success
  assert_line --regexp 'native .*×'
  run in_terminal 80 'dotnet "$runner" > table'
  assert_success
  # A bar is drawn in place instead of line by line.
  assert_output --partial $'\e[2K'
  grep '^native .*iB/s' table
}

@test "newest-peers reports an unknown release and keeps the programs that are already there" {
  install -D /dev/null peers/yes-gnu
  make_programs bin/apt-get 'exit 100'
  run "$scripts/newest-peers" peers nope
  assert_failure 1
  assert_output --regexp "can't get the packages of nope|no mirror of Debian"
  assert_file_exist peers/yes-gnu
}

# Succeeds while a process of the benchmark is left. Each inherits the variable BENCH_TEST.
is_running() {
  grep -qzx "BENCH_TEST=$PWD" /proc/[0-9]*/environ 2> /dev/null
}

# Runs the benchmark and sends it a signal once it has shown TEXT: interrupt SIGNAL TEXT
interrupt() {
  env --default-signal=INT BENCH_TEST="$PWD" "${quick[@]}" ROUNDS=10 dotnet "$runner" \
    > table 2> "progress-$1" 3>&- 4>&- &
  local pid=$!
  await grep -q "$2" "progress-$1"
  is_running || return
  kill -s "$1" "$pid"
  wait "$pid"
}

@test "Ctrl-C, SIGTERM and SIGHUP end the benchmark with a report and leave no process behind" {
  run interrupt INT 'round 2 of 10'
  assert_failure 130
  run ! is_running
  grep '^| native .*iB/s' artifacts/bench/interrupted/report.md
  for signal in TERM HUP; do
    run interrupt "$signal" checking
    assert_failure 130
    run ! is_running
    grep '^Incomplete: ' table
  done
}

@test "Ctrl-C while the benchmark looks for programs ends it with status 130" {
  make_programs peer 'echo looking >> progress-INT; exec sleep 600'
  PEERS=$PWD/peer run interrupt INT looking
  assert_failure 130
  run ! is_running
}

@test "an interrupted run keeps the results of a complete one" {
  env "${quick[@]}" dotnet "$runner"
  cp -r artifacts/bench complete
  run interrupt INT checking
  assert_failure 130
  rm -r artifacts/bench/interrupted
  diff -r complete artifacts/bench
}
