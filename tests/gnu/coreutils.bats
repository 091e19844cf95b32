#!/usr/bin/env bats
# The checks of the newest tests/misc/yes.sh of coreutils: the sizes of its buffers, many operands, a full
# device, and a kernel without the calls that copy nothing.

load ../helpers

# Checks the first lines for these operands: check_lines OPERAND...
check_lines() {
  cmp <(timeout 20 yes "$@" | head -n 2) <(printf '%s\n' "$*" "$*")
}

# Checks the first lines while system calls fail: check_lines_without CALLS ERRNO OPERAND...
check_lines_without() {
  cmp <(timeout 20 strace -f -qq -o trace -e trace="$1" -e inject="$1:error=$2" yes "${@:3}" | head -n 2) \
    <(printf '%s\n' "${*:3}" "${*:3}")
}

# The calls that move bytes without copying them. The ? is for architectures that lack one.
zero_copy='splice,tee,vmsplice'
pipes='?pipe,pipe2'

@test "a single operand of the sizes of coreutils' buffers" {
  local size
  for size in 1 1999 4095 4096 8191 8192 16383 16384; do
    check_lines "$(printf "%${size}s" '')"
  done
}

@test "100 and 4,000 operands" {
  local count
  for count in 100 4000; do
    mapfile -t operands < <(seq "$count")
    check_lines "${operands[@]}"
  done
}

@test "a full device is one error, for a short and a long line" {
  local size
  for size in 1 16384; do
    run -1 bash -c 'timeout 20 yes "$1" > /dev/full' bash "$(printf "%${size}s" '')"
    equal "$output" 'yes: standard output: No space left on device'
  done
}

@test "the calls that copy nothing are not implemented: ENOSYS" {
  local size
  for size in 1 1999 4095 4096 8191 8192 16383 16384; do
    check_lines_without "$zero_copy" ENOSYS "$(printf "%${size}s" '')"
  done
}

@test "pipe and pipe2 find no descriptor: EMFILE" {
  check_lines_without "$pipes" EMFILE y
  check_lines_without "$pipes" EMFILE "$(printf '%16384s' '')"
}

@test "with a standard output that is no pipe those calls may fail as well" {
  local calls
  for calls in "$zero_copy" "$pipes"; do
    run -153 bash -c 'ulimit -f 16
      timeout 20 strace -f -qq -o trace -e trace="$1" -e inject="$1:error=ENOSYS" yes > file' bash "$calls"
    cmp file <(gnu_yes | head -c 16384)
    run -1 timeout 20 strace -f -qq -o trace -e trace="$calls" -e inject="$calls:error=ENOSYS" \
      bash -c 'exec yes > /dev/full'
    equal "$output" 'yes: standard output: No space left on device'
  done
}
