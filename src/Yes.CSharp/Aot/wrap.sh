#!/usr/bin/env bash
# Compiles wrap.c for the native link, and checks afterwards what was linked:
#   wrap.sh compile CC OBJCOPY OBJECT   writes the options of the linker to OBJECT.options as well
#   wrap.sh check NAME                  reads NAME.map, which the linker made of the compiler's NAME.o
set -euo pipefail
export LC_ALL=C.UTF-8
source=$(dirname -- "$0")/wrap.c

# MSBuild shows a line of this form as an error of the build.
fail() {
  echo "src/Yes.CSharp/Aot/wrap.sh : error YES0001 : $1" >&2
  exit 1
}

# Prints the functions of wrap.c, each with the libraries that have to call it.
print_functions() {
  sed -nE 's/^CALLED_BY\((.*)\) .*[ *]__wrap_([a-z0-9_]+)\(.*/\2 \1/p' "$source"
}

compile() {
  local cc=$1 objcopy=$2 object=$3 packages='libc6-dev (Debian), glibc-static (Fedora), glibc (Arch)'
  [[ -e $("$cc" -print-file-name=libc.a) ]] || fail "missing libc.a; its package is $packages"
  # That of LLVM refuses a static executable of glibc.
  [[ $("$objcopy" --version 2>&1) == GNU* ]] || fail "missing GNU $objcopy; its package is binutils"
  print_functions | sed 's/ .*//; s/^/-Wl,--wrap=/' > "$object.options"
  "$cc" -O2 -Wall -Wextra -Werror -c -o "$object" "$source"
}

check() {
  local calls function libraries library missing=()
  # Times of whole seconds may be equal.
  [[ -e $1.map && ! $1.o -nt $1.map ]] ||
    fail 'the link left no map, so nothing shows that wrap.c is in the executable'
  # The table has each symbol with the files that define or use it, a line each: PATH/LIBRARY(MEMBER)
  calls=$(awk '/^Cross Reference Table/ { found = 1 } found && /^[^ ]/ { symbol = $1 }
    found { sub(/.*\//, "", $NF); print symbol, $NF }' "$1.map")
  while read -r function libraries; do
    for library in $libraries; do
      grep -q "^__wrap_$function $library" <<< "$calls" || missing+=("$function in $library,")
    done
  done < <(print_functions)
  ((${#missing[@]} == 0)) ||
    fail "the executable lacks calls of wrap.c: ${missing[*]} and wrap.c says what that breaks"
}

"$@"
