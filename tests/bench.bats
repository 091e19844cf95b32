#!/usr/bin/env bats
# The benchmark: duels, their results and what happens if something goes wrong.

load helpers

export report=$root/artifacts/bin/Yes.Bench/release/Yes.Bench.dll

# Creates an executable shell script: write_script NAME COMMANDS
write_script() {
  printf '#!/bin/sh\n%s\n' "$2" > "$1"
  chmod +x "$1"
}

# The cores for the writers and the readers, if this test may use several.
cores=$(taskset -cp "$BASHPID" | sed -nE 's/.*: ([0-9]+).*[,-]([0-9]+)$/\1,\2/p')
# A writer that uses no CPU time.
idle="sh -c 'echo y; exec sleep 600'"

# Measures two writers: duel READER WRITER WRITER
duel() {
  run patiently "$root/artifacts/duel" "$cores" pipe "$@"
}

# Runs a short benchmark of two programs with one reader, without downloaded programs: bench [COMMAND...]
bench() {
  mkdir -p artifacts
  ln -s "$root"/artifacts/{yes,duel,verify} artifacts 2> /dev/null || true
  export ROUNDS=${ROUNDS-2} READERS=${READERS-wc-l} STRATEGIES=${STRATEGIES-native}
  patiently dotnet "$report" "${@:-bench}"
}

@test "a duel measures the turns alone" {
  # This writer uses CPU time before its first byte, and none afterward.
  write_script late 'sleep 2
    i=0; while [ "$i" -lt 300000 ]; do i=$((i + 1)); done
    echo; exec sleep 600'
  # The count is in the last line.
  write_script reader 'echo note >&2; exec wc -c'
  duel ./reader ./late "sh -c 'echo y; while :; do :; done'"
  assert_success
  read -r count elapsed ran _ other_count other_elapsed other_ran _ <<< "$output"
  assert_equal "$count $other_count" '1 2'
  # Each program has two turns of 50 ms.
  ((elapsed >= 100000 && elapsed < 300000))
  ((ran < elapsed / 2 && other_ran > 0 && other_ran <= other_elapsed))
}

@test "a duel reports a problem in one sentence" {
  write_script fails 'echo first >&2; cat > /dev/null; echo last; exit 3'
  write_script liar 'cat > /dev/null; echo -5'
  write_script huge 'cat > /dev/null; echo 99999999999999999999'
  write_script lazy 'cat > /dev/null; echo 1; exec sleep 600'
  write_script early 'head -c 1 | wc -c'
  local reader writer message
  while IFS='|' read -r reader writer message; do
    duel "$reader" "$idle" "$writer"
    assert_failure 1
    assert_output "$message"
  done << END
./fails|$idle|the reader of $idle ended with status 3: first
./liar|$idle|the reader of $idle printed '-5' instead of a count
./huge|$idle|the reader of $idle printed '99999999999999999999' instead of a count
./lazy|$idle|the reader of $idle does not end
./early|$idle|the reader of $idle ended before its input
sleep 600|$idle|the reader of $idle does not read
wc -l|sh -c '$GNU_YES; :'|sh -c '$GNU_YES; :' starts another process, which a script avoids with exec
wc -l|sh -c 'echo; exit 3'|sh -c 'echo; exit 3' ended with status 3
$root/artifacts/verify all y|$GNU_YES n|the reader of $GNU_YES n ended with status 1: verify: wrong at byte 0
END
}

@test "a duel keeps both cores busy before a writer starts" {
  [[ ! $strace_refusal ]] || skip "$strace_refusal"
  [[ $cores ]] || skip 'this test may use only one core'
  patiently strace -f --seccomp-bpf -o calls -e trace=sched_setaffinity \
    "$root/artifacts/duel" "$cores" pipe 'wc -l' "$idle" "$idle"
  # The duel moves to the reader's core, starts a reader, keeps the other core busy and starts a writer.
  assert_equal "$(sed -nE 's/.*\[([0-9]+)\].*/\1/p' calls | head -n 4 | paste -sd ' ')" \
    "${cores#*,} ${cores#*,} ${cores%,*} ${cores%,*}"
}

