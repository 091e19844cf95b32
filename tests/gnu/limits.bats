#!/usr/bin/env bats
# It runs with little of everything, wherever GNU yes does.

load ../helpers

# Runs a command with nothing in /proc.
without_proc() {
  local namespaces=(--mount)
  # Another user than root is root in a new user namespace.
  ((EUID == 0)) || namespaces+=(--map-root-user)
  mkdir -p empty
  # shellcheck disable=SC2016 # For the inner shell.
  unshare "${namespaces[@]}" \
    bash -c 'mount --bind empty /proc && [[ ! -e /proc/self ]] && exec "$@"' bash "$@"
}

@test "four descriptors are enough, and with three it writes the same, or says why not in one line" {
  local limit
  for limit in {4..9}; do
    bash -c 'ulimit -n "$1"; exec timeout 20 yes abcd' bash "$limit" 3>&- | verify 3000000 abcd
  done
  # The loader of a dynamic executable needs one.
  bash -c 'ulimit -n 3; exec timeout 20 yes abcd' 3>&- 2> errors | head -c 3000000 > out
  if [[ -s out ]]; then verify 3000000 abcd < out; else equal "$(wc -l < errors)" 1; fi
}

@test "a stack of 64 KiB is enough, and one without end" {
  local limit
  for limit in 64 256 1024 unlimited; do
    bash -c 'ulimit -s "$1"; exec timeout 20 yes abcd' bash "$limit" | verify 3000000 abcd
  done
}

@test "an empty environment changes nothing" {
  env -i "$(realpath bin/yes)" abcd | verify 3000000 abcd
  run -1 env -i bash -c 'exec -a yes "$1" --foo' bash "$(realpath bin/yes)"
  equal "$output" "yes: unrecognized option '--foo'"$'\n'"Try 'yes --help' for more information."
}

@test "locales change nothing, whether they exist or not" {
  local locale
  for locale in C C.UTF-8 POSIX de_DE.ISO-8859-1 zh_CN.GB18030 nonsense /nonsense ''; do
    LC_ALL=$locale LANG=$locale yes $'\xe4\xff' 'ä 是' | verify 300000 $'\xe4\xff' 'ä 是'
  done
}

@test "standard input may be closed, or a directory" {
  yes abcd <&- | verify 3000000 abcd
  yes abcd < / | verify 3000000 abcd
}

@test "an unprivileged user gets the same" {
  local as=() open
  ((EUID)) || as=(setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs)
  open=$(copy_for_others)
  (cd "$open" && timeout 20 "${as[@]}" ./yes abcd) | verify 30000000 abcd
  rm -r "$open"
}

@test "without /proc the operands are right as far as they are UTF-8" {
  without_proc timeout 20 yes abcd | verify 3000000 abcd
  without_proc timeout 20 yes 'äöü 是 🙂' '' b | verify 300000 'äöü 是 🙂' '' b
  without_proc timeout 20 yes '' | verify 300000 ''
  run -1 without_proc yes --foo
  equal "$output" "yes: unrecognized option '--foo'"$'\n'"Try 'yes --help' for more information."
}

@test "6 MB of operands come out, the most that Linux passes on" {
  local operands
  make_operands 6000000
  ulimit -s unlimited
  yes -- "${operands[@]}" | verify 20000000 "${operands[@]}"
}
