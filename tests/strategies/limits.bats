#!/usr/bin/env bats
# Every strategy with little of everything: the right bytes, or none and a clear end. docs/security.md has the
# figures.

load ../helpers

# The address space that every strategy needs, in KiB, and with 2 MB of operands.
address_space=81920
address_space_for_operands=98304

# Runs a command, and writes its messages to the file errors and its exit status to the file status: note_end
# COMMAND...
note_end() {
  local code=0
  "$@" 2> errors 3>&- || code=$?
  echo "$code" > status
}

# Runs yes under a limit of ulimit, and checks that it writes the right bytes, or none and ends with at most
# one line of error: check_limited ULIMIT-OPTION VALUE
check_limited() {
  local bytes=20001 size
  note_end timeout 20 bash -c 'ulimit -c 0; ulimit "$1" "$2"; exec "${@:3}"' \
    bash "$1" "$2" "${yes[@]}" -- abcd | head -c "$bytes" > out
  size=$(stat -c %s out)
  echo "with ulimit $1 $2: $size bytes, status $(< status), $(< errors)"
  verify "$size" abcd < out
  (($(wc -l < errors) <= 1))
  ((size == bytes || (size == 0 && $(< status) != 0 && $(< status) != 124)))
}

# The same, and yes has to write: check_writing ULIMIT-OPTION VALUE
check_writing() {
  check_limited "$@"
  [[ -s out ]]
}

# Runs a command as a user who may have so many threads: run_with_threads COUNT COMMAND...
# Root has no such limit. Another user's other processes don't count in a user namespace.
run_with_threads() {
  local as=(unshare --user)
  ((EUID)) || as=(setpriv --reuid=61234 --regid=61234 --clear-groups)
  timeout 20 "${as[@]}" prlimit --core=0 --nproc="$1" "${@:2}"
}

@test "with few descriptors each strategy writes the right bytes, or says why not" {
  local limit
  for limit in 3 5 7 8 10 12; do
    each_strategy check_limited -n "$limit"
  done
  # These need no descriptor of their own.
  each_of 'native vmsplice auto' check_writing -n 3
  each_of "$(file_strategies)" check_writing -n 9
  each_strategy check_writing -n 16
}

@test "with little address space it fails to start; with 80 MiB every strategy runs" {
  local limit
  for limit in 30000 66000 69000 74000 77000; do
    each_strategy check_limited -v "$limit"
  done
  each_strategy check_writing -v "$address_space"
}

@test "with 96 MiB of address space there is room for 2 MB of operands" {
  local operands
  make_operands 1900000
  repeat_operands() {
    (ulimit -v "$address_space_for_operands" && exec "${yes[@]}" -- "$@") | verify 6000000 "$@"
  }
  each_strategy repeat_operands "${operands[@]}"
}

@test "with too little data for long operands memory is exhausted, in one line" {
  local operands
  make_operands 6000000
  ulimit -s unlimited
  run -1 timeout 20 prlimit --core=0 --data=$((36 << 20)) yes --strategy tee -- "${operands[@]}"
  equal "$output" 'yes: memory exhausted'
}

@test "with little data it fails to start; with 32 MiB every strategy runs" {
  local limit
  for limit in 1000 12000 15000; do
    each_strategy check_limited -d "$limit"
  done
  each_strategy check_writing -d 32768
}

@test "a stack of 128 KiB is enough for every strategy" {
  each_strategy check_writing -s 128
}

@test "a user who may have no second thread runs what needs no console, and one who may have three all" {
  local open
  open=$(copy_for_others)
  limit_threads() {
    local limit size
    for limit in 1 2 3; do
      note_end run_with_threads "$limit" "$open/${yes[0]}" "${yes[@]:1}" abcd | head -c 20001 > out
      size=$(stat -c %s out)
      echo "with $limit: $size bytes, status $(< status), $(< errors)"
      verify "$size" abcd < out
      if ((limit < 3)) && managed_strategies | grep -qx "$strategy"; then
        equal "$(< status) $(< errors)" '1 yes: System.Console: Resource temporarily unavailable'
      else
        [[ -s out && ! -s errors ]]
      fi
    done
  }
  each_strategy limit_threads
  rm -r "$open"
}

@test "a console that can't be set up is an error in one line" {
  fail_console() {
    run -1 bash -c 'ulimit -n 8 -f 1000; exec timeout 20 "$@" > file' bash "${yes[@]}" 3>&-
    equal "$output" 'yes: System.Console: Too many open files'
  }
  each_of "$(managed_strategies)" fail_console
}

@test "every strategy runs in a root directory that holds nothing else" {
  local as=()
  ((EUID == 0)) || as=(unshare --map-root-user)
  mkdir root
  cp "$(realpath bin/yes)" root/yes
  run_alone() {
    timeout 20 "${as[@]}" chroot root "/${yes[0]}" "${yes[@]:1}" 'a ä' | verify 20001 'a ä'
  }
  each_strategy run_alone
}

@test "in a control group with little memory every strategy runs" {
  local group=/sys/fs/cgroup limit=memory.max
  [[ ! -e $group/memory/memory.limit_in_bytes ]] || group+=/memory limit=memory.limit_in_bytes
  group+=/yes-$$
  ((EUID == 0)) && mkdir "$group" 2> /dev/null && [[ -e $group/$limit ]] ||
    skip 'needs root and a memory control group'
  echo $((8 << 20)) > "$group/$limit"
  run_limited() {
    # shellcheck disable=SC2016 # For the inner shell.
    bash -c 'echo $$ > "$0/cgroup.procs" && exec timeout 20 "$@" abcd' "$group" "${yes[@]}" |
      verify 300000 abcd
  }
  each_strategy run_limited
  rmdir "$group"
}
