# The helpers of the Bats suites. The tests run the executable that YES names, or else the one
# of this project, and compare it with GNU_YES, or else with the GNU yes of the system.
# shellcheck disable=SC2119,SC2120 # Tests call strategies with a language.
bats_require_minimum_version 1.8.0
bats_load_library bats-support
bats_load_library bats-assert
bats_load_library bats-file

root=${BATS_TEST_DIRNAME%/tests/*}
YES=$(realpath -- "${YES:-$root/artifacts/yes}")
[[ -x $YES ]] || { echo "missing: $YES; run make first" >&2; exit 1; }
GNU_YES=${GNU_YES:-$("$root/tools/gnu-yes")} || exit 1
export YES GNU_YES
# tests/run uses the same locale.
export LC_ALL=C.UTF-8
# Tests that run make don't inherit the options of the make that runs the tests.
unset MAKEFLAGS
[[ $root/artifacts/verify -nt $root/tests/support/verify.c ]] ||
  make -s -C "$root" artifacts/verify || exit 1

# Each test runs in a directory of its own and calls `yes`, because messages begin with the name
# of the executable. Bugs have an end: no test and no process may take longer than ten minutes,
# and no file may grow beyond 2 GiB, which is as much as dotnet maps.
BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-600}
setup() {
  ulimit -S -f $((2 << 20)) -t 600
  cd "$BATS_TEST_TMPDIR" || return
  mkdir bin
  ln -s "$YES" bin/yes
  # Debian's clang has no link cc.
  type -P cc > /dev/null || ln -s "$(type -P clang)" bin/cc
  PATH=$PWD/bin:$PATH
  unset POSIXLY_CORRECT
}

# A test that fails shows the output of `run`, and how to run it again.
# shellcheck disable=SC2034 # Bats reads it.
BATS_PRINT_OUTPUT_ON_FAILURE=1
teardown() {
  [[ $BATS_TEST_COMPLETED ]] || echo "again: bats -f '$BATS_TEST_DESCRIPTION' $BATS_TEST_FILENAME"
}

# Prints the strategies, or those in one language, from the slowest to the fastest, then auto:
#   strategies [LANGUAGE]
# GNU yes has none.
strategies() {
  yes --list-strategies 2> /dev/null | awk -v language="${1-}" \
    'language == "" || $2 == language { print $1 }'
}

# Prints the strategies that can write into a file, or into a Unix socket: accepting file|socket
accepting() {
  local strategy
  for strategy in $(strategies); do
    # A device is neither. vmsplice says that it needs a pipe or a socket, and tee a pipe.
    case "$1 $(yes --strategy "$strategy" 2>&1 > /dev/full)" in
      *'standard output is not a pipe' | file*'standard output is neither'*) ;;
      *) echo "$strategy" ;;
    esac
  done
}

# Runs a command for each of these strategies: each_of 'STRATEGY...' COMMAND...
# The command finds the name in $strategy, and the program with its option in "${program[@]}".
# For GNU yes, which has no strategies, the command runs once.
each_of() {
  local strategy program
  for strategy in ${1:-auto}; do
    program=(yes)
    [[ $strategy == auto ]] || program+=(--strategy "$strategy")
    # A test that fails shows the last of these lines. The command stands alone, because bash
    # would ignore failures within a function before && or ||.
    printf '%s: %.200s\n' "${program[*]}" "${*:2}"
    "${@:2}"
  done
}

# Runs a command for every strategy: each_strategy COMMAND...
each_strategy() {
  each_of "$(strategies)" "$@"
}

# Makes programs out of commands of a shell: make_programs NAME COMMAND...
make_programs() {
  while (($#)); do
    mkdir -p "$(dirname "$1")"
    printf '#!/bin/sh\n%s\n' "$2" > "$1"
    chmod +x "$1"
    shift 2
  done
}

# Waits until a command succeeds, and fails after a minute: await COMMAND...
await() {
  local end=$((SECONDS + 60))
  until "$@"; do
    ((SECONDS < end)) || { echo "waited too long for: $*"; return 1; }
    sleep 0.02
  done
}

# Prints an operand of printable bytes, each different from its neighbours: operand LENGTH
operand() {
  "$GNU_YES" 0123456789abcdefghijklmnopqrstuvwxyzABC | tr '\n' '-' | head -c "$1"
}

# Sets $operands to words that make a line of this length: make_operands LENGTH
# Linux limits a single argument to 128 KiB.
make_operands() {
  # shellcheck disable=SC2034 # Tests read it.
  mapfile -t operands < <(operand $(($1 - 1)) | fold -w 100000)
}

# Checks that standard input begins with BYTES bytes of the line of these operands, or of y, and
# then stops reading: verify BYTES OPERAND...
# The variable VERIFY changes how it reads: see verify.c.
verify() {
  local IFS=' ' bytes=$1 line=$BATS_TEST_TMPDIR/line.$BASHPID
  shift
  (($#)) || set -- y
  printf '%s\n' "$*" > "$line"
  "$root/artifacts/verify" "$line" "$bytes"
}

# Prints how long each of these processes has run so far, in nanoseconds: print_run_times PID...
print_run_times() {
  local pid
  for pid; do
    echo "$(($(cut -d ' ' -f 1 "/proc/$pid"/task/*/schedstat | paste -sd + -)))"
  done
}

# Whether these processes don't run for half a second, and wait for something other than a
# processor: are_still PID...
are_still() {
  local before
  before=$(print_run_times "$@")
  sleep 0.5
  [[ $before == "$(print_run_times "$@")" ]] || return
  ! ps -o state= -p "$*" | grep -q R
}

# Runs a command on the processor of this shell, where strace and the program that it traces
# wake each other up at a tenth of the cost: on_one_processor COMMAND...
on_one_processor() {
  local stat
  read -ra stat < "/proc/$BASHPID/stat"
  taskset -c "${stat[38]}" "$@"
}
