# What the suites share. They test the executable that YES names, or else this project's, and compare it with
# GNU_YES, or else the GNU yes of the system.
# shellcheck disable=SC2119,SC2120 # The tests call strategies with a language.
bats_require_minimum_version 1.7.0
bats_load_library bats-support
bats_load_library bats-assert
bats_load_library bats-file

root=${BATS_TEST_DIRNAME%/tests/*}
YES=$(realpath -- "${YES:-$root/artifacts/yes}")
[[ -x $YES ]] || { echo "missing: $YES; run make first" >&2; exit 1; }
GNU_YES=${GNU_YES:-$("$root/tools/gnu-yes")} || exit 1
export YES GNU_YES
# The locale of tests/run, also for a test that bats runs by itself.
export LC_ALL=C.UTF-8
# Options of the make that runs the tests are not for those that the tests run.
unset MAKEFLAGS
# The reader that checks every byte.
[[ $root/artifacts/verify -nt $root/tests/verify.c ]] || make -s -C "$root" artifacts/verify || exit 1

# The tests call `yes`, so that every executable under test has that name in its messages. No test or process
# takes longer than ten minutes, no file gets larger than 2 GiB, which is what dotnet maps: bugs have an end.
BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-600}
setup() {
  ulimit -S -f $((2 << 20)) -t 600
  cd "$BATS_TEST_TMPDIR" || return
  mkdir bin
  ln -s "$YES" bin/yes
  # Debian's clang brings no cc.
  type -P cc > /dev/null || ln -s "$(type -P clang)" bin/cc
  PATH=$PWD/bin:$PATH
  unset POSIXLY_CORRECT
}

# A test that failed shows what `run` has caught, and says how to repeat it.
# shellcheck disable=SC2034 # For Bats.
BATS_PRINT_OUTPUT_ON_FAILURE=1
teardown() {
  [[ $BATS_TEST_COMPLETED ]] || echo "again: bats -f '$BATS_TEST_DESCRIPTION' $BATS_TEST_FILENAME"
}

# Prints the strategies whose language matches the pattern, in the order in which they are listed:
# strategies [PATTERN] GNU yes has none.
strategies() {
  yes --list-strategies 2> /dev/null | awk -v language="^(${1-.*})\$" '$2 ~ language { print $1 }'
}

# Prints those that refuse to write into a file, or else into a Unix stream socket: refusing file|socket
refusing() {
  local strategy refusal='standard output is n'
  [[ $1 == file ]] || refusal='standard output is not a pipe'
  for strategy in $(strategies); do
    [[ $(yes --strategy "$strategy" 2>&1 > /dev/full) != *": $refusal"* ]] || echo "$strategy"
  done
}

# Prints the others: accepting file|socket
accepting() {
  strategies | grep -vxF "$(refusing "$1")"
}

# Runs a command for each of these strategies, which it finds in $strategy, and the program with that strategy
# in ${program[@]}: each_of 'STRATEGY...' COMMAND...
# For GNU yes, which has none, the command runs once, with an empty name.
each_of() {
  local strategy program
  for strategy in ${1:-''}; do
    strategy=${strategy#"''"}
    program=(yes)
    # The default is tried as the default.
    [[ $strategy == @(|auto) ]] || program+=(--strategy "$strategy")
    # Shown when a test fails. Without ||, after which bash lets a function continue after a command that
    # failed.
    printf '%s: %.200s\n' "${program[*]}" "${*:2}"
    "${@:2}"
  done
}

# The same for every strategy: each_strategy COMMAND...
each_strategy() {
  each_of "$(strategies)" "$@"
}

# Fails unless the two are equal, and shows them: equal ACTUAL EXPECTED
equal() {
  [[ $1 == "$2" ]] || { printf 'actual:   %q\nexpected: %q\n' "$1" "$2"; return 1; }
}

# Fails unless a text matches a pattern of bash, and shows both: like TEXT PATTERN
like() {
  # shellcheck disable=SC2053 # A pattern.
  [[ $1 == $2 ]] || { printf 'actual:  %q\npattern: %s\n' "$1" "$2"; return 1; }
}

# Fails unless a condition holds, and shows it, so that it should have the numbers themselves: holds "1 < 2"
holds() {
  (($1)) || { echo "not true: $1"; return 1; }
}

# Fails if grep finds something, and shows it: no_match GREP-ARGUMENT...
no_match() {
  local status=0
  grep "$@" || status=$?
  equal "$status" 1
}

# Makes programs that run these commands of a shell: make_programs NAME COMMAND...
make_programs() {
  while (($#)); do
    mkdir -p "$(dirname "$1")"
    printf '#!/bin/sh\n%s\n' "$2" > "$1"
    chmod +x "$1"
    shift 2
  done
}

# Waits until a command succeeds, and fails if that takes too long: await COMMAND...
await() {
  local end=$((SECONDS + 60))
  until "$@"; do
    ((SECONDS < end)) || { echo "waited too long for: $*"; return 1; }
    sleep 0.02
  done
}

# Checks that the command line is refused, with the second line that GNU yes prints: fails_with EXPECTED
# ARGUMENT...
fails_with() {
  local expected=$1
  shift
  run -1 --separate-stderr timeout 20 yes "$@"
  equal "$output" ''
  equal "$stderr" "$expected"$'\n'"Try 'yes --help' for more information."
}

# Prints an operand of that many bytes, all printable and none the same as its neighbour: operand LENGTH
operand() {
  local digits=0123456789abcdefghijklmnopqrstuvwxyzABC
  head -c "$1" < <("$GNU_YES" "$digits" | tr '\n' '-')
}

# Sets $operands to words that make a line of that length, newline included: make_operands LENGTH
# Linux takes 128 KiB at most in one argument.
make_operands() {
  # shellcheck disable=SC2034 # For the caller.
  mapfile -t operands < <(operand $(($1 - 1)) | fold -w 100000)
}

# Checks that standard input is the line of these operands over and over: verify BYTES OPERAND...
# It obeys the variable VERIFY, such as VERIFY=late. If it is not the line, it shows the file errors.
verify() {
  local IFS=' ' bytes=$1 line=$BATS_TEST_TMPDIR/line.$BASHPID
  shift
  (($#)) || set -- y
  # Bash writes it without another process: this is called hundreds of times.
  printf '%s\n' "$*" > "$line"
  "$root/artifacts/verify" "$line" "$bytes" || {
    local status=$?
    [[ ! -s errors ]] || echo "errors: $(< errors)"
    return "$status"
  }
}

# Prints the nanoseconds that all threads of a process have run: print_run_time PID
print_run_time() {
  echo "$(($(cut -d ' ' -f 1 "/proc/$1"/task/*/schedstat | paste -sd + -)))"
}

# Whether these processes do not run for half a second, and don't just wait for a processor: are_still PID...
are_still() {
  local before pid
  before=$(for pid; do print_run_time "$pid"; done)
  sleep 0.5
  [[ $before == "$(for pid; do print_run_time "$pid"; done)" ]] && ! grep -qx 0 <<< "$before" || return
  for pid; do
    [[ $(< "/proc/$pid/status") != *$'\nState:\tR'* ]] || return
  done
}

# Runs a command on one processor, where strace and what it traces wake each other up at a tenth of the cost:
# on_one_processor COMMAND...
on_one_processor() {
  local stat
  read -ra stat < "/proc/$BASHPID/stat"
  taskset -c "${stat[38]}" "$@"
}

# Prints the calls in a trace of strace from the start of Main on, or those before it, without the processes:
#   calls main|start TRACE
# Main begins with a look at the standard descriptors. strace also shows signals and ends, and its own execve.
calls() {
  local -A others=([main]='!d' [start]=d)
  sed -E 's/^[0-9]+ +//; '"/^fcntl\(0, F_GETFD/,\$${others[$1]}; /^(execve|[^a-z])/d" "$2"
}
export -f on_one_processor calls
