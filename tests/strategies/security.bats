#!/usr/bin/env bats
# No environment changes what the executable does or makes it leave files behind. How it is linked.

load ../helpers

# Prints variables that the runtime, its libraries, the C library and the loader obey: NAME=VALUE, a line
# each. Of each kind a few: all are read by getenv, which answers for one name only. A file that they make has
# a name that begins with "left".
print_settings() {
  cat << END
DOTNET_DiagnosticPorts=$PWD/left-port,connect,suspend
DOTNET_EnableEventPipe=1
DOTNET_EventPipeOutputPath=$PWD/left-{pid}.nettrace
DOTNET_PerfMapEnabled=1
DOTNET_StressLog=1
DOTNET_StressLogFilename=$PWD/left-stress-{pid}.log
DOTNET_DbgEnableMiniDump=1
DOTNET_DbgMiniDumpName=$PWD/left-dump.%p
COMPlus_EnableEventPipe=1
CORECLR_ENABLE_PROFILING=1
CORECLR_PROFILER={12345678-1234-1234-1234-123456789012}
CORECLR_PROFILER_PATH=$PWD/hook.so
DOTNET_STARTUP_HOOKS=$PWD/hook.dll
DOTNET_GCName=hook.so
DOTNET_GCLogEnabled=1
DOTNET_GCLogFile=$PWD/left-gc.log
DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=0
DOTNET_Thread_DefaultStackSize=1
DOTNET_EnableHWIntrinsic=0
CLR_ICU_VERSION_OVERRIDE=1.0
LC_ALL=tr_TR.UTF-16
TERM=xterm
HOME=/nonexistent
GLIBC_TUNABLES=glibc.malloc.perturb=165:glibc.malloc.arena_max=1
LD_PRELOAD=$PWD/hook.so
LD_DEBUG=all
LD_DEBUG_OUTPUT=$PWD/left-ld
LD_TRACE_LOADED_OBJECTS=1
LOCPATH=$PWD
END
}

# Prints the settings of the garbage collector, by their names in the executable: those of this runtime's
# version.
print_collector_settings() {
  strings -n 6 bin/yes | grep -xE '(GC|gc|BGC)[A-Za-z0-9]{3,}' | sort -u
}

# Checks that these variables change nothing: check_with VARIABLE=VALUE...
check_with() {
  { timeout 20 env "$@" "bin/${yes[0]}" "${yes[@]:1}" 'a ä' 2> errors || true; } | head -c 20001 > out
  verify 20001 'a ä' < out
  equal "$(< errors)" ''
}

# Makes a directory with the executable and the program that the runtime would start for a dump.
make_home() {
  mkdir home
  cp "$(realpath bin/yes)" home/yes
  printf '#!/bin/sh\ntouch %q\n' "$PWD/left-by-createdump" > home/createdump
  chmod +x home/createdump
}

