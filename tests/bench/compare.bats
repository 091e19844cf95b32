#!/usr/bin/env bats
# Tests of make bench-compare, which compares two executables in one run.

load helpers

@test "bench-compare reports a slower strategy" {
  # The base runs auto, which is a thousand times as fast as console. On a busy machine, the base may still
  # get no CPU time in a round. With twelve rounds, two such rounds don't change the verdict.
  make_programs base '[ "$1" = --list-strategies ] && exec "$YES" "$1"; exec "$YES" "$3"'
  BASE=$PWD/base DURATION=0.1 ROUNDS=12 READERS=dd STRATEGIES=console run_bench compare
  assert_failure 1
  assert_line --regexp '^\| console +\| dd .*\| +slower +\| +-(99\.[0-9]|100\.0)% \(.*\) \|$'
}

@test "build-revision builds a commit even after a killed build" {
  install -D -t bench "$root/bench/build-revision"
  install -D -t tools "$root/tools/environment"
  printf 'artifacts/yes: word\n\tmkdir -p artifacts\n\tcp word artifacts/yes\n' > Makefile
  echo old > word
  git init -q
  git add Makefile word
  git -c user.name=a -c user.email=a@example.org commit -qm message
  echo new > word
  mkdir -p "artifacts/compare/$(git rev-parse HEAD | cut -c 1-12)/.git"
  for _ in 1 2; do
    assert_equal "$(cat "$(bench/build-revision HEAD)")" old
    rm -r artifacts
  done
}