@test "make bench reports a bad variable in one line" {
  local variable message
  cd "$root" || return
  # If a check of ROUNDS were missing, this directory would end the run at once.
  export OUT=/proc/nowhere
  while IFS='|' read -r variable message; do
    run patiently env "$variable" dotnet "$report" bench
    assert_failure 2
    assert_output --regexp "^bench: ${message}[^"$'\n'"]*$"
  done << 'END'
READERS=pv nope|READERS: 'nope' is not one of dd, dd-128K
PEERS=nope|PEERS: 'nope' is not NAME=COMMAND
PEERS=nope=|PEERS: 'nope=' is not NAME=COMMAND
PEERS=span=sh|PEERS: two programs are called 'span'
ROUNDS=1.5|ROUNDS: '1.5' is not a whole number
ROUNDS=1000|ROUNDS: '1000' is not a whole number
OUT=/proc/nowhere|Could not find .*'/proc/nowhere'
END
}

@test "make bench keeps every duel and names a program with wrong output" {
  # This program leaves a line of its messages unfinished. No other process of this program may still run.
  mkdir 'a directory'
  write_script 'a directory/endless' "printf warning >&2; pgrep -s 0 -f endless.dll >> running
    exec dotnet '$root/artifacts/lessons/endless.dll'"
  ln -s "$GNU_YES" 'a directory/gnuyes'
  # Each slow reader reports ten lines, which are 20 bytes. Its build number is too large for a version.
  write_script bin/wc '[ "$1" != --version ] || exec echo 1.9999999999, 9.9; pv -qL 9M > /dev/null; echo 10'
  export PEERS="wrong # 1=$GNU_YES n, good one='a directory/endless'"
  GNU_YES="$PWD/a directory/gnuyes" GITHUB_ACTIONS=true TF_BUILD=True run --separate-stderr bench
  assert_failure 1
  assert_line --regexp '^native +C# .* [0-9]+%'
  assert_line --regexp '^auto and wrong # 1 [0-9.]+ into wc-l 9.9: .* n ended .*: verify: wrong at byte 0$'
  refute_output --regexp $'\e|\\|'
  ((${#lines[@]} <= 40))
  assert_equal "$stderr" $'round 1 of 2\nround 2 of 2'
  assert [ ! -s running ]
  # Each duel has two lines with complete measurements, but the failed duel has only a line with the reason.
  awk -F '\t' '!/^#/ && NR > 1 && $1 != "round" { key = $4 $10; lines[key]++; failed += $16 != "" }
    /^[1-9]/ && $16 == "" && !($6 == 20 && $7 > 0 && $12 == 20 && $13 > 0 && NF == 16) { bad++ }
    END { for (key in lines) twice += lines[key] == 2; print twice - length(lines), failed, bad + 0 }' \
    artifacts/bench/bench.tsv > counts
  assert_equal "$(< counts)" '-1 1 0'
  grep -q $'\tgood one\t\t' artifacts/bench/bench.tsv
  grep -q "^# command of GNU [0-9.]*: '$PWD/a directory/gnuyes'$" artifacts/bench/bench.tsv
  grep -q '^# command of auto: artifacts/yes$' artifacts/bench/bench.tsv
  grep -q '^# CPU(s): *[1-9]' artifacts/bench/bench.tsv
}

@test "the first turn alternates by round" {
  mkdir artifacts
  # These programs record each of their turns and their core, and the reader records its core and its input.
  write_script base '[ "$*" != --list-strategies ] || exec echo native
    [ "$*" = "--strategy native" ] || exit
    grep Cpus_allowed_list /proc/self/status > writer-core
    trap "echo ${0##*/} >> turns" CONT
    while :; do echo y; done'
  cp base artifacts/yes
  write_script bin/dd '[ "$1" != --version ] || exec echo dd 9.9
    grep Cpus_allowed_list /proc/self/status > reader-core
    readlink /proc/self/fd/0 > input
    cat > /dev/null
    echo 10'
  # Standard error is closed.
  READERS=socket bench bench-compare "$PWD/base" 2>&- > shown
  # The first four turns are those in which verify reads.
  assert_equal "$(paste -sd ' ' turns)" \
    'yes base base yes yes base base yes base yes yes base'
  assert_file_contains input '^socket:'
  assert_equal "$(awk -F '\t' '/^[12]/ { print $6, $12 }' artifacts/bench/bench-compare.tsv | uniq)" '10 10'
  [[ ! $cores ]] || refute cmp -s writer-core reader-core
  [[ ! $cores ]] || assert_equal "# cores: $(sed 's/.*:\s*//' writer-core reader-core | paste -sd ,)" \
    "$(grep '^# cores' artifacts/bench/bench-compare.tsv)"
}

# Succeeds if no process has the variable MARK, which everything that a test starts inherits.
has_ended() {
  ! grep -qzx "MARK=$PWD" /proc/[0-9]*/environ 2> /dev/null
}

@test "Ctrl-C keeps what was measured and leaves no process" {
  # timeout would put the benchmark into another process group, which Ctrl-C does not reach.
  patiently() { "$@"; }
  export -f bench patiently
  export root MARK=$PWD ROUNDS='' STRATEGIES=auto
  mkfifo keys
  TERM=xterm script -qefc 'exec env --default-signal=INT bash -c bench' screen < keys > shown 3>&- 4>&- &
  local terminal=$! keys
  exec {keys}> keys
  unset MARK
  await grep -qs 'round 2 of 13' screen
  printf '\3' >&"$keys"
  wait "$terminal" && fail 'Ctrl-C does not end the benchmark'
  assert_equal "$?" 130
  await has_ended
  grep -q $'^1\t' artifacts/bench/bench.tsv
  # The bar is below the table, and the results then take its place.
  grep -q $'\e\\[2K.*yes piped into' shown
  grep -B 1 'round 2 of 13' screen | grep -q '%'
}

@test "make bench-compare calls a slower strategy slower" {
  # The base runs auto, which is a thousand times as fast as console.
  write_script base 'exec "$YES"'
  STRATEGIES=console ROUNDS=5 run bench bench-compare "$PWD/base"
  assert_failure 1
  # The last columns show how much more of a core the strategy uses.
  assert_line --regexp '^console +wc-l +slower +-[0-9.]+% .* \+[^ ]+% +[^ ]+% +\+[^ ]+%$'
  # By default, there are three readers and 37 rounds. A duel with false fails at once.
  READERS='' ROUNDS='' run bench bench-compare false
  assert_line 'round 37 of 37'
  assert_equal "$(grep -c ' of the base into ' <<< "$output")" 3
}

@test "make bench-compare builds another commit" {
  printf 'artifacts/yes: word\n\tinstall -D word artifacts/yes\n' > Makefile
  echo old > word
  git init -q
  git add Makefile word
  git -c user.name=a -c user.email=a@example.org commit -qm message
  cp "$root/Makefile" .
  echo new > word
  mkdir tools
  write_script tools/install-missing :
  write_script bin/dotnet 'echo "$@"; cat "$3"'
  run make -s bench-compare measured= BASE=HEAD
  assert_success
  assert_output --regexp $'bench-compare artifacts/base/artifacts/yes\nold$'
}

@test "make bench-save keeps a run from elsewhere and updates the pages" {
  cp -r "$root"/{README.md,bench} .
  mv bench/results/amd-vm.tsv elsewhere.tsv
  rm bench/results/*.tsv
  mv README.md elsewhere.md
  run -2 dotnet "$report" save vm elsewhere.tsv
  [[ ! -e bench/results/vm.tsv ]]
  mv elsewhere.md README.md
  run -0 dotnet "$report" save vm /dev/stdin < <(cat elsewhere.tsv)
  cmp elsewhere.tsv bench/results/vm.tsv
  grep -q '^## vm, commit ' bench/results/README.md
  run dotnet "$report" save vm <(head -n 99 elsewhere.tsv)
  assert_output --regexp "^bench: '/dev/fd/.*' can't be kept, because it has fewer than 31 rounds$"
  run dotnet "$report" save ../vm elsewhere.tsv
  assert_output 'bench: NAME: choose a name for this machine, such as amd-vm'
}
