#!/usr/bin/env bats
# Tries the programs in docs/lessons in situations that their code may meet in other programs.

load helpers

lessons=$root/artifacts/lessons

# Runs a lesson that must end with this status and report this line: expect STATUS MESSAGE NAME [ARGUMENT...]
expect() {
  local status=0
  patiently "$lessons/$3" "${@:4}" 2> errors || status=$?
  assert_equal "${*:3}: $status $(< errors)" "${*:3}: $1 $2"
}

# Checks the bytes from each lesson until its reader exits, which must end the lesson: check_lessons OUTPUT
check_lessons() {
  local lesson
  for lesson in naive 'naive mended' bytes lines stream; do
    # shellcheck disable=SC2086 # Each word is an argument.
    patiently into "$1" "$lessons"/$lesson 2> errors | verify 200000
    assert_equal "$lesson ${PIPESTATUS[*]} $(< errors)" "$lesson 141 0 "
  done
}

@test "each lesson ends when its reader exits" {
  check_lessons pipe
}

@test "each lesson waits while a non-blocking pipe is full" {
  VERIFY=late check_lessons nonblocking
}

@test "each lesson reports a full device or a closed output" {
  for lesson in naive bytes lines stream; do
    expect 1 'No space left on device' "$lesson" > /dev/full
    expect 1 'Bad file descriptor' "$lesson" >&-
  done
  # Without standard input, standard output may be a pipe of the runtime.
  expect 1 'Bad file descriptor' stream <&- >&-
  # This lesson writes its last lines when it closes the stream.
  expect 1 'No space left on device' lines 1 > /dev/full
}

@test "lines writes the given number of lines or rejects its argument" {
  { patiently "$lessons/lines" 3 && patiently "$lessons/lines" 0 && echo end; } > file
  assert_equal "$(< file)" $'y\ny\ny\nend'
  # If a lesson wrote lines here, it would report the full device.
  expect 1 'usage: lines [COUNT]' lines ten > /dev/full
}
