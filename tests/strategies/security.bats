#!/usr/bin/env bats
# No environment changes what the executable does or makes it leave files behind. How it is linked.

load ../helpers

# Prints the variables that switch on the diagnostics, hooks and logs of the runtime: NAME=VALUE, a line each.
# The name of every file that they make begins with "left".
print_diagnostics() {
  cat << EOF
DOTNET_DiagnosticPorts=$PWD/left-port,connect,suspend
DOTNET_DefaultDiagnosticPortSuspend=1
DOTNET_EnableDiagnostics=1
DOTNET_EnableDiagnostics_IPC=1
DOTNET_EnableDiagnostics_Debugger=1
DOTNET_EnableDiagnostics_Profiler=1
DOTNET_EnableEventPipe=1
DOTNET_EventPipeOutputPath=$PWD/left-{pid}.nettrace
DOTNET_EventPipeOutputStreaming=1
DOTNET_EventPipeConfig=*:FFFFFFFFFFFFFFFF:5
DOTNET_EventPipeCircularMB=1
DOTNET_EnableEventLog=1
DOTNET_LTTng=1
DOTNET_PerfMapEnabled=1
DOTNET_PerfMapJitDumpPath=$PWD
DOTNET_StressLog=1
DOTNET_StressLogLevel=6
DOTNET_LogFacility=ffffffff
DOTNET_StressLogSize=100000
DOTNET_TotalStressLogSize=1000000
DOTNET_StressLogFilename=$PWD/left-stress-{pid}.log
DOTNET_DbgEnableMiniDump=1
DOTNET_DbgMiniDumpType=4
DOTNET_DbgMiniDumpName=$PWD/left-dump.%p
DOTNET_CreateDumpDiagnostics=1
DOTNET_CreateDumpVerboseDiagnostics=1
DOTNET_CreateDumpLogToFile=$PWD/left-createdump.log
DOTNET_EnableCrashReport=1
DOTNET_EnableCrashReportOnly=1
COMPlus_DbgEnableMiniDump=1
COMPlus_EnableEventPipe=1
CORECLR_ENABLE_PROFILING=1
CORECLR_PROFILER={12345678-1234-1234-1234-123456789012}
CORECLR_PROFILER_PATH=$PWD/hook.so
CORECLR_PROFILER_PATH_64=$PWD/hook.so
CORECLR_ENABLE_NOTIFICATION_PROFILERS=1
DOTNET_STARTUP_HOOKS=$PWD/hook.dll
DOTNET_ADDITIONAL_DEPS=$PWD
DOTNET_SHARED_STORE=$PWD
DOTNET_ROOT=$PWD
DOTNET_BUNDLE_EXTRACT_BASE_DIR=$PWD
DOTNET_GCName=hook.so
DOTNET_GCPath=$PWD/hook.so
DOTNET_GCLogEnabled=1
DOTNET_GCLogFile=$PWD/left-gc.log
DOTNET_GCConfigLogEnabled=1
DOTNET_GCConfigLogFile=$PWD/left-gc-config.log
EOF
}

# Prints the variables that change how the runtime and its libraries treat text, terminals and threads.
print_text_settings() {
  cat << EOF
DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=0
DOTNET_SYSTEM_GLOBALIZATION_PREDEFINED_CULTURES_ONLY=0
DOTNET_SYSTEM_GLOBALIZATION_APPLOCALICU=$PWD
CLR_ICU_VERSION_OVERRIDE=1.0
DOTNET_SYSTEM_CONSOLE_ALLOW_ANSI_COLOR_REDIRECTION=1
DOTNET_SYSTEM_BUFFERS_SHAREDARRAYPOOL_MAXPARTITIONCOUNT=1
DOTNET_SYSTEM_BUFFERS_SHAREDARRAYPOOL_MAXARRAYSPERPARTITION=1
DOTNET_SYSTEM_IO_DISABLEFILELOCKING=1
DOTNET_Lock_AdaptiveSpinPeriod=1
DOTNET_Lock_SpinCount=1
DOTNET_Thread_DefaultStackSize=1
DOTNET_ThreadPool_ForceMinWorkerThreads=7fff
DOTNET_TieredCompilation=0
DOTNET_TieredPGO=0
DOTNET_ReadyToRun=0
DOTNET_EnableAVX=0
DOTNET_EnableHWIntrinsic=0
DOTNET_JitStdOutFile=$PWD/left-jit.log
NO_COLOR=1
FORCE_COLOR=1
CLICOLOR_FORCE=1
COLUMNS=1
LINES=1
LANG=de_DE.ISO-8859-1
LC_MESSAGES=zh_CN.GB18030
LC_CTYPE=nonsense
TERM=xterm
TERMINFO=$PWD
EOF
}

