#!/usr/bin/env bats
# Tests of the statements in docs/security.md.

load ../helpers

# Links a program that returns VALUE and contains a call to each function that wrap.c replaces, except for
# UNUSED: link_program VALUE [UNUSED]
link_program() {
  grep -oP '__wrap_\K\w+(?=\()' "$root/src/Yes.CSharp/Aot/wrap.c" | grep -vxE -e "main|${2-}" |
    sed 's/.*/long &(); void call_&(void) { &(); }/' > main.c
  echo "int main(void) { return $1; }" >> main.c
  sh -c "$CC -w -c main.c"
  "$root/src/Yes.CSharp/Aot/link" -static -o program main.o
}

@test "yes ignores the environment variables of its runtime" {
  # Normally, the runtime, the C library or the loader obeys these variables.
  local variables=(
    DOTNET_GCHeapHardLimit=1 COMPlus_GCgen0size=1 DOTNET_DbgEnableMiniDump=1 LC_ALL=tr_TR.UTF-16
    DOTNET_EnableEventPipe=1 "DOTNET_EventPipeOutputPath=$PWD/left/nettrace" "TMPDIR=$PWD/left"
    "DOTNET_DiagnosticPorts=$PWD/left/port,connect,suspend" GLIBC_TUNABLES=glibc.malloc.perturb=165
    LD_PRELOAD=/nonexistent.so LD_DEBUG=all "LD_DEBUG_OUTPUT=$PWD/left/ld"
  )
  mkdir left
  write_as_ever() {
    patiently strace -f --seccomp-bpf -qq -o trace -e trace=%file,%network,%process \
      env "${variables[@]}" bin/yes "${program[@]:1}" 'a ä' 2> errors | verify 20001 'a ä'
    assert_equal "$(< errors)" ''
    # After its launch, yes must open no file and start no process. Only tee may create a pair of sockets.
    sed '0,/execve("bin\/yes", .* = 0$/d' trace > own_calls
    assert_file_contains own_calls readlink
    run -1 grep -E '(creat|socket|fork|clone3?|(open|mkdir|mknod|execve)(at2?)?)\(' own_calls
  }
  each_strategy write_as_ever
  run -0 ls -A left
  refute_output
}

@test "the executable is static and hardened" {
  link_program 0
  nm program.wrap.o | grep -q __stack_chk_fail
  run -0 readelf --wide --file-header --program-headers --sections bin/yes
  assert_line --regexp 'Type: +EXEC'
  assert_line --partial GNU_RELRO
  assert_line --regexp 'GNU_STACK .* RW '
  refute_line --partial ' RWE '
  # If these sections existed, a dynamic section would name libraries, the .got.plt table would be writable,
  # and the runtime would have to fill the "hydrated" section at startup.
  refute_line --regexp 'INTERP|DYNAMIC|\.got\.plt|hydrated'
}

@test "no memory is both writable and executable" {
  open_reader yes
  head -c 20000 <&"$reader" > /dev/null
  run -0 cat "/proc/$writer/maps"
  exec {reader}<&-
  assert_line --partial ' r-xp '
  refute_line --regexp ' .wx'
}

@test "a build names the package that provides a missing library" {
  # If a compiler can't find a library, -print-file-name prints only its name.
  make_programs cc-without-library 'echo "${1#-print-file-name=}"'
  CC=./cc-without-library run -1 link_program 0
  assert_output --partial ': error YES0001 : libc.a is missing; install libc6-dev'
}

@test "a build fails if nothing calls a function that wrap.c replaces" {
  CC="env $CC" link_program 0
  # The SDK passes this option if it builds for another platform.
  make_programs bin/other-gcc "exec $CC \"\$@\""
  CC=false "$root/src/Yes.CSharp/Aot/link" --target=other -static -o program main.o
  run -1 link_program 0 fopen64
  assert_output --partial ': error YES0001 : nothing calls fopen64, which wrap.c replaces'
  assert [ ! -e program ]
}

@test "native code rejects a second thread" {
  local call
  # Like the runtime, main first tries to start a thread that nothing uses. wrap.c ignores this attempt.
  for call in 'pthread_create(0, 0, 0, 0)' 'pthread_cond_wait(0, 0)'; do
    link_program "pthread_create(0, 0, 0, 0) + $call"
    run -1 ./program
    assert_output 'yes: the native executable has only one thread'
  done
}

@test "docs/security.md lists all system calls" {
  [[ $(uname -m) == x86_64 ]] || skip 'the list is for x64'
  local trace=(strace -f -qq -A -o "$PWD/trace")
  trace_strategy() {
    local bytes=9000000 # tee sleeps only after it has filled the pipe.
    ! has each-line || bytes=20001
    patiently "${trace[@]}" "${program[@]}" | verify "$bytes"
  }
  each_strategy trace_strategy
  into socket "${trace[@]}" yes | verify 9000000
  "${trace[@]}" yes > /dev/full 2> errors || assert_file_contains errors 'No space left on device'
  "${trace[@]}" yes >&- 2> errors || assert_file_contains errors 'Bad file descriptor'
  open_reader "$root/artifacts/into" small-nonblocking "${trace[@]}" yes
  await grep -q ' poll(' trace
  exec {reader}<&-
  sed -nE 's/^[0-9]+ +([a-z_0-9]+)\(.*/\1/p' trace | sort -u > called
  sed -n '/^For sandbox authors/,/^## /p' "$root/docs/security.md" |
    grep -oP '`\K[a-z_0-9]+(?=`)' | grep -vx yes | sort -u > listed
  diff listed called
}
