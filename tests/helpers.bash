# Helpers for the Bats suites. The tests run the executable YES (by default, this
# project's) and compare it with the executable GNU_YES (by default, the system's GNU yes).
# shellcheck disable=SC2034,SC2119,SC2120 # Tests use variables that are set here, and pass arguments.
bats_require_minimum_version 1.8.0
# bats_load_library would start dirname for each file of the libraries.
for file in /usr/lib/bats/bats-{support,assert,file}/src/*.bash; do
  # shellcheck disable=SC1090 # ShellCheck can't follow a variable.
  source "$file"
done

root=${BATS_TEST_DIRNAME%/tests/*}
# Bats loads each file once before its tests, which inherit these variables.
if [[ ${prepared-} != "$root ${YES-}" ]]; then
  YES=$("$root/tests/support/find-yes") || exit 1
  . "$root/tools/environment"
  unset "${!XDG_@}"
  GNU_YES=${GNU_YES:-$("$root/tools/gnu-yes")} || exit 1
  for file in verify into; do
    [[ $root/artifacts/$file -nt $root/tests/support/$file.c ]] ||
      make -s -C "$root" "artifacts/$file" || exit 1
  done
  # GNU yes has no strategies, so the list is empty.
  strategy_list=$(timeout 60 "$YES" --list-strategies 2> /dev/null | head -n 99)
  export YES GNU_YES strategy_list prepared="$root $YES"
fi

# What prepares a file must not change the user's home directory, and neither must its tests.
[[ ! ${BATS_FILE_TMPDIR-} ]] || HOME=$BATS_FILE_TMPDIR

# Tests wait for bytes and events, and time limits end only programs that hang. A program
# hangs if it takes more than $patience seconds, which is enough on a slow, busy machine.
export patience=${patience:-600}
BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-3600}

# Runs a command and kills it if it hangs: patiently COMMAND...
patiently() {
  timeout -s KILL "$patience" "$@"
}

# Each test runs in its own directory and calls the executable `yes`, because messages
# begin with that name. To contain bugs, a process is limited to ten minutes of CPU time,
# and a file to 2 GiB, because dotnet creates and maps a file of that size.
setup() {
  ulimit -S -f $((2 << 20)) -t 600
  cd "$BATS_TEST_TMPDIR" || return
  mkdir bin
  ln -s "$YES" bin/yes
  # Debian's package clang provides no cc.
  type -P cc > /dev/null || make_programs bin/cc "exec ${CC:-clang} \"\$@\""
  PATH=$PWD/bin:$PATH HOME=$PWD
}

# After a failed test, Bats prints the output of the last `run` and a command that repeats
# the test. The processes in $started must not outlive any test.
BATS_PRINT_OUTPUT_ON_FAILURE=1
started=()
teardown() {
  ((${#started[@]} == 0)) || kill "${started[@]}" 2> /dev/null || true
  [[ $BATS_TEST_COMPLETED ]] || echo "to repeat: bats -f \"$BATS_TEST_DESCRIPTION\" $BATS_TEST_FILENAME"
}

# Prints the strategies from the slowest to the fastest and then auto, or only the
# strategies in one language: strategies [LANGUAGE]
strategies() {
  local name language _
  while read -r name language _; do
    [[ ! $name || ${1:-$language} != "$language" ]] || echo "$name"
  done <<< "$strategy_list"
}

# Succeeds if the strategy makes system calls for each line, so that tests read fewer bytes.
writes_each_line() {
  [[ $strategy == @(printfn|console) ]]
}

# Prints the strategies that can write into a file or into a socket, where the others fail
# before they write:
#   accepting file|socket
accepting() {
  local strategy message
  for strategy in $(strategies); do
    case $1 in
      file) message=$(yes --strategy "$strategy" 2>&1 > /dev/full) || true ;;
      socket) message=$(into closed-socket yes --strategy "$strategy" 2>&1) || true ;;
    esac
    [[ $message == "yes: $strategy: "* ]] || echo "$strategy"
  done
}

# Runs a command for each of the given strategies: each_of 'STRATEGY...' COMMAND...
# $strategy is the name of the strategy, and "${program[@]}" is yes with the option for
# it. For GNU yes, which has no strategies, the command runs once.
each_of() {
  local strategy program
  # Bats would record a stack trace before each command of each function, which takes as
  # long as the commands themselves.
  set +T
  for strategy in ${1:-auto}; do
    program=(yes)
    [[ $strategy == auto ]] || program+=(--strategy "$strategy")
    # If the test fails, the last of these lines shows the strategy. No && or || follows
    # the command, because bash would then ignore failures within it.
    printf '%s: %.200s\n' "${program[*]}" "${*:2}"
    "${@:2}"
  done
}

# Runs a command for every strategy: each_strategy COMMAND...
each_strategy() {
  each_of "$(strategies)" "$@"
}

# Checks that a line of a file matches a basic regular expression. The assertion of
# bats-file, which this one replaces, does not show the file.
assert_file_contains() {
  grep -q -e "$2" "$1" || fail "no line of $1 matches '$2'; its last lines are:"$'\n'"$(tail -n 20 "$1")"
}

# Checks that a measured number is not larger than a limit: assert_at_most LIMIT NUMBER WHAT
assert_at_most() {
  (($2 <= $1)) || fail "$3: $2, but at most $1 are expected"
}

# Creates executable shell scripts from names and commands: make_programs NAME COMMANDS...
make_programs() {
  while (($#)); do
    mkdir -p "$(dirname "$1")"
    printf '#!/bin/sh\n%s\n' "$2" > "$1"
    chmod +x "$1"
    shift 2
  done
}

# Waits until a command succeeds: await COMMAND...
await() {
  local end=$((SECONDS + patience))
  until "$@"; do
    ((SECONDS < end)) || { echo "waited too long for: $*"; return 1; }
    sleep 0.02
  done
}

# Starts a command whose output this test reads from $reader, and sets $writer to its
# process ID:
#   open_reader COMMAND...
# The command does not inherit the file descriptors of Bats, which waits until these are
# closed.
open_reader() {
  exec {reader}< <(exec "$@" 3>&- 4>&-)
  writer=$!
  started+=("$writer")
}

# The strategy tee rejects lines that are longer than its block.
tee_block=32768

# Prints an operand of printable bytes, each different from its neighbors: operand LENGTH
operand() {
  local text=0123456789abcdefghijklmnopqrstuvwxyzABC-
  while ((${#text} < $1)); do text+=$text; done
  echo "${text:0:$1}"
}

# Sets $operands to words that form a line of LENGTH bytes: make_operands LENGTH
# A single word may be too long, because Linux limits an argument to 128 KiB.
make_operands() {
  local left=$1 word
  word=$(operand 100000)
  operands=()
  while ((left > ${#word} + 1)); do
    operands+=("$word")
    ((left -= ${#word} + 1))
  done
  operands+=("${word:0:left - 1}")
}

# Checks that the first BYTES bytes of standard input repeat the line of the operands, or
# y if there are none, and then stops reading: verify BYTES OPERAND...
# The variable VERIFY changes how it reads, as verify.c explains.
verify() {
  "$root/artifacts/verify" "$@"
}

# Runs a command with another kind of standard output, as into.c explains:
#   into OUTPUT COMMAND...
into() {
  patiently "$root/artifacts/into" "$@"
}

# Succeeds if none of the processes, which have one thread each, runs for half a second or waits for a
# processor: are_still PID...
are_still() {
  local files=("${@/#//proc/}") before
  files=("${files[@]/%//schedstat}")
  before=$(cat "${files[@]}")
  sleep 0.5
  [[ $before == "$(cat "${files[@]}")" ]] && ! ps -o state= -p "$*" | grep -q R
}

# Runs a command on the processor of this shell, where strace and the program that it
# traces wake each other up at a tenth of the cost, and kills the command if it hangs:
# on_one_processor COMMAND...
on_one_processor() {
  local stat
  read -ra stat < "/proc/$BASHPID/stat"
  patiently taskset -c "${stat[38]}" "$@"
}
