# Helpers for the Bats suites. The tests run YES, which is this project's executable by default. They compare
# YES with GNU_YES, which is the system's GNU yes by default.
# shellcheck disable=SC2034,SC2119,SC2120 # Tests use variables that are set here, and pass arguments.
bats_require_minimum_version 1.8.0
# bats_load_library would be slower, because it starts dirname for each file.
for file in /usr/lib/bats/bats-{support,assert}/src/*.bash; do
  # shellcheck disable=SC1090 # ShellCheck can't follow a variable.
  source "$file"
done

root=${BATS_TEST_DIRNAME%/tests/*}
# tests/run sets these variables. If somebody runs Bats directly, the first test of each file sets them, and
# nothing is built. In $reads, a test file lists the files in artifacts/ that its tests read.
if [[ ${prepared-} != "$root ${YES-}" ]]; then
  # shellcheck disable=SC2086 # The variable contains several names.
  YES=$("$root/tests/support/find-yes" artifacts/{verify,into} ${reads-}) || exit 1
  . "$root/tools/environment"
  GNU_YES=${GNU_YES:-$("$root/tools/gnu-yes")} || exit 1
  # For GNU yes, the list is empty.
  strategy_list=$(timeout 60 "$YES" --list-strategies 2> /dev/null | head -n 99)
  export YES GNU_YES strategy_list prepared="$root $YES"
  unset "${!XDG_@}"
fi

# Neither setup_file nor a test may change the user's home directory.
[[ ! ${BATS_FILE_TMPDIR-} ]] || HOME=$BATS_FILE_TMPDIR

# Tests wait for bytes and events, not for a fixed time. After $patience seconds, a hanging program is killed.
export patience=${patience:-600}
BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-3600}

# Runs a command and kills it if it hangs: patiently COMMAND...
patiently() {
  timeout -s KILL "$patience" "$@"
}

# Each test runs in its own directory. The executable is named `yes` there, because messages show that name.
# The limits stop a runaway test. The limit on file sizes is high because dotnet maps a 2 GiB file.
setup() {
  ulimit -S -f $((2 << 20)) -t 600
  cd "$BATS_TEST_TMPDIR" || return
  mkdir bin
  ln -s "$YES" bin/yes
  ln -s "$root/artifacts/verify" bin
  PATH=$PWD/bin:$PATH HOME=$PWD
}

BATS_PRINT_OUTPUT_ON_FAILURE=1

# The processes in $started end with their test. Once bash has reaped a process, its ID may be reused.
started=()
teardown() {
  local process stat
  for process in "${started[@]}"; do
    { read -ra stat < "/proc/$process/stat"; } 2> /dev/null || continue
    ((stat[3] != BASHPID)) || kill "$process" 2> /dev/null || true
  done
  [[ $BATS_TEST_COMPLETED ]] || echo "to repeat: bats -f \"$BATS_TEST_DESCRIPTION\" $BATS_TEST_FILENAME"
}

tee_block=32768

# Each row lists the traits of a strategy. A strategy without a row has none of these traits:
#   each-line      The strategy makes system calls for each line, so tests read fewer bytes.
#   splits=KIND    The output may end within a line in a pipe (pipe), in long lines (long) or anywhere (any).
#   longest=BYTES  The strategy rejects longer lines.
#   opens=KINDS    The strategy keeps files of these kinds open.
#   calls=NAMES    The strategy makes these additional system calls while it writes.
#   rejects=KINDS  The strategy rejects these kinds of output (file, socket).
declare -gA traits=(
  [printfn]='each-line splits=any calls=membarrier|mlock|mmap|mprotect|munmap|prlimit64|sysinfo'
  [console]='each-line splits=long'
  [streamwriter]='splits=any'
  [vmsplice]='splits=pipe calls=fcntl rejects=file,socket'
  [tee]="longest=$tee_block opens=pipe,pipe calls=fcntl|clock_nanosleep rejects=file"
  [auto]='splits=pipe opens=pipe,pipe calls=fcntl|clock_nanosleep'
)

# Succeeds if a trait of $strategy matches a pattern, and stores the trait's value in $value: has PATTERN
has() {
  local trait
  for trait in ${traits[$strategy]-}; do
    # shellcheck disable=SC2053 # The pattern must not be quoted.
    [[ $trait != $1 ]] || { value=${trait#*=}; return; }
  done
  return 1
}

# Succeeds if $strategy accepts lines of the given number of bytes: accepts_line BYTES
accepts_line() {
  ! has 'longest=*' || (($1 <= value))
}

# Prints all strategies, or those in one language, in the order of --list-strategies: strategies [LANGUAGE]
strategies() {
  local name language _
  while read -r name language _; do
    [[ ! $name || ${1:-$language} != "$language" ]] || echo "$name"
  done <<< "$strategy_list"
}

# Prints the strategies that can write to a kind of output: strategies_into file|socket
strategies_into() {
  local strategy
  for strategy in $(strategies); do
    has "rejects=*$1*" || echo "$strategy"
  done
}

# Runs a command for each of the given strategies, or once for GNU yes: each_of 'STRATEGY...' COMMAND...
# In the command, $strategy is the strategy, and "${program[@]}" is yes with the option that selects it.
each_of() {
  local strategy program
  # Otherwise, Bats would record a stack trace before each command and take twice as long.
  set +T
  for strategy in ${1:-auto}; do
    program=(yes)
    [[ $strategy == auto ]] || program+=(--strategy "$strategy")
    # If the test fails, the last of these lines shows the strategy. If && or || followed the command, bash
    # would ignore failures within the command.
    printf '%s: %.200s\n' "${program[*]}" "${*:2}"
    "${@:2}"
  done
}

# Runs a command for every strategy: each_strategy COMMAND...
each_strategy() {
  each_of "$(strategies)" "$@"
}

# Checks that a line of a file matches a basic regular expression: assert_file_contains FILE REGEX
assert_file_contains() {
  grep -q -e "$2" "$1" || fail "no line of $1 matches '$2'; its last lines are:"$'\n'"$(tail -n 20 "$1")"
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

# Starts a command and stores its process ID in $writer. The test can read the output from $reader. Bats waits
# until its file descriptors are closed, so the command must not inherit them: open_reader COMMAND...
open_reader() {
  exec {reader}< <(exec "$@" 3>&- 4>&-)
  writer=$!
  started+=("$writer")
}

# Prints an operand of the given length. Neighboring bytes differ: operand LENGTH
operand() {
  local text=0123456789abcdefghijklmnopqrstuvwxyzABC-
  while ((${#text} < $1)); do text+=$text; done
  echo "${text:0:$1}"
}

# Linux limits an argument to 128 KiB. Sets $operands to one or more words that form a line of LENGTH bytes:
# make_operands LENGTH
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

# Runs a command with another kind of standard output. into.c lists the kinds: into OUTPUT COMMAND...
into() {
  patiently "$root/artifacts/into" "$@"
}

# Succeeds if the pipe in $reader contains at least the given number of bytes: holds BYTES
holds() {
  local count
  count=$(perl -e 'ioctl STDIN, 0x541B, $_ = pack "i", 0 or die; print unpack "i"' <&"$reader") # FIONREAD
  ((count >= $1))
}

# Reads from a new pipe until its writer enlarges it, and prints the new capacity.
read_until_enlarged() {
  patiently perl -e 'do { sysread STDIN, my $bytes, 1 << 20 or die } until fcntl(STDIN, 1032, 0) > 1 << 16;
    print fcntl(STDIN, 1032, 0)' # F_GETPIPE_SZ
}

# Runs a command on a single processor. There, strace and the traced program wake each other up at a tenth of
# the cost: on_one_processor COMMAND...
on_one_processor() {
  patiently taskset -c "$(($(ps -o psr= -p $$)))" "$@"
}
