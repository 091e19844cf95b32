#!/usr/bin/env bats
# The stream through real pipes, to fast and slow readers.

load ../helpers

@test "pv gets lines and nothing else" {
  equal "$(yes abc | head -c 40M | pv -q | sort -u)" abc
}

@test "a reader of odd sizes gets every byte" {
  yes abc | head -c 4000000 | dd bs=7 status=none | verify 4000000 abc
  equal "$(yes | dd bs=1 count=1001 status=none | tr -d '\n')" "$(printf 'y%.0s' {1..501})"
}

@test "a reader that waits until the pipe is full gets every byte" {
  yes abc | VERIFY=late verify 900009 abc
}

@test "it runs a command that asks for confirmation" {
  mkdir full
  touch full/{1..9}
  # shellcheck disable=SC2216 # With -i rm does read.
  yes | rm -ri full > /dev/null 2>&1
  [[ ! -e full ]]
}
