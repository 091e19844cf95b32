#!/usr/bin/env bats
# It runs with little of everything, wherever GNU yes does.

load ../helpers

# Runs a command while what is done with files of /proc that it may read has another effect:
#   with_proc EFFECT COMMAND...
with_proc() {
  timeout 20 strace -f -qq -o trace -P /proc/self/cmdline -P /proc/self/maps -e inject="$1" "${@:2}"
}

@test "a command line of another process in /proc is not taken for its own" {
  local content
  for content in '' 'yes' 'yes\0--help\0' '--help\0\0' 'yes\0hell\0'; do
    printf %b "$content" > content
    with_proc openat:retval=9 yes hello ä 9< content | verify 3000000 hello ä
  done
}

@test "a stack of 64 KiB is enough, and with one without end there is room for 6 MB of operands" {
  local operands
  bash -c 'ulimit -s 64; exec timeout 20 yes abcd' | verify 3000000 abcd
  ulimit -s unlimited
  yes abcd | verify 3000000 abcd
  # The most that Linux passes on.
  make_operands 6000000
  yes -- "${operands[@]}" | verify 20000000 "${operands[@]}"
}

@test "locales, an empty environment and an odd standard input change nothing" {
  local locale
  for locale in C.UTF-8 de_DE.ISO-8859-1 zh_CN.GB18030 /nonsense ''; do
    LC_ALL=$locale LANG=$locale yes $'\xe4\xff' 'ä 是' | verify 300000 $'\xe4\xff' 'ä 是'
  done
  env -i "$(realpath bin/yes)" abcd | verify 3000000 abcd
  run -1 env -i bash -c 'exec -a yes "$1" --foo' bash "$(realpath bin/yes)"
  equal "$output" "yes: unrecognized option '--foo'"$'\n'"Try 'yes --help' for more information."
  yes abcd <&- | verify 3000000 abcd
  yes abcd < / | verify 3000000 abcd
}

@test "without /proc the operands are right as far as they are UTF-8" {
  with_proc %file:error=ENOENT yes 'äöü 是 🙂' '' b | verify 3000000 'äöü 是 🙂' '' b
  with_proc %file:error=ENOENT yes '' | verify 300000 ''
  run -1 with_proc %file:error=ENOENT yes --foo
  # strace says what a path stands for.
  equal "$(grep -v ^strace: <<< "$output")" "yes: unrecognized option '--foo'"$'\n'"\
Try 'yes --help' for more information."
}
