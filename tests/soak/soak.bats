#!/usr/bin/env bats
# The default for a long time: gigabytes or, when the suite is named, a tebibyte, and hundreds at once.

load ../helpers

# Prints the peak of a process's resident memory so far, in KiB: print_peak PID
print_peak() {
  awk '/^VmHWM/ { print $2 }' "/proc/$1/status"
}

# Passes the stream of the default through a reader, and checks that the peak of the memory stays flat:
#   soak READER...
soak() {
  local stream before after
  exec {stream}< <(exec yes 2> errors 3>&-)
  # A producer that has filled the pipe has all the memory that it needs.
  VERIFY=late verify 2 <&"$stream"
  before=$(print_peak "$!")
  "$@" <&"$stream" > /dev/null
  after=$(print_peak "$!")
  exec {stream}<&-
  # It ends, silently, when this shell, the last reader, has closed the pipe.
  wait "$!" || equal "$?" 141
  equal "$(< errors)" ''
  echo "# $*: peak of memory $before KiB, then $after KiB" >&3
  holds "$before > 0 && $after - $before <= 256"
}

@test "gigabytes through the oracle and through pv, with flat memory" {
  soak verify $((8 << 30))
  soak pv --quiet --size 8G --stop-at-size
}

# bats test_tags=long
@test "a tebibyte, or GIB" {
  soak verify $((${GIB-1024} << 30))
  soak pv --quiet --size "${GIB-1024}G" --stop-at-size
}

@test "200 at once whose readers stop at random get the right bytes, and each writer ends" {
  local i operand bytes pids=()
  # Runs a writer beside a reader, and checks that both end as they have to: run_pair READER...
  run_pair() {
    local status
    timeout 60 yes "$operand" | "$@" && status=("${PIPESTATUS[@]}") || status=("${PIPESTATUS[@]}")
    # 124 comes from the timeout that ends a reader; yes itself has more time than it needs.
    [[ ${status[*]} =~ ^141\ (0|124)$ ]] || { echo "$*: status ${status[*]}"; return 1; }
  }
  RANDOM=1
  for i in {1..200}; do
    bytes=$((1 + RANDOM * (RANDOM % 8 ? 1 : 1000)))
    operand=$(operand $((1 + RANDOM % 9000)))
    case $((i % 4)) in
      0) run_pair head -c "$bytes" > /dev/null & ;;
      1) run_pair timeout "0.$((RANDOM % 3))$((1 + RANDOM % 9))" cat > /dev/null & ;;
      *) run_pair verify "$bytes" "$operand" & ;;
    esac
    pids+=("$!")
  done
  for i in "${pids[@]}"; do
    wait "$i"
  done
}
