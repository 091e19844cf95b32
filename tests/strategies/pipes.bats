#!/usr/bin/env bats
# The pv harness: every strategy through a real pipe for a moment.

load ../helpers

# Prints the bytes that pv counts in a second of a strategy: count_bytes STRATEGY
count_bytes() {
  timeout 1 yes --strategy "$1" | pv --numeric --bytes --interval 0.1 2>&1 > /dev/null | tail -n 1
}

@test "every strategy writes through pv, in the order of the blog post and beyond" {
  local -A rate
  local strategy
  for strategy in $(strategies); do
    rate[$strategy]=$(count_bytes "$strategy")
    echo "# $strategy: $(numfmt --to=iec-i --suffix=B/s "${rate[$strategy]}")" >&3
    ((rate[$strategy] > 0))
  done
  # Each step is tenfold and more, so noise does not hide it.
  ((rate[printfn] < rate[streamwriter]))
  ((rate[console] < rate[streamwriter]))
  ((rate[streamwriter] < rate[span]))
  ((rate[span] < rate[auto]))
}

@test "resident memory stays under 16 MiB and does not grow" {
  # Prints the peak so far, in KiB.
  print_peak() {
    awk '/^VmHWM/ { print $2 }' "/proc/$1/status"
  }
  check_memory() {
    exec {reader}< <(exec yes --strategy "$strategy")
    local pid=$! early late
    head -c 200000 <&"$reader" > /dev/null
    early=$(print_peak "$pid")
    timeout 1 cat <&"$reader" > /dev/null || true
    late=$(print_peak "$pid")
    exec {reader}<&-
    echo "$strategy: $early KiB, then $late KiB"
    ((late < 16 * 1024 && late - early < 4096))
  }
  each_strategy check_memory
}
