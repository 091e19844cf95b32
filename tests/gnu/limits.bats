#!/usr/bin/env bats
# It runs with little of everything, wherever GNU yes does.

load ../helpers

@test "a stack of 64 KiB is enough, and with one without end there is room for 6 MB of operands" {
  local operands
  bash -c 'ulimit -s 64; exec timeout 20 yes abcd' | verify 3000000 abcd
  ulimit -s unlimited
  yes abcd | verify 3000000 abcd
  # The most that Linux passes on.
  make_operands 6000000
  yes -- "${operands[@]}" | verify 20000000 "${operands[@]}"
  # Not UTF-8, few of which the runtime would have room for.
  mapfile -t operands < <("$GNU_YES" $'\xff' | head -n 500000)
  yes "${operands[@]}" | verify 3000000 "${operands[@]}"
}

@test "locales, an empty environment and an odd standard input change nothing" {
  local locale
  for locale in C.UTF-8 de_DE.ISO-8859-1 zh_CN.GB18030 /nonsense ''; do
    LC_ALL=$locale LANG=$locale yes $'\xe4\xff' 'ä 是' | verify 300000 $'\xe4\xff' 'ä 是'
  done
  env -i "$(realpath bin/yes)" abcd | verify 3000000 abcd
  yes abcd <&- | verify 3000000 abcd
  yes abcd < / | verify 3000000 abcd
}

@test "without /proc the operands are right, whatever their bytes" {
  timeout 20 strace -f -qq -o trace -P /proc/self/cmdline -P /proc/self/maps -e inject=%file:error=ENOENT \
    yes 'äöü 是 🙂' '' $'\xff' | verify 3000000 'äöü 是 🙂' '' $'\xff'
}
