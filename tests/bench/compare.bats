#!/usr/bin/env bats
# Two executables in one run.

load helpers

# Compares a strategy of this project's executable with that of a program, which lists the same:
#   compare ROUNDS STRATEGY COMMAND
compare() {
  make_programs base "case \$1 in --list-strategies) exec \"\$YES\" \"\$1\" ;; esac; $3"
  BASE=./base DURATION=0.3 ROUNDS=$1 READERS=dd STRATEGIES=$2 run_bench compare
}

@test "what is slower has a verdict and a status of its own" {
  # Its streamwriter is a hundred times as fast, so that no other program hides it.
  run -3 --separate-stderr compare 8 streamwriter 'exec "$YES" "$3"'
  grep -E '^\| streamwriter +\| slower 1/[0-9.]+ \(1/[0-9.]+–1/[0-9.]+\) \|$' <<< "$output"
}

@test "a base that writes wrong bytes is caught" {
  run -1 --separate-stderr compare 1 native 'exec "$GNU_YES" n'
  grep -xF 'Wrong output of native of the base, hence no rate: byte 0 is wrong.' <<< "$output"
}

@test "a base is built from its own commit, and two bases stand beside each other" {
  install -D -t tools "$root/tools/build-revision"
  printf 'artifacts/yes: word\n\tmkdir -p artifacts\n\tcp word artifacts/yes\n' > Makefile
  git init -q
  local word
  for word in old new; do
    echo "$word" > word
    git add Makefile word
    git -c user.name=a -c user.email=a@example.org commit -qm "$word"
  done
  tools/build-revision HEAD
  # As `make clean` does.
  rm -r artifacts
  equal "$(cat "$(tools/build-revision HEAD~)" "$(tools/build-revision HEAD)" | paste -sd ' ')" 'old new'
}
