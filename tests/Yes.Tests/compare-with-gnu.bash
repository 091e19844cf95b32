# Compares YES with GNU_YES and prints the first difference. Each case on standard input consists of words
# that end with a NUL byte. The first word is the number of words that follow. The second is an assignment to
# POSIXLY_CORRECT, and the third is a strategy. Both can be empty. The other words are arguments.
set -uo pipefail
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT
cd "$directory" || exit
# From a file, bash reads more than one byte per system call.
cat > cases

# Runs an executable and saves its output, messages and status in a file:
#   try FILE EXECUTABLE ARGUMENT...
try() {
  : > "$1"
  ([[ ! $posix ]] || export "${posix?}"; exec -a yes "${@:2}" 2>> "$1") | head -c "$bytes" >> "$1"
  local status=${PIPESTATUS[0]}
  # If both executables failed to start, they would seem to agree.
  ((status < 126 || status > 127)) || { cat "$1"; exit 1; }
  # Only --help and --version exit with status 0. Only the first 5 bytes of their output agree.
  ((status)) || truncate -s 5 "$1"
  echo "status $status" >> "$1"
}

while read -r -d '' count; do
  mapfile -d '' -t -n "$count" words
  posix=${words[0]} strategy=${words[1]} arguments=("${words[@]:2}")
  # Some strategies are slow because they make a system call for each line.
  bytes=64K
  [[ ! $strategy ]] || bytes=20K
  try gnu "$GNU_YES" "${arguments[@]}"
  try own "$YES" ${strategy:+"--strategy=$strategy"} "${arguments[@]}"
  # A strategy may reject long lines.
  cmp -s gnu own || grep -q '^yes: the line is longer than ' own || {
    printf '%s yes %s %s\n' "$posix" "$strategy" "${arguments[*]@Q}" | cut -c -1000
    diff -a gnu own | cut -c -1000
    exit 1
  }
done < cases
