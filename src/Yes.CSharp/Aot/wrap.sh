#!/usr/bin/env bash
# Usage: wrap.sh CC OBJECT
# Compiles wrap.c to OBJECT and writes a linker option for each function to OBJECT.options.
set -euo pipefail
export LC_ALL=C
cc=$1 object=$2
source=$(dirname -- "$0")/wrap.c

# MSBuild reports a line in this form as a build error.
fail() {
  echo "src/Yes.CSharp/Aot/wrap.sh : error YES0001 : $1" >&2
  exit 1
}

library=$("$cc" -print-file-name=libc.a 2>&1) || fail "the compiler fails: $library"
[[ -e $library ]] ||
  fail 'libc.a is missing; install libc6-dev (Debian), glibc-static (Fedora) or glibc (Arch)'
sed -nE 's/^[a-z].*[ *]__wrap_([a-z0-9_]+)\(.*/-Wl,--wrap=\1/p' "$source" > "$object.options"
"$cc" -O2 -fstack-protector-strong -Wall -Wextra -Werror -c -o "$object" "$source"
