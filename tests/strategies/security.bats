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
    grep -q /sys/devices/system/cpu/online own
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

wrap() { "$root/src/Yes.CSharp/Aot/wrap.sh" "$@"; }

@test "a link without a call of wrap.c fails the build, with a sentence that names it" {
  local name library
  # The table of the link, as far as wrap.c is in it.
  touch -d yesterday yes.o
  awk '/^Cross Reference Table/ { print } /^[^ ]/ { found = /^__wrap_/ } found' \
    "$root/artifacts/obj/Yes.CSharp/release_$("$root/tools/rid" bin/yes)/native/yes.map" > table
  cp table yes.map
  wrap check yes
  # Columns: a function, and one of the libraries that call it.
  while read -r name library; do
    awk -v name="__wrap_$name" -v library="/$library" '/^[^ ]/ { found = $1 == name }
      !found || !index($0, library)' table > yes.map
    run -1 wrap check yes
    equal "$output" "src/Yes.CSharp/Aot/wrap.sh : error YES0001 : the executable lacks calls of wrap.c: \
$name in $library, and wrap.c says what that breaks"
  done < <(wrap print_functions | awk '{ for (i = 2; i <= NF; i++) print $1, $i }' | tee functions)
  holds "$(wc -l < functions) > 10"
  touch -d '2 days ago' yes.map
  run -1 wrap check yes
  like "$output" '* the link left no map, so nothing shows that wrap.c is in the executable'
}

@test "a missing static C library, or GNU objcopy, fails the build with a sentence that names its package" {
  # As a C compiler answers for a file that it doesn't find.
  make_programs cc-without-library 'echo "${1#-print-file-name=}"'
  run -1 wrap compile ./cc-without-library objcopy wrap.o
  like "$output" 'src/Yes.CSharp/Aot/wrap.sh : error YES0001 : missing libc.a; its package is libc6-dev *'
  run -1 wrap compile cc echo wrap.o
  equal "$output" 'src/Yes.CSharp/Aot/wrap.sh : error YES0001 : missing GNU echo; its package is binutils'
  [[ ! -e wrap.o ]]
}

@test "of the environment the program sees POSIXLY_CORRECT alone" {
  wrap compile cc objcopy wrap.o
  cat > print.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *names[] = {"DOTNET_gcServer", "COMPlus_gcServer", "TERM", "LANG", "HOME", "PATH", "POSIXLY_CORRECT"};
  for (int i = 0; i < 7; i++) if (getenv(names[i])) puts(names[i]);
}
END
  cc -o print print.c wrap.o @wrap.o.options
  equal "$(DOTNET_gcServer=1 COMPlus_gcServer=1 TERM=xterm LANG=C POSIXLY_CORRECT='' ./print)" POSIXLY_CORRECT
}
