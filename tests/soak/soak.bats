#!/usr/bin/env bats
# The short form of `make soak`: gigabytes, and hundreds at once.

load ../helpers

@test "gigabytes through the oracle and through pv, with flat memory" {
  "$BATS_TEST_DIRNAME/soak" 8 > report
  sed 's/^/# /' report >&3
}

# The descriptors of this shell, by what they are: descriptors
descriptors() {
  find "/proc/$self/fd" -type l -printf '%l\n' | sed 's/:.*//' | sort | uniq -c
}

# The processes that have the mark in their environment: marked
marked() {
  env -u MARK grep -lzx "MARK=$MARK" /proc/[0-9]*/environ 2> /dev/null || true
}

@test "200 at once whose readers stop at random leave no process, descriptor or pipe behind" {
  local i operand bytes pids=() before self=$BASHPID
  # Whatever is started from here on inherits the mark.
  export MARK=soak.$BASHPID
  before=$(descriptors)
  RANDOM=1
  for i in {1..200}; do
    bytes=$((RANDOM * (RANDOM % 8 ? 1 : 1000)))
    operand=$(operand $((1 + RANDOM % 9000)))
    case $((i % 4)) in
      0) timeout 60 yes "$operand" | head -c "$bytes" > /dev/null & ;;
      1) timeout 60 yes "$operand" | timeout "0.$((1 + RANDOM % 9))" cat > /dev/null & ;;
      *) timeout 60 yes "$operand" | verify "$bytes" "$operand" & ;;
    esac
    pids+=("$!")
  done
  # There is something to be found.
  [[ $(marked) ]]
  for i in "${!pids[@]}"; do
    # 124 is that of the timeout that ends a reader; yes itself is given more time than it takes.
    wait "${pids[i]}" || equal "$?" 124
  done
  # A process whose reader has gone may have a moment's work left before it is gone as well.
  for i in {1..50}; do
    [[ $(marked) ]] || break
    sleep 0.1
  done
  equal "$(marked)" ''
  equal "$(descriptors)" "$before"
}
