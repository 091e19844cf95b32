# Prints the command and the differences where GNU yes and the executable YES, both called `yes`, do not do
# the same. Each case of standard input is words with a NUL byte at their ends: the number of those that
# follow, what sets POSIXLY_CORRECT or nothing, a strategy or nothing, and the arguments of both.
set -uo pipefail
# No bug may fill the disk.
ulimit -f 2000000

# Runs an executable, and leaves its output and its exit status in files:
#   try NAME EXECUTABLE ARGUMENT...
try() {
  ([[ ! $posix ]] || export "${posix?}"; exec -a yes "${@:2}" 2> "$1.errors") | head -c 64K > "$1.output"
  local status=${PIPESTATUS[0]}
  # Two executables that don't start would do the same.
  ((status < 126 || status > 127)) || { cat "$1.errors" >&2; exit 1; }
  # The texts of --help and --version differ after their beginning.
  ((status)) || truncate -s 5 "$1.output"
  echo "status $status" >> "$1.errors"
}

YES=${YES:-$ROOT/artifacts/yes}
GNU_YES=${GNU_YES:-$("$ROOT/tools/gnu-yes")} || exit 1
while read -r -d '' count; do
  mapfile -d '' -t -n "$count" words
  posix=${words[0]} strategy=${words[1]} arguments=("${words[@]:2}")
  try gnu "$GNU_YES" "${arguments[@]}"
  try own "$YES" ${strategy:+"--strategy=$strategy"} "${arguments[@]}"
  if ! cmp gnu.output own.output || ! cmp gnu.errors own.errors; then
    printf '%s yes %s %s\n' "$posix" "$strategy" "${arguments[*]@Q}" | cut -c -1000
    diff -a gnu.errors own.errors | cut -c -1000
  fi
done
