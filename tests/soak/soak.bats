#!/usr/bin/env bats
# The short form of `make soak`: gigabytes, and hundreds at once.

load ../helpers

@test "gigabytes through the oracle and through pv, with flat memory" {
  "$BATS_TEST_DIRNAME/soak" 8 > report
  sed 's/^/# /' report >&3
}

# Lists the descriptors of this shell, in a file: a pipe would be one of them.
list_descriptors() {
  find "/proc/$BASHPID/fd" -type l -printf '%l\n' > "$1"
}

# Counts them by kind.
count_descriptors() {
  sed 's/:.*//' "$1" | sort | uniq -c
}

# Prints the processes that have the mark in their environment.
list_marked() {
  env -u MARK grep -lzx "MARK=$MARK" /proc/[0-9]*/environ 2> /dev/null || true
}

is_marked() {
  list_marked | grep -q "/$1/"
}

no_process_is_left() {
  [[ ! $(list_marked) ]]
}

@test "200 at once whose readers stop at random leave no process, descriptor or pipe behind" {
  local i operand bytes pids=() held
  # Every process that starts from here on inherits the mark.
  export MARK=soak.$BASHPID
  list_descriptors before
  RANDOM=1
  for i in {1..200}; do
    bytes=$((RANDOM * (RANDOM % 8 ? 1 : 1000)))
    operand=$(operand $((1 + RANDOM % 9000)))
    case $((i % 4)) in
      0) timeout 60 yes "$operand" | head -c "$bytes" > /dev/null & ;;
      1) timeout 60 yes "$operand" | timeout "0.$((RANDOM % 3))$((1 + RANDOM % 9))" cat > /dev/null & ;;
      *) timeout 60 yes "$operand" | verify "$bytes" "$operand" & ;;
    esac
    pids+=("$!")
  done
  # The list finds a process that runs: a writer whose pipe is full.
  mkfifo pipe
  exec {held}<> pipe
  timeout 60 yes > pipe {held}>&- &
  await is_marked "$!"
  exec {held}>&-
  for i in "${!pids[@]}"; do
    # 124 comes from the timeout that ends a reader; yes itself has more time than it needs.
    wait "${pids[i]}" || equal "$?" 124
  done
  # A process ends shortly after its reader.
  await no_process_is_left
  list_descriptors after
  equal "$(count_descriptors after)" "$(count_descriptors before)"
}
