#!/usr/bin/env bats
# The pv harness: every strategy through a real pipe for a moment.

load ../helpers

# Prints the peak of a process's resident memory so far, in KiB.
print_peak() {
  awk '/^VmHWM/ { print $2 }' "/proc/$1/status"
}

# Sets rate[STRATEGY] to the bytes that pv counts in a second, and checks the memory: count_bytes STRATEGY
count_bytes() {
  local pid early late
  exec {reader}< <(exec yes --strategy "$1")
  pid=$!
  head -c 200000 <&"$reader" > /dev/null
  early=$(print_peak "$pid")
  timeout 1 pv --numeric --bytes --interval 0.1 2> counted > /dev/null <&"$reader" || equal "$?" 124
  late=$(print_peak "$pid")
  exec {reader}<&-
  echo "$1: $early KiB, then $late KiB"
  ((late < 16 * 1024 && late - early < 4096))
  rate[$1]=$(tail -n 1 counted)
}

@test "every strategy writes through pv, in the order of the blog post and beyond, and in 16 MiB" {
  local -A rate
  local strategy
  for strategy in $(strategies); do
    count_bytes "$strategy"
    echo "# $strategy: $(numfmt --to=iec-i --suffix=B/s "${rate[$strategy]}")" >&3
    ((rate[$strategy] > 0))
  done
  # Each step is tenfold and more, so noise does not hide it.
  ((rate[printfn] < rate[streamwriter]))
  ((rate[console] < rate[streamwriter]))
  ((rate[streamwriter] < rate[span]))
  ((rate[span] < rate[auto]))
}
