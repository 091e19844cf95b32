#!/usr/bin/env bats
# The stream through real pipes, whoever reads it and however slowly.

load ../helpers

@test "pv gets lines and nothing else" {
  equal "$(yes abc | head -c 40M | pv -q | sort -u)" abc
}

@test "a reader of odd sizes gets every byte" {
  equal "$(yes abc | head -c 4000000 | dd bs=7 status=none | md5sum)" "$(gnu_yes abc | head -c 4000000 | md5sum)"
  equal "$(yes | dd bs=1 count=1001 status=none | tr -d '\n')" "$(printf 'y%.0s' {1..501})"
}

@test "a reader that sleeps gets every byte" {
  slow_reader() {
    for _ in {1..9}; do
      dd bs=100001 count=1 iflag=fullblock status=none
      sleep 0.05
    done
  }
  equal "$(yes abc | slow_reader | md5sum)" "$(gnu_yes abc | head -c 900009 | md5sum)"
}

@test "it runs a command that asks for confirmation" {
  mkdir full
  touch full/{1..9}
  # shellcheck disable=SC2216 # With -i rm does read.
  yes | rm -ri full > /dev/null 2>&1
  [[ ! -e full ]]
}
