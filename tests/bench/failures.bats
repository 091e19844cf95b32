#!/usr/bin/env bats
# Tests of how the benchmark reacts to bad values and signals, and of how newest-peers reacts
# to an unknown release.

load helpers

# Chooses the settings of a run that takes only seconds. A check of the real busybox would take half a
# second of CPU time.
be_quick() {
  make_programs bin/busybox 'exec "$GNU_YES" y'
  export ROUNDS=1 DURATION=0.05 STRATEGIES=native READERS=pv runner
}

# Checks that the benchmark exits with status 2 and one line that matches a regular expression:
#   VARIABLE=VALUE assert_refusal REGEX [COMMAND]
assert_refusal() {
  run_bench "${@:2}"
  assert_failure 2
  assert_output --regexp "^bench: [^"$'\n'"]*$1[^"$'\n'"]*$"
}

@test "the benchmark reports a bad variable in one line and exits with status 2" {
  READERS=none DURATION=0,25 assert_refusal "DURATION: '0,25' is not a number of seconds"
  READERS=none LINE=-n assert_refusal "LINE: '-n' is not a single line"
  READERS=none LINE=$'a\nb' assert_refusal "LINE: 'a b' is not a single line"
  BASE=nope assert_refusal "'nope --list-strategies' lists nothing.*not found" compare
  NAME='' assert_refusal "NAME: '' is not a name of lowercase letters" save
  NAME=../vm assert_refusal "NAME: '../vm' is not a name of lowercase letters" save
  touch out
  assert_refusal "The file .*/out' already exists"
  READERS=none run_bench 2>&-
  assert_failure 2
}

@test "a full disk costs only the files of the results, and a hidden /proc and /sys cost only their facts" {
  unshare -rm true || skip 'this system does not allow unshare -rm'
  be_quick
  mkdir out empty
  run unshare -rm bash -c '
    mount -t tmpfs -o size=4k none out && head -c 4096 /dev/zero > out/full
    for file in /proc/stat /proc/cpuinfo /proc/sys/kernel/osrelease; do mount --bind /dev/null "$file"; done
    mount --bind empty /sys
    OUT=out exec dotnet "$0"' "$runner"
  assert_failure 2
  assert_line --regexp '^native .*iB/s '
  assert_output --regexp 'bench: No space left on device[^'$'\n'']*$'
}

@test "the benchmark reports a reader that prints no possible number, and exits with status 1" {
  be_quick
  make_programs wc '[ "$1" = --version ] && exec echo 9.1; cat > /dev/null; echo 99999999999999999999'
  READERS=./wc run_bench
  assert_failure 1
  assert_line --partial "'99999999999999999999' instead of a count"
}

@test "newest-peers reports an unknown release and keeps the programs that are already there" {
  install -D /dev/null peers/yes-gnu
  make_programs bin/apt-get 'exit 100'
  run "$scripts/newest-peers" peers nope
  assert_failure 1
  assert_output --regexp "can't get the packages of nope|no mirror of Debian"
  assert_file_exist peers/yes-gnu
}

# Succeeds when no process of the benchmark is left. Each inherits the variable BENCH_TEST. The kernel kills
# some of the processes when their parent has ended, so they may live for a moment longer.
has_ended() {
  ! grep -qzx "BENCH_TEST=$PWD" /proc/[0-9]*/environ 2> /dev/null
}

# Runs the benchmark in a narrow terminal that shows only the progress, and sends it a signal once the
# terminal has shown TEXT: interrupt SIGNAL TEXT
interrupt() {
  TERM=xterm BENCH_TEST=$PWD ROUNDS=10 script -qefc 'stty cols 28 rows 24; echo "$$" > pid
    exec env --default-signal=INT,HUP dotnet "$runner" > table' progress < /dev/null > shown 3>&- 4>&- &
  local terminal=$!
  await grep -q "$2" progress
  ! has_ended || return
  kill -s "$1" "$(< pid)"
  wait "$terminal"
}

@test "Ctrl-C ends the benchmark with a report, leaves no process behind, and keeps complete results" {
  be_quick
  mkdir -p artifacts/bench
  echo complete > artifacts/bench/results.json
  run interrupt INT ' 1[0-9]%'
  assert_failure 130
  await has_ended
  grep '^| native .*iB/s' artifacts/bench/interrupted/report.md
  grep '^native .*×' table
  assert_equal "$(< artifacts/bench/results.json)" complete
  # The progress is drawn in place instead of line by line, and it fits into the terminal, as the table does.
  grep -F $'\e[2K' progress
  grep 'native .*×' progress
}

@test "SIGTERM and SIGHUP end the benchmark while it checks or looks for programs, with status 130" {
  be_quick
  run interrupt TERM checking
  assert_failure 130
  await has_ended
  grep '^Incomplete: ' table
  make_programs peer 'echo looking > /dev/tty; exec sleep 600'
  PEERS=$PWD/peer run interrupt HUP looking
  assert_failure 130
  await has_ended
}
