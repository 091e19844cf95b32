# What the suites share. YES is the executable that is tested.
bats_require_minimum_version 1.5.0

# The tests call `yes`, so that whatever is tested has that name in its messages.
setup() {
  cd "$BATS_TEST_TMPDIR" || return
  mkdir bin
  ln -s "${YES:?names the executable to be tested}" bin/yes
  PATH=$PWD/bin:$PATH
  unset POSIXLY_CORRECT
}

# The reference.
gnu_yes() {
  "${GNU_YES:?names GNU yes}" "$@"
}

# The strategies, in the order in which they are listed.
strategies() {
  yes --list-strategies | awk '{ print $1 }'
}

# The strategies that need a pipe, and the others.
pipe_strategies='vmsplice tee'
file_strategies() {
  strategies | grep -vxF "${pipe_strategies// /$'\n'}"
}

# Those that are written in C#: they make system calls by themselves. auto chooses among them.
native_strategies() {
  yes --list-strategies | awk '$2 != "F#" { print $1 }'
}

# Runs a command for every strategy, which it finds in $strategy: each_strategy COMMAND...
each_strategy() {
  each_of "$(strategies)" "$@"
}

# The same for these strategies: each_of 'STRATEGY...' COMMAND...
each_of() {
  local strategy
  for strategy in $1; do
    # Shown when a test fails. Not behind ||: there bash lets a function go on after a command that failed.
    echo "strategy $strategy"
    "${@:2}"
  done
}

# Puts a copy of the executable into a new folder for another user, who may not look into that of the test, and prints
# the folder, which the test removes.
for_others() {
  local folder
  folder=$(mktemp -d)
  chmod 755 "$folder"
  cp "$(realpath bin/yes)" "$folder/yes"
  echo "$folder"
}

# Fails unless the two are equal, and shows them: equal ACTUAL EXPECTED
equal() {
  [[ $1 == "$2" ]] || { printf 'actual:   %q\nexpected: %q\n' "$1" "$2"; return 1; }
}

# Checks that the command line is refused, with GNU's second line: fails_with EXPECTED ARGUMENT...
fails_with() {
  local expected=$1
  shift
  run -1 --separate-stderr timeout 20 yes "$@"
  equal "$output" ''
  equal "$stderr" "$expected"$'\n'"Try 'yes --help' for more information."
}

# The exit status of yes when its reader takes a line and goes: status_after_line ARGUMENT...
# SIGPIPE is as env was told to leave it: env --default-signal=PIPE, or env --ignore-signal=PIPE.
status_after_line() {
  bash -c 'timeout 20 yes "$@" | head -n 1 > /dev/null; exit "${PIPESTATUS[0]}"' bash "$@"
}
export -f status_after_line

# An operand of that many bytes, all printable and none the same as its neighbour: operand LENGTH
operand() {
  local digits=0123456789abcdefghijklmnopqrstuvwxyzABC
  head -c "$1" < <(gnu_yes "$digits" | tr '\n' '-')
}

# Checks that standard input is the line of these operands over and over: verify BYTES OPERAND...
# VERIFY may hold another argument for the program.
verify() {
  local bytes=$1 line=$BATS_TEST_TMPDIR/line.$BASHPID
  shift
  gnu_yes -- "$@" | head -n 1 > "$line"
  # shellcheck disable=SC2086 # None, or one.
  "${BATS_TEST_DIRNAME%/tests/*}/artifacts/verify" "$line" "$bytes" ${VERIFY-}
}
