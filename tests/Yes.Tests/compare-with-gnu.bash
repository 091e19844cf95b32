# Prints the command and the differences if GNU yes and the executable YES, both called `yes`, do not do the
# same. The arguments: POSIXLY_CORRECT=1 or nothing, a strategy or nothing, the number of the argument before
# which its option stands, and the arguments of both.

# Runs an executable, and prints how it ended and what it printed: outcome EXECUTABLE ARGUMENT...
outcome() {
  ([[ ! $posix ]] || export "${posix?}"; exec -a yes "$@" 2> errors) | head -c 64K > output
  local status=${PIPESTATUS[0]}
  # Two executables that don't start would have the same outcome.
  ((status < 126 || status > 127)) || { cat errors >&2; exit 1; }
  # The texts of --help and --version differ but for their beginning.
  ((status)) || truncate -s 5 output
  echo "status $status"
  cat errors output
}

posix=$1
outcome "${GNU_YES:=$("$ROOT/tools/gnu-yes")}" "${@:4}" > gnu
set -- "${@:4:$3}" ${2:+"--strategy=$2"} "${@:$3 + 4}"
outcome "$YES" "$@" > own
cmp gnu own || {
  echo "GNU yes (<) and this one (>): $posix yes$(printf ' %q' "$@")"
  diff <(cat -v gnu) <(cat -v own) | cut -c -200 | head -n 20
}
