#!/usr/bin/env bats
# Tests of the executable's start and of failures that other suites don't cause.

load helpers

# Runs the part of the build that compiles main.c, in a copy of the sources: compile_main RID
compile_main() {
  mkdir -p clone
  cp -r "$root"/{src,global.json,Directory.*} clone
  dotnet msbuild clone/src/Yes.CSharp -nologo -t:CompileMain -p:Configuration=Release \
    -p:RuntimeIdentifier="$1"
}

@test "a build names the package that provides a missing library" {
  # If a compiler can't find a library, -print-file-name prints only its name.
  make_programs cc-without-library 'echo "${1#-print-file-name=}"'
  CC=$PWD/cc-without-library run -1 compile_main linux-x64
  assert_output --partial 'error : libc.a is missing; install libc6-dev (Debian)'
}

@test "a build for a platform without a native executable fails" {
  run -1 compile_main linux-musl-x64
  assert_output --partial 'error : A native executable can be built only on Linux with glibc.'
}

# Links main.c with a program that stands in for the runtime and for managed code. START is the result of
# starting the runtime. CALL is an expression that managed code evaluates: link_main START CALL
link_main() {
  echo 'int RhSetRuntimeInitializationCallback(int (*start)(void)) { return 0; }' > runtime.c
  # Like the runtime, this program first tries to start a thread that nothing uses.
  cat > program.c << END
#include <pthread.h>
#include <stdio.h>
int RhSetRuntimeInitializationCallback(int (*start)(void));
static int start(void) { return pthread_create(0, 0, 0, 0) + $1; }
__attribute__((constructor)) static void prepare(void) { RhSetRuntimeInitializationCallback(start); }
${2:+int yes_run(const char *arguments, int length) { return $2; \}}
END
  cc -w -static -fstack-protector-strong -Wl,--wrap=RhSetRuntimeInitializationCallback -o program program.c \
    runtime.c "$root/src/Yes.CSharp/Aot/main.c"
}

@test "the executable doesn't link without its managed part" {
  run -1 link_main 0 ''
  assert_output --partial "undefined reference to \`yes_run'"
}

@test "managed code receives all arguments as bytes" {
  link_main 0 '! fwrite(arguments, length, 1, stdout)'
  run -0 bash -c './program $'\''a\xff'\'' "" "b c" | od -An -c'
  assert_output '   a 377  \0  \0   b       c  \0'
}

@test "native code rejects a second thread" {
  local call
  for call in 'pthread_create(0, 0, 0, 0)' 'pthread_cond_wait(0, 0)'; do
    link_main 0 "$call"
    run -1 ./program
    assert_output 'yes: the native executable has only one thread'
  done
}

@test "yes reports in one line that the runtime can't start" {
  link_main -1 0
  run -1 ./program
  assert_output 'yes: the .NET runtime can'\''t start, probably for lack of memory'
  run -1 bash -c 'ulimit -v 30000; exec yes'
  assert_output 'yes: the .NET runtime can'\''t start, probably for lack of memory'
}

@test "a slow reader's pipe keeps its size if each read empties the pipe" {
  open_reader yes --strategy tee
  for _ in {1..12}; do
    await holds $((16 * tee_block))
    # yes makes a blocking call once the pipe has been full for 50 attempts.
    await grep -q '^State:.S' "/proc/$writer/status"
    perl -e 'sysread STDIN, my $bytes, 1 << 20 or die' <&"$reader"
  done
  assert_equal "$(perl -e 'print fcntl(STDIN, 1032, 0)' <&"$reader")" 65536 # F_GETPIPE_SZ
}

@test "no strategy shrinks a pipe of 2 GiB" {
  # The first two calls check that standard error and standard output are open for writing.
  strace -qq -o trace -e trace=fcntl -e inject=fcntl:retval=2147483648:when=3+ yes --strategy vmsplice |
    verify 3000000
  assert_file_contains trace 'F_GETPIPE_SZ.*INJECTED'
  run -1 grep F_SETPIPE_SZ trace
}

@test "yes fails if poll can't tell whether a full output has room" {
  local pipe
  mkfifo pipe
  exec {pipe}<> pipe
  fill() {
    into nonblocking strace -qq -o trace -e trace=poll -e inject=poll:retval=1 "${program[@]}" 2>&1 >&"$pipe"
  }
  fail_to_wait() {
    run -1 fill
    assert_output 'yes: standard output: Resource temporarily unavailable'
  }
  each_of 'span native' fail_to_wait
}

@test "--help and --version report an error of close" {
  local option
  for option in --help --version; do
    run -1 patiently strace -qq -o trace -e trace=close -e inject=close:error=EDQUOT yes "$option"
    assert_line 'yes: write error: Disk quota exceeded'
  done
}

@test "yes reports errors of an ICMP message without trying another strategy" {
  local error
  for error in ENONET EPROTO ENOPROTOOPT; do
    run -1 into connection strace -qq -o trace -e trace=splice -e inject=splice:error="$error:when=2" yes
    assert_output --partial 'yes: standard output: '
  done
}

@test "yes makes only the listed system calls after it has been stopped" {
  [[ $(uname -m) == x86_64 ]] || skip 'the list is for x64'
  sed -n '/^For sandbox authors/,/^## /p' "$root/docs/security.md" | grep -oP '`\K[a-z_0-9]+(?=`)' > listed
  # strace can't see the clock_gettime of the vDSO.
  grep -qx clock_gettime listed
  open_reader strace -f -qq -o trace yes --strategy tee
  await grep -qs 'tee(.* 1, ' trace
  # The reader reads slowly enough for yes to sleep.
  start_stopping() {
    local process
    process=$(pgrep -P "$writer" yes)
    head -c 1M <&"$reader" > /dev/null
    kill -s STOP "$process"
    await grep -q '^State:.[Tt]' "/proc/$process/status"
    kill -s CONT "$process"
    grep -q restart_syscall trace
  }
  await start_stopping
  exec {reader}<&-
  sed -nE 's/^[0-9]+ +([a-z_0-9]+)\(.*/\1/p; s/.*<\.\.\. ([a-z_0-9]+) resumed>.*/\1/p' trace | sort -u > called
  run -1 grep -vxFf listed called
}
