#!/usr/bin/env bats
# Tests of yes in unusual environments.

load ../helpers

@test "yes accepts megabytes of operands" {
  local operands
  patiently bash -c 'ulimit -s 64; exec yes abcd' | verify 3000000 abcd
  ulimit -s unlimited
  make_operands 3000000
  yes "${operands[@]}" | verify 20000000 "${operands[@]}"
  operands+=($'\xff')
  yes "${operands[@]}" | verify 20000000 "${operands[@]}"
}

@test "the output doesn't depend on the environment" {
  local locale
  for locale in C.UTF-8 de_DE.ISO-8859-1 zh_CN.GB18030 /nonsense ''; do
    LC_ALL=$locale LANG=$locale yes $'\xe4\xff' 'ä 是' | verify 300000 $'\xe4\xff' 'ä 是'
  done
  env -i bin/yes abcd | verify 3000000 abcd
  yes abcd <&- | verify 3000000 abcd
  yes abcd < / | verify 3000000 abcd
}

@test "yes doesn't read its standard input" {
  run bash -c 'printf "1\n2\n" | { yes | head -n 1; cat; }'
  assert_output $'y\n1\n2'
}
