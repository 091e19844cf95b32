#!/usr/bin/env bats
# Tests how the benchmark reacts to bad values and signals.

load helpers

# Chooses the settings of a run that takes only seconds.
be_quick() {
  make_programs bin/busybox 'exec "$GNU_YES" y'
  export ROUNDS=1 DURATION=0.05 STRATEGIES=native READERS=pv runner
}

# Checks that the benchmark exits with status 2 and prints a single line that matches a regular expression:
#   VARIABLE=VALUE assert_refusal REGEX [COMMAND]
assert_refusal() {
  run_bench "${@:2}"
  assert_failure 2
  assert_output --regexp "^bench: [^"$'\n'"]*$1[^"$'\n'"]*$"
}

@test "the benchmark reports a bad variable in one line" {
  READERS='pv cat' assert_refusal "READERS: 'cat' is not one of pv, dd, wc, socket, tcp, file"
  READERS=./pv assert_refusal "READERS: './pv' is not an executable"
  STRATEGIES=nope assert_refusal "STRATEGIES: 'nope' is not one of printfn, "
  # PEERS contains paths, so programs on the PATH don't count.
  PEERS='env' assert_refusal "PEERS: 'env' is not an executable"
  READERS=none DURATION=0,25 assert_refusal "DURATION: '0,25' is not a number of seconds"
  READERS=none LINE=-n assert_refusal "LINE: '-n' is not a single line"
  READERS=none LINE=$'\xe9' assert_refusal "LINE: '.*' is not a single line of UTF-8"
  BASE=nope assert_refusal "'nope --list-strategies' lists nothing.*not found" compare
  NAME='' assert_refusal "NAME: choose a name" save
  NAME=../vm assert_refusal "NAME: '../vm' is not a name" save
  # If standard error is closed, only the message is lost.
  READERS=none run -2 bash -c 'dotnet "$0" 2>&-' "$runner"
  touch out
  assert_refusal "The file .*/out' already exists"
}

@test "make bench shows results without /sys and on a full disk" {
  unshare -rm true || skip 'this system does not allow unshare -rm'
  be_quick
  mkdir out empty
  run unshare -rm bash -c '
    mount -t tmpfs -o size=4k none out && head -c 4096 /dev/zero > out/full
    for file in /proc/stat /proc/cpuinfo /proc/sys/kernel/osrelease; do mount --bind /dev/null "$file"; done
    mount --bind empty /sys
    OUT=out exec dotnet "$0"' "$runner"
  assert_failure 2
  assert_line --regexp '^\| native .*iB/s '
  assert_output --regexp 'bench: No space left on device[^'$'\n'']*$'
}

@test "the benchmark reports a reader that prints an impossible count" {
  be_quick
  make_programs wc '[ "$1" = --version ] && exec echo 9.1; cat > /dev/null; echo 99999999999999999999'
  READERS=./wc run_bench
  assert_failure 1
  assert_line --partial "'99999999999999999999' instead of a count"
}

# Succeeds when no benchmark process is left. Each process inherits the BENCH_TEST variable. The kernel kills
# some of the processes when their parent has ended, so they may live for a moment longer.
has_ended() {
  ! grep -qzx "BENCH_TEST=$PWD" /proc/[0-9]*/environ 2> /dev/null
}

# Runs the benchmark in a terminal and sends it a signal once the terminal has shown a line that matches
# REGEX: interrupt SIGNAL REGEX
interrupt() {
  rm -f progress pid
  TERM=xterm BENCH_TEST=$PWD script -qefc 'stty cols 100 rows 24; echo "$$" > pid
    exec env --default-signal=INT,QUIT,HUP dotnet "$runner"' progress < /dev/null > shown 3>&- 4>&- &
  local terminal=$!
  await grep -sqE "$2" progress
  ! has_ended || return
  kill -s "$1" "$(< pid)"
  wait "$terminal"
}

@test "Ctrl-C keeps the results of the last complete run" {
  be_quick
  make_programs wc '[ "$1" != --version ] || exec echo 9.1; echo reading > /dev/tty; exec sleep 600'
  mkdir -p artifacts/bench
  echo complete > artifacts/bench/results.json
  READERS=$PWD/wc run interrupt INT reading
  assert_failure 130
  await has_ended
  assert_equal "$(< artifacts/bench/results.json)" complete
}

@test "a signal can end the benchmark at any time" {
  be_quick
  make_programs stuck '[ "$1" != --version ] || exit; echo waiting > /dev/tty; exec sleep 600' \
    peer 'echo looking > /dev/tty; exec sleep 600'
  PEERS=$PWD/stuck run interrupt QUIT waiting
  assert_failure 130
  await has_ended
  PEERS=$PWD/peer run interrupt HUP looking
  assert_failure 130
  await has_ended
}
