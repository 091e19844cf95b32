#!/usr/bin/env bats
# The start: what comes before the first line, and what is linked between the runtime and the C library.

load ../helpers

# Runs yes, and notes the calls that write, or set up a strategy.
traced_yes=(strace -qq -o trace -e "trace=write,fcntl,pipe2,socketpair,prctl" yes)

# Prints these calls in order.
print_calls() {
  grep -oE '^(write\([12],|pipe2|socketpair|prctl|fcntl\(1, F_SETPIPE_SZ)' trace
}

@test "auto writes its first lines into a pipe before it sets up anything" {
  "${traced_yes[@]}" | head -c 100000 > /dev/null
  equal "$(print_calls | head -n 3)" $'write(1,\nfcntl(1, F_SETPIPE_SZ\npipe2'
  print_calls | grep socketpair
}

@test "a standard output that takes nothing ends auto before it sets up anything" {
  run -1 bash -c '"$@" > /dev/full' bash "${traced_yes[@]}"
  equal "$(print_calls)" $'write(1,\nwrite(2,'
  # A pipe whose reader has gone.
  run -141 env --default-signal=PIPE perl -e \
    'pipe my $reader, my $writer; close $reader; open STDOUT, ">&", $writer; exec @ARGV' "${traced_yes[@]}"
  equal "$(print_calls)" 'write(1,'
}

@test "the start looks for no limits and no memory, starts no thread, and learns the bounds of its stack" {
  strace -f -qq -o trace -e trace=%file,clone,clone3,getrandom yes | head -c 100000 > /dev/null
  run -1 grep -E 'cgroup|mountinfo|meminfo|system/node|urandom|clone' trace
  grep -q '"/proc/self/maps", .* = [0-9]' trace
}

@test "in a control group with little memory every strategy runs" {
  local group=/sys/fs/cgroup limit
  if [[ -e $group/memory/memory.limit_in_bytes ]]; then
    group=$group/memory/yes-$$ limit=memory.limit_in_bytes
  else
    group=$group/yes-$$ limit=memory.max
  fi
  mkdir "$group" 2> /dev/null && [[ -e $group/$limit ]] || skip 'needs root and a memory control group'
  echo $((8 << 20)) > "$group/$limit"
  run_limited() {
    bash -c 'echo $$ > "$1/cgroup.procs" && exec timeout 20 yes --strategy "$2" abcd' \
      bash "$group" "$strategy" | verify 300000 abcd
  }
  each_strategy run_limited
  rmdir "$group"
}

# Puts runtime.o into a library.
archive_runtime() {
  rm -f runtime.a
  ar rc runtime.a runtime.o
}

# Makes a library that stands in for the runtime's: make_runtime OPTION...
make_runtime() {
  c++ -O2 -Wall -Wextra -Werror -c "$@" -o runtime.o "$BATS_TEST_DIRNAME/runtime.cpp"
  archive_runtime
}

# Compiles wrap.c for that library: compile_wrap CC
compile_wrap() {
  "$root/tools/compile-wrap" "$1" runtime.a "$root/src/Yes.CSharp/Libc/wrap.c" wrap.o
}

# Checks what the program of the library prints: prints PROGRAM SIGPIPE-OPTION SETTING FILES DUMPS KIB SIGPIPE
prints() {
  equal "$(ulimit -s 1024; env "--$2-signal=PIPE" DOTNET_GCHeapHardLimit=1 POSIXLY_CORRECT=2 "./$1")" \
    "$(printf '%s\n' "DOTNET_GCHeapHardLimit: $3" 'POSIXLY_CORRECT: 2' "$4" "$5" \
      "thread: $6 KiB" "thread: $6 KiB" "SIGPIPE: $7")"
}

@test "wrap.c keeps its promises with the runtime of .NET 9 and of .NET 10" {
  local options generation
  mapfile -t options < <(dotnet msbuild "$root/src/Yes.CSharp" -getItem:WrappedFunction |
    jq -r '.Items.WrappedFunction[].Identity | "-Wl,--wrap=" + .')
  for generation in -DNET9 -UNET9; do
    make_runtime "$generation"
    compile_wrap cc
    cc -static -o wrapped wrap.o "${options[@]}" runtime.a
    prints wrapped default 'not found' 'no files' 'no dumps' 256 default
    prints wrapped ignore 'not found' 'no files' 'no dumps' 256 ignored
    # Without it neither is kept.
    cc -static -o unwrapped runtime.a
    prints unwrapped default 1 files dumps 1024 ignored
  done
}

@test "a runtime that wrap.c has no effect on fails the build with a sentence" {
  local missing
  for missing in getenv signal fopen64 pthread_create; do
    make_runtime -UNET9
    objcopy --redefine-sym "$missing=another" runtime.o
    archive_runtime
    run -1 compile_wrap cc
    equal "$output" "tools/compile-wrap : error YES0001 : the runtime does not call $missing any more, so \
wrap.c has no effect; see docs/security.md"
    [[ ! -e wrap.o ]]
  done
}

@test "a missing static C library fails the build with a sentence that names its package" {
  # As a C compiler answers for a file that it doesn't find.
  printf '#!/bin/sh\necho "${1#-print-file-name=}"\n' > cc-without-library
  chmod +x cc-without-library
  make_runtime -UNET9
  run -1 compile_wrap ./cc-without-library
  [[ $output == 'tools/compile-wrap : error YES0001 : missing libc.a; its package is libc6-dev (Debian), '* ]]
  [[ ! -e wrap.o ]]
}
