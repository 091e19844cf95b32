#!/usr/bin/env bats
# No environment changes what the executable does or makes it leave files behind. How it is linked.

load ../helpers

@test "no variable changes the output, or makes it leave a file or a socket, or start a program" {
  local made='O_CREAT|O_WRONLY|O_RDWR|mk(dir|nod)|(sym|un| )link|rename' variables
  made+='| (execve|v?fork|socket|bind|connect|listen|memfd_create|shmget)\(|clone3?\((?!.*CLONE_THREAD)'
  # What the runtime, the C library and the loader obey, one of each kind: all are read by getenv, which
  # answers for one name only.
  variables=(
    DOTNET_GCHeapHardLimit=1 COMPlus_GCgen0size=1 DOTNET_Thread_DefaultStackSize=1
    DOTNET_EnableEventPipe=1 "DOTNET_EventPipeOutputPath=$PWD/left.nettrace"
    "DOTNET_DiagnosticPorts=$PWD/left-port,connect,suspend" DOTNET_DbgEnableMiniDump=1
    LC_ALL=tr_TR.UTF-16 TERM=xterm HOME=/nonexistent GLIBC_TUNABLES=glibc.malloc.perturb=165
    "LD_PRELOAD=$PWD/hook.so" LD_DEBUG=all "LD_DEBUG_OUTPUT=$PWD/left-ld"
  )
  mkdir left home
  cp "$(realpath bin/yes)" home/yes
  leave_nothing() {
    timeout 20 strace -f -qq -o trace \
      -e trace=%file,socket,bind,connect,listen,memfd_create,fork,vfork,clone,clone3,shmget \
      env "${variables[@]}" TMPDIR="$PWD/left" "home/${program[0]}" "${program[@]:1}" 'a ä' 2> errors |
      verify 20001 'a ä'
    equal "$(< errors)" ''
    # A line for each call after its own start, which succeeded.
    sed '0,/execve("home\/yes", .* = 0$/d' trace > own
    grep -q '/proc/self/cmdline' own
    no_match -P "$made" own
  }
  each_strategy leave_nothing
  equal "$(find . -name 'left*' -o -path './left/*')" ./left
}

@test "it is linked statically, at a fixed address, with full RELRO, and its data is ready to use" {
  readelf --wide --file-header --program-headers --sections bin/yes > headers
  grep 'Type: *EXEC' headers
  grep GNU_RELRO headers
  # A dynamic section would name libraries and the loader's work. Full: .got.plt would be a table of functions
  # that can be written to.
  no_match -wE 'INTERP|DYNAMIC|\.got\.plt|hydrated' headers
}

@test "nothing that can be written to can be executed, the stack included" {
  readelf --wide --program-headers bin/yes > headers
  grep -E 'GNU_STACK .* RW ' headers
  grep -E 'LOAD .* R E ' headers
  no_match -E ' RWE ' headers
  # Nor while it runs.
  check_mappings() {
    exec {reader}< <(exec "${program[@]}")
    local maps=/proc/$!/maps
    head -c 20000 <&"$reader" > /dev/null
    grep -q ' r-xp ' "$maps"
    no_match ' .wx' "$maps"
    exec {reader}<&-
  }
  each_strategy check_mappings
}

# Prints the functions of the executable that call or jump to a function: print_callers FUNCTION
print_callers() {
  local symbols address
  symbols=$root/artifacts/bin/Yes.CSharp/release_$("$root/tools/rid" bin/yes)/native/yes.dbg
  # It is this executable's.
  equal "$(readelf --notes "$symbols" | grep 'Build ID')" "$(readelf --notes bin/yes | grep 'Build ID')" >&2
  address=$(nm "$symbols" | awk -v name="$1" '$3 == name { sub(/^0*/, "", $1); print $1 }')
  [[ -n $address ]]
  {
    nm --defined-only "$symbols" | awk '$2 ~ /[TtWw]/ { print $1, $3 }'
    objdump --disassemble --no-show-raw-insn bin/yes |
      awk -v address="$address" '$3 ~ "^(0x)?" address "$" { printf "%17s\n", $1 }' | tr ' :' '0 '
  } | sort | awk 'NF == 2 { name = $2 } NF == 1 { print name }' | uniq
}

@test "its parts in C and C++ have stack protectors" {
  print_callers __stack_chk_fail > callers
  # Functions of the runtime's C library, and of the runtime, whose names are C++.
  grep '^SystemNative_' callers
  grep '^_Z' callers
}

@test "no code but wrap.c looks for a variable in the environment" {
  equal "$(print_callers getenv)" __wrap_getenv
}

# Makes a library that stands in for the runtime's, and calls only these functions, and compiles wrap.c for
# it:
#   compile_wrap CC OBJCOPY FUNCTION...
compile_wrap() {
  printf 'void %s(void);\n' "${@:3}" > runtime.c
  echo "void start(void) { $(printf '%s(); ' "${@:3}")}" >> runtime.c
  cc -w -c runtime.c
  ar rc runtime.a runtime.o
  "$root/tools/compile-wrap" "$1" "$2" wrap.o runtime.a
}

# Prints the functions that wrap.c has.
wrapped() {
  grep -oE '__wrap_[a-z0-9_]+' "$root/src/Yes.CSharp/Libc/wrap.c" | sed 's/__wrap_//'
}

@test "a runtime that wrap.c has no effect on fails the build" {
  local names name
  mapfile -t names < <(wrapped)
  for name in "${names[@]}"; do
    run -1 compile_wrap cc objcopy "${names[@]/$name/other}"
    equal "$output" "tools/compile-wrap : error YES0001 : the runtime does not call $name any more, so \
wrap.c has no effect; see docs/security.md"
    [[ ! -e wrap.o ]]
  done
}

@test "a missing static C library, or GNU objcopy, fails the build with a sentence that names its package" {
  # As a C compiler answers for a file that it doesn't find.
  printf '#!/bin/sh\necho "${1#-print-file-name=}"\n' > cc-without-library
  chmod +x cc-without-library
  run -1 compile_wrap ./cc-without-library objcopy getenv signal
  like "$output" 'tools/compile-wrap : error YES0001 : missing libc.a; its package is libc6-dev (Debian), *'
  run -1 compile_wrap cc echo getenv signal
  equal "$output" 'tools/compile-wrap : error YES0001 : missing GNU echo; its package is binutils'
  [[ ! -e wrap.o ]]
}

@test "of the environment the program sees POSIXLY_CORRECT alone" {
  local names
  mapfile -t names < <(wrapped)
  compile_wrap cc objcopy "${names[@]}"
  cat > print.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **names) {
  while (--count) if (getenv(*++names)) puts(*names);
}
END
  cc -o print print.c wrap.o @wrap.o.options
  equal "$(env DOTNET_gcServer=1 COMPlus_gcServer=1 TERM=xterm LANG=C POSIXLY_CORRECT= ./print \
    DOTNET_gcServer COMPlus_gcServer TERM LANG HOME PATH POSIXLY_CORRECT)" POSIXLY_CORRECT
}
