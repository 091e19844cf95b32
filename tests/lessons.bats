#!/usr/bin/env bats
# Tries the programs in docs/lessons in situations that their code may meet in other programs.
# shellcheck disable=SC2086 # A lesson's name and its arguments are words.

load helpers

lessons=$root/artifacts/lessons

# Runs a lesson that must end with this status and report this line: expect STATUS MESSAGE NAME [ARGUMENT...]
expect() {
  local status=0
  patiently "$lessons/$3" "${@:4}" 2> errors || status=$?
  assert_equal "${*:3}: $status $(< errors)" "${*:3}: $1 $2"
}

@test "each lesson ends when its reader exits" {
  local lesson output
  # The reader first reads when the pipe is full.
  export VERIFY=late
  for lesson in naive 'naive mended' bytes stream; do
    for output in pipe nonblocking; do
      patiently into "$output" "$lessons"/$lesson 2> errors | verify 200000
      assert_equal "$lesson ${PIPESTATUS[*]} $(< errors)" "$lesson 141 0 "
    done
  done
}

@test "each lesson reports a full device or a closed output" {
  for lesson in naive 'naive mended' bytes stream; do
    expect 1 'No space left on device' $lesson > /dev/full
    expect 1 'Bad file descriptor' $lesson >&-
  done
  # Without standard input, standard output may be a pipe of the runtime.
  expect 1 'Bad file descriptor' stream <&- >&-
}
