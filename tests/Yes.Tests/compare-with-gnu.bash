# Runs GNU yes and the executable YES, both called `yes`, and prints the first difference. A case on standard
# input consists of words that end with a NUL byte: the number of words
# that follow, an assignment to POSIXLY_CORRECT or nothing, a strategy or nothing, and the arguments of both.
set -uo pipefail
# A limit on the size of files keeps bugs from filling the disk.
ulimit -f 2000000

# Runs an executable, with its output, its messages and its status in the file NAME: try NAME EXECUTABLE
# ARGUMENT...
try() {
  : > "$1"
  ([[ ! $posix ]] || export "${posix?}"; exec -a yes "${@:2}" 2>> "$1") | head -c "$bytes" >> "$1"
  local status=${PIPESTATUS[0]}
  # Two executables that both fail to start would seem to agree.
  ((status < 126 || status > 127)) || { cat "$1" >&2; exit 1; }
  # Status 0 means --help or --version, whose texts agree only at their beginning.
  ((status)) || truncate -s 5 "$1"
  echo "status $status" >> "$1"
}

YES=$("$ROOT/tests/support/find-yes" 2>&1) || { echo "$YES"; exit 1; }
GNU_YES=${GNU_YES:-$("$ROOT/tools/gnu-yes")} || exit 1
while read -r -d '' count; do
  mapfile -d '' -t -n "$count" words
  posix=${words[0]} strategy=${words[1]} arguments=("${words[@]:2}")
  # Some strategies make a system call for each line.
  bytes=64K
  [[ ! $strategy ]] || bytes=20K
  try gnu "$GNU_YES" "${arguments[@]}"
  try own "$YES" ${strategy:+"--strategy=$strategy"} "${arguments[@]}"
  # A strategy may reject long lines.
  ! grep -q '^yes: the line is longer than ' own || continue
  if ! cmp gnu own; then
    printf '%s yes %s %s\n' "$posix" "$strategy" "${arguments[*]@Q}" | cut -c -1000
    diff -a gnu own | cut -c -1000
    exit 1
  fi
done