# Prints the variables that the C library's start and the loader know.
print_libc_settings() {
  cat << EOF
GLIBC_TUNABLES=glibc.malloc.perturb=165:glibc.malloc.arena_max=1:glibc.malloc.mmap_threshold=1
MALLOC_PERTURB_=165
MALLOC_ARENA_MAX=1
LD_PRELOAD=$PWD/hook.so
LD_AUDIT=$PWD/hook.so
LD_LIBRARY_PATH=$PWD
LD_BIND_NOW=1
LD_WARN=1
LD_DEBUG=all
LD_DEBUG_OUTPUT=$PWD/left-ld
LD_PROFILE=libc.so.6
LD_PROFILE_OUTPUT=$PWD
LD_SHOW_AUXV=1
LD_TRACE_LOADED_OBJECTS=1
GCONV_PATH=$PWD
GETCONF_DIR=$PWD
LOCPATH=$PWD
EOF
}

# Prints the settings of the garbage collector, by their names in the executable: those of this runtime's
# version.
print_collector_settings() {
  strings -n 6 bin/yes | grep -xE '(GC|gc|BGC)[A-Za-z0-9]{3,}' | sort -u
}

# Checks that these variables change nothing: check_with VARIABLE=VALUE...
check_with() {
  { timeout 20 env "$@" bin/yes --strategy "$strategy" 'a ä' 2> errors || true; } | head -c 20001 > out
  echo "$strategy with $1 and $(($# - 1)) others: $(stat -c %s out) bytes, $(< errors)"
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
  ((${#names[@]} > 40))
  [[ " ${names[*]} " == *' GCHeapHardLimit '* ]]
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
  mapfile -t all < <(print_diagnostics; print_text_settings; print_libc_settings)
  each_strategy check_with "${all[@]}"
  each_strategy check_with "${all[@]}" LC_ALL=tr_TR.UTF-16 HOME=/nonexistent
}

@test "no variable makes it leave a file or a socket, or start a program" {
  local all before strategy trace=$BATS_FILE_TMPDIR/trace
  local calls='execve|v?fork|socket|bind|connect|listen|memfd_create|shmget'
  mapfile -t all < <(print_diagnostics; print_text_settings; print_libc_settings)
  make_home
  mkdir tmp
  cd tmp
  before=$(find ..)
  for strategy in $(strategies); do
    timeout 20 strace -f -qq -o "$trace" \
      -e trace=%file,socket,bind,connect,listen,memfd_create,fork,vfork,clone,clone3,shmget \
      env "${all[@]}" HOME="$PWD/../home" TMPDIR="$PWD" ../home/yes --strategy "$strategy" abcd |
      head -c 20001 > /dev/null
    # A line for each call after its own start, which succeeded.
    sed '0,/execve("\.\.\/home\/yes", .* = 0$/d' "$trace" > "$trace.own"
    grep -q '/proc/self/cmdline' "$trace.own"
    run grep -E "O_CREAT|O_WRONLY|O_RDWR| ($calls)\(|mk(dir|nod)|(sym|un| )link|rename" "$trace.own"
    equal "$strategy: $output" "$strategy: "
    # Threads only.
    run grep -E ' clone3?\(' "$trace.own"
    equal "$strategy: $(grep -v CLONE_THREAD <<< "$output")" "$strategy: "
  done
  equal "$(find ..)" "$before"
}

@test "signals of a crash end it at once and silently, without a dump" {
  crash() {
    ends_by_signal "$@" env DOTNET_DbgEnableMiniDump=1 DOTNET_DbgMiniDumpName="$PWD/left-dump" \
      home/yes --strategy "$strategy"
  }
  make_home
  ulimit -c 0
  each_strategy crash SEGV 139
  each_strategy crash ABRT 134
  each_strategy crash FPE 136
  each_strategy crash BUS 135
  each_strategy crash ILL 132
  each_strategy crash QUIT 131
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
    exec {reader}< <(exec yes --strategy "$strategy")
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
