# Words that the suites share.
# shellcheck disable=SC1090,SC2034,SC2119,SC2120 # The suites use the variables and pass arguments.
bats_require_minimum_version 1.8.0
# bats_load_library would double the time of a short test, because it starts a process for each file.
for library in bats-support bats-assert; do
  find_in_bats_lib_path found "$library"
  for file in "${found%/*}"/src/*.bash; do source "$file"; done
done

root=${BATS_TEST_DIRNAME%/*}
BATS_PRINT_OUTPUT_ON_FAILURE=1

# Each test has its own directory, which is also its home. Messages begin with the name `yes`, so the
# executable has that name there. The limit on CPU time stops a test that runs away.
setup() {
  ulimit -S -t 600
  cd "$BATS_TEST_TMPDIR" || return
  [[ ! -e $waited_in_vain ]] || patience=5
  mkdir bin
  ln -s "$YES" bin/yes
  PATH=$PWD/bin:$root/artifacts:$PATH HOME=$PWD
  [[ ! ${uses_strace-} || ! $strace_refusal ]] || skip "$strace_refusal"
}

# Tests wait for bytes and events, not for a fixed time. After this number of seconds, they give up.
patience=120

# Once a test has waited in vain, the program is probably broken. This file makes all later tests give up
# early, so that even a program that hangs in every test is reported within minutes.
waited_in_vain=$TMPDIR/waited-in-vain

# Runs a command and kills it if it hangs: patiently COMMAND...
patiently() {
  local status=0
  timeout -s KILL "$patience" "$@" || status=$?
  ((status != 137)) || touch "$waited_in_vain"
  return "$status"
}

# Waits until a command succeeds: await COMMAND...
await() {
  local end=$((SECONDS + patience))
  until "$@"; do
    if ((SECONDS >= end)); then
      touch "$waited_in_vain"
      # Without return, the loop would continue where bash ignores failures.
      fail "waited too long for: $*" || return
    fi
    sleep 0.02
  done
}

# What is special about a strategy's output:
#   each-line      The strategy makes a system call for each line, so tests read fewer bytes.
#   splits         The output may end within a line.
#   longest=BYTES  The strategy rejects longer lines.
#   rejects=KINDS  The strategy rejects these kinds of output (file, socket).
#   descriptors=N  The strategy needs N file descriptors instead of 3.
declare -gA traits=(
  [printfn]='each-line splits'
  [console]='each-line'
  [streamwriter]='splits'
  [vmsplice]='splits rejects=file,socket'
  [tee]='longest=32768 rejects=file descriptors=7'
  [auto]='splits'
)

# Succeeds if a trait of $strategy matches a pattern: has PATTERN
has() {
  # shellcheck disable=SC2053 # The pattern must not be quoted.
  [[ " ${traits[$strategy]-} " == *' '$1' '* ]]
}

# Prints all strategies, or those in one language, in the order of --list-strategies: strategies [LANGUAGE]
strategies() {
  awk -v language="${1-}" '!language || $2 == language { print $1 }' <<< "$strategy_list"
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

# Starts a command and stores its process ID in $writer. The test can read the output from $reader. Bats waits
# until its file descriptors are closed, so the command must not inherit them: open_reader COMMAND...
open_reader() {
  exec {reader}< <(exec "$@" 3>&- 4>&-)
  writer=$!
}

# Checks that a line of a file matches a basic regular expression: assert_file_contains FILE REGEX
assert_file_contains() {
  grep -q -e "$2" "$1" || fail "no line of $1 matches '$2'; its last lines are:"$'\n'"$(tail -n 20 "$1")"
}

# Prints an operand of the given length, without repetitions: operand LENGTH
operand() {
  seq -s , 1000000 | head -c "$1"
  echo
}
