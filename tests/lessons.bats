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

# Checks the bytes from a command until its reader exits, which must end the command: check_output COMMAND...
check_output() {
  patiently "$@" 2> errors | verify 200000
  assert_equal "$* ${PIPESTATUS[*]} $(< errors)" "$* 141 0 "
}

@test "each lesson ends when its reader exits" {
  for file in "$root"/docs/lessons/*.cs; do
    check_output "$lessons/$(basename "$file" .cs)"
  done
  check_output "$lessons/naive" mended
  # Otherwise, tee would fill several slots before the reader starts.
  check_output into small "$lessons/tee"
}

@test "each lesson waits while a non-blocking pipe is full" {
  export VERIFY=late
  for file in "$root"/docs/lessons/*.cs; do
    check_output into nonblocking "$lessons/$(basename "$file" .cs)"
  done
}

@test "each lesson but tee reports a full device or a closed output" {
  for lesson in naive bytes lines stream; do
    expect 1 'No space left on device' "$lesson" > /dev/full
    expect 1 'Bad file descriptor' "$lesson" >&-
  done
  # These lessons write their last lines when they close the stream.
  expect 1 'No space left on device' lines 1 > /dev/full
}

@test "each lesson but tee reports a file that would become too large" {
  # Without this variable, the runtime itself needs a file of 2 GiB.
  export DOTNET_EnableWriteXorExecute=0
  # Without the trap, SIGXFSZ would kill the lesson.
  trap '' XFSZ
  message="Specified file length was too large for the file system. (Parameter 'value')"
  for lesson in naive bytes lines; do
    (ulimit -S -f 100 && expect 1 "$message" "$lesson" > file)
  done
  # The next program writes after the output.
  { (ulimit -S -f 100 && expect 1 'File too large' stream); echo end; } > file
  assert_equal "$(stat -c %s file) $(tail -c 6 file)" $'102404 y\nend'
}

@test "tee reports that standard output is not a pipe" {
  expect 1 'Standard output is not a pipe' tee > file
  expect 1 'Standard output is not a pipe' tee > /dev/full
  expect 1 'Standard output is not a pipe' tee >&-
}

@test "stream reports an output that accepts no bytes" {
  # After exec, the memory of the shell no longer exists, so each write to it returns 0.
  run patiently bash -c 'exec "$0" > /proc/self/mem' "$lessons/stream"
  assert_failure 1
  assert_output 'No space left on device'
  # As the lesson says, the console's stream repeats the write forever.
  run timeout -s KILL 0.5 bash -c 'exec "$0" > /proc/self/mem' "$lessons/bytes"
  assert_failure 137
}

@test "lines writes the given number of lines or rejects its argument" {
  { patiently "$lessons/lines" 3 && patiently "$lessons/lines" 0 && echo end; } > file
  assert_equal "$(< file)" $'y\ny\ny\nend'
  # If a lesson wrote lines here, it would report the full device.
  for argument in ten -1 1.5 ''; do
    expect 1 'usage: lines [COUNT]' lines "$argument" > /dev/full
  done
  expect 1 'usage: lines [COUNT]' lines 3 4 > /dev/full
}

@test "naive writes 8 KiB per system call after Console.SetOut" {
  local trace=(strace --seccomp-bpf -fqqo calls -e write -e signal=none)
  "${trace[@]}" "$lessons/naive" mended | head -c 100000 > /dev/null
  assert [ "$(grep -c '8192) *= 8192' calls)" -ge 10 ]
  "${trace[@]}" "$lessons/naive" | head -c 1000 > /dev/null
  assert [ "$(grep -c '"y\\n", 2) *= 2' calls)" -ge 400 ]
}
