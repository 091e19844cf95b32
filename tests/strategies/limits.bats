#!/usr/bin/env bats
# Every strategy with little of everything: the right bytes, or none and a clear end. docs/security.md has
# the figures.

load ../helpers

# Runs yes under a limit of ulimit, and checks that it writes the right bytes, or none and ends with at most
# one line of error: check_limited ULIMIT-OPTION VALUE [ENOUGH]
check_limited() {
  local bytes=20001 size status
  timeout 20 bash -c 'ulimit -c 0; ulimit "$1" "$2"; exec "${@:3}"' bash "$1" "$2" "${program[@]}" -- abcd \
    2> errors 3>&- 4>&- | head -c "$bytes" > out
  status=${PIPESTATUS[0]} size=$(stat -c %s out)
  echo "with ulimit $1 $2: $(< errors)"
  verify "$size" abcd < out
  like "$(wc -l < errors)" '[01]'
  holds "$size == $bytes || (${3-0} == 0 && $size == 0 && $status != 0 && $status != 124)"
}

@test "with few descriptors, or little memory, each strategy writes the right bytes, or says why not" {
  local limit value
  while read -r limit value; do
    each_strategy check_limited "-$limit" "$value"
  done < <(printf '%s\n' n\ {3,4,5,7,8,10,12} v\ {30,66,69,74,77}000 d\ {1,12,15}000)
}

@test "what docs/security.md calls enough is enough" {
  each_of 'native vmsplice auto' check_limited -n 3 1
  each_of tee check_limited -n 7 1
  each_of "$(strategies F#)" check_limited -n 4 1
  each_strategy check_limited -v $((80 << 10)) 1
  each_strategy check_limited -d $((32 << 10)) 1
  each_strategy check_limited -s 128 1
}

@test "with 96 MiB of address space there is room for 2 MB of operands" {
  local operands
  make_operands 1900000
  repeat_operands() {
    (ulimit -v $((96 << 10)) && exec "${program[@]}" -- "$@") | verify 6000000 "$@"
  }
  each_of "$(strategies | grep -vx tee)" repeat_operands "${operands[@]}"
}

@test "with too little data for long operands memory is exhausted, in one line" {
  local operands
  make_operands 6000000
  ulimit -s unlimited
  run -1 timeout 20 prlimit --core=0 --data=$((12 << 20)) yes -- "${operands[@]}"
  equal "$output" 'yes: memory exhausted'
}

@test "where membarrier is refused and no memory may be locked, every strategy runs" {
  refuse_barriers() {
    timeout 20 strace -f -qq -o trace -e trace=membarrier,mlock -e inject=membarrier:error=ENOSYS \
      -e inject=mlock:error=EPERM "${program[@]}" abcd | verify 20000 abcd
    grep -q 'membarrier.*INJECTED' trace
  }
  each_strategy refuse_barriers
}

@test "every strategy runs in a root directory that holds nothing else" {
  local as=()
  ((EUID == 0)) || as=(unshare --map-root-user)
  "${as[@]}" chroot / true 2> errors || skip "$(< errors)"
  mkdir root
  cp "$(realpath bin/yes)" root/yes
  run_alone() {
    timeout 20 "${as[@]}" chroot root "/${program[0]}" "${program[@]:1}" 'a ä' | verify 20001 'a ä'
  }
  each_strategy run_alone
}
