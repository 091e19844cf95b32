# Prints the command and the differences where GNU yes and the executable YES, both called `yes`, do not do
# the same. Each case of standard input is words with a NUL byte at their ends: the number of those that
# follow, what sets POSIXLY_CORRECT or nothing, a strategy or nothing, the number of the argument before which
# its option stands, and the arguments of both.
set -uo pipefail
# No bug may fill the disk.
ulimit -f 2000000

# Runs an executable, sets $status, and leaves what it printed in files: try NAME EXECUTABLE ARGUMENT...
try() {
  ([[ ! $posix ]] || export "${posix?}"; exec -a yes "${@:2}" 2> "$1.errors") | head -c 64K > "$1.output"
  status=${PIPESTATUS[0]}
  # Two executables that don't start would do the same.
  ((status < 126 || status > 127)) || { cat "$1.errors" >&2; exit 1; }
  # The texts of --help and --version differ but for their beginning.
  ((status)) || truncate -s 5 "$1.output"
}

YES=${YES:-$ROOT/artifacts/yes}
GNU_YES=${GNU_YES:-$("$ROOT/tools/gnu-yes")} || exit 1
while read -r -d '' count; do
  mapfile -d '' -t -n "$count" words
  posix=${words[0]} strategy=${words[1]} place=${words[2]} arguments=("${words[@]:3}")
  try gnu "$GNU_YES" "${arguments[@]}"
  gnu="status $status, $(< gnu.errors)"
  arguments=("${arguments[@]:0:place}" ${strategy:+"--strategy=$strategy"} "${arguments[@]:place}")
  try own "$YES" "${arguments[@]}"
  own="status $status, $(< own.errors)"
  if [[ $gnu != "$own" ]] || ! cmp {gnu,own}.output; then
    printf '%s yes %s\nGNU yes: %q\nthis:    %q\n' "$posix" "${arguments[*]@Q}" "$gnu" "$own" | cut -c -1000
  fi
done