@test "no setting of the garbage collector changes the output" {
  local name names value all
  mapfile -t names < <(print_collector_settings)
  # They were found.
  ((${#names[@]} > 40)) && [[ " ${names[*]} " == *' GCHeapHardLimit '* ]]
  for name in "${names[@]}" GCStress HeapVerify; do
    equal "$name: $(env "DOTNET_$name=1" bin/yes abc 2>&1 | head -n 2)" "$name: "$'abc\nabc'
  done
  for value in 1 7fffffffffffffff nonsense; do
    mapfile -t all < <(printf "DOTNET_%s=$value\n" "${names[@]}")
    each_strategy check_with "${all[@]}"
  done
}

@test "no variable of the runtime, its libraries or the C library changes the output" {
  local all
  mapfile -t all < <(print_settings)
  each_strategy check_with "${all[@]}"
}

@test "no variable makes it leave a file or a socket, or start a program" {
  local all before trace=$BATS_FILE_TMPDIR/trace
  local calls='execve|v?fork|socket|bind|connect|listen|memfd_create|shmget'
  mapfile -t all < <(print_settings)
  make_home
  mkdir tmp
  cd tmp
  before=$(find ..)
  leave_nothing() {
    timeout 20 strace -f -qq -o "$trace" \
      -e trace=%file,socket,bind,connect,listen,memfd_create,fork,vfork,clone,clone3,shmget \
      env "${all[@]}" HOME="$PWD/../home" TMPDIR="$PWD" "../home/${yes[0]}" "${yes[@]:1}" abcd |
      head -c 20001 > /dev/null
    # A line for each call after its own start, which succeeded.
    sed '0,/execve("\.\.\/home\/yes", .* = 0$/d' "$trace" > "$trace.own"
    grep -q '/proc/self/cmdline' "$trace.own"
    run grep -E "O_CREAT|O_WRONLY|O_RDWR| ($calls)\(|mk(dir|nod)|(sym|un| )link|rename" "$trace.own"
    equal "$output" ''
    # Threads only.
    run grep -E ' clone3?\(' "$trace.own"
    equal "$(grep -v CLONE_THREAD <<< "$output")" ''
  }
  each_strategy leave_nothing
  equal "$(find ..)" "$before"
}

@test "signals of a crash end it at once and silently, without a dump" {
  crash() {
    ends_by_signal "$@" env DOTNET_DbgEnableMiniDump=1 DOTNET_DbgMiniDumpName="$PWD/left-dump" \
      "home/${yes[0]}" "${yes[@]:1}"
  }
  make_home
  ulimit -c 0
  for crash in 'SEGV 139' 'ABRT 134' 'FPE 136' 'BUS 135' 'ILL 132' 'QUIT 131'; do
    # shellcheck disable=SC2086 # Two words.
    each_strategy crash $crash
  done
  equal "$(find . -name 'left*')" ''
}

# Prints the lines of the executable's headers that match: print_header PATTERN
print_header() {
  readelf --wide --file-header --program-headers --dynamic bin/yes | grep -E "$1"
}

@test "it is linked statically, with full RELRO" {
  # A dynamic section would name libraries and the loader's work.
  run -1 print_header 'INTERP|DYNAMIC'
  print_header GNU_RELRO
  # Full: no table of functions can be written to.
  run -1 grep -F .got.plt <(readelf --wide --sections bin/yes)
}

@test "nothing that can be written to can be executed, the stack included" {
  [[ $(print_header GNU_STACK) =~ \ RW\ +0x ]]
  print_header 'LOAD .* R E '
  run -1 print_header 'LOAD .* RWE '
  # Nor while it runs.
  check_mappings() {
    exec {reader}< <(exec "${yes[@]}")
    local maps=/proc/$!/maps
    head -c 20000 <&"$reader" > /dev/null
    grep -q ' r-xp ' "$maps"
    run -1 grep ' .wx' "$maps"
    exec {reader}<&-
  }
  each_strategy check_mappings
}

# Prints the functions of the executable that call or jump to a function: print_callers FUNCTION
print_callers() {
  local symbols address
  symbols=$(realpath "$root"/artifacts/bin/Yes.CSharp/release_*/native/yes.dbg)
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

@test "it is not position-independent, a choice that docs/security.md explains" {
  print_header 'Type: +EXEC'
  grep -q 'position-independent' "${BATS_TEST_DIRNAME%/tests/*}/docs/security.md"
}

# Makes a library that stands in for the runtime's, and calls only these functions, and compiles wrap.c for
# it:
#   compile_wrap CC FUNCTION...
compile_wrap() {
  printf 'void %s(void);\n' "${@:2}" > runtime.c
  echo "void start(void) { $(printf '%s(); ' "${@:2}")}" >> runtime.c
  cc -w -c runtime.c
  ar rc runtime.a runtime.o
  "$root/tools/compile-wrap" "$1" runtime.a "$root/src/Yes.CSharp/Libc/wrap.c" wrap.o
}

@test "a runtime that wrap.c has no effect on fails the build with a sentence" {
  local name names others
  read -ra names < <(sed -n 's/^for name in \(.*\); do/\1/p' "$root/tools/compile-wrap")
  ((${#names[@]} >= 8))
  for name in "${names[@]}"; do
    rm -f runtime.a
    mapfile -t others < <(printf '%s\n' "${names[@]}" | grep -vx "$name")
    run -1 compile_wrap cc "${others[@]}"
    equal "$output" "tools/compile-wrap : error YES0001 : the runtime does not call $name any more, so \
wrap.c has no effect; see docs/security.md"
    [[ ! -e wrap.o ]]
  done
}

@test "a missing static C library fails the build with a sentence that names its package" {
  # As a C compiler answers for a file that it doesn't find.
  printf '#!/bin/sh\necho "${1#-print-file-name=}"\n' > cc-without-library
  chmod +x cc-without-library
  run -1 compile_wrap ./cc-without-library getenv signal
  [[ $output == 'tools/compile-wrap : error YES0001 : missing libc.a; its package is libc6-dev (Debian), '* ]]
  [[ ! -e wrap.o ]]
}

@test "of the environment the program sees POSIXLY_CORRECT alone" {
  local names options
  names=$(sed -n 's/.*<WrappedFunction Include="\(.*\)".*/\1/p' "$root/src/Yes.CSharp/Yes.CSharp.csproj")
  mapfile -t options < <(tr ';' '\n' <<< "$names" | sed 's/^/-Wl,--wrap=/')
  cat > print.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **names) {
  while (--count) if (getenv(*++names)) puts(*names);
}
END
  cc -o print print.c "$root/src/Yes.CSharp/Libc/wrap.c" "${options[@]}"
  equal "$(env DOTNET_gcServer=1 COMPlus_gcServer=1 TERM=xterm LANG=C POSIXLY_CORRECT= ./print \
    DOTNET_gcServer COMPlus_gcServer TERM LANG HOME PATH POSIXLY_CORRECT)" POSIXLY_CORRECT
}

@test "its data is ready to use in the file" {
  run -1 grep -w hydrated <(readelf --wide --sections bin/yes)
}
