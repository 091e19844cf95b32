#!/usr/bin/env bats
# How it ends when standard output takes no more, as GNU yes does.

load ../helpers

@test "it is killed by SIGPIPE when the reader has gone" {
  run -141 env --default-signal=PIPE bash -c 'status_after_line'
  equal "$output" ''
}

@test "with SIGPIPE ignored a reader that has gone is an error" {
  run -1 env --ignore-signal=PIPE bash -c 'status_after_line'
  equal "$output" 'yes: standard output: Broken pipe'
}

@test "a full device is an error" {
  run -1 bash -c 'timeout 20 yes > /dev/full'
  equal "$output" 'yes: standard output: No space left on device'
}

@test "a closed standard output is an error" {
  run -1 bash -c 'timeout 20 yes >&-'
  equal "$output" 'yes: standard output: Bad file descriptor'
  run -1 bash -c 'timeout 20 yes >&- <&-'
  equal "$output" 'yes: standard output: Bad file descriptor'
}

@test "a standard output that is open for reading only is an error" {
  run -1 bash -c 'timeout 20 yes 1< /dev/null'
  equal "$output" 'yes: standard output: Bad file descriptor'
}

@test "with all standard streams closed it fails in silence" {
  run -1 bash -c 'timeout 20 yes <&- >&- 2>&-'
  equal "$output" ''
}

@test "the texts of --help and --version need room as well" {
  run -1 bash -c 'yes --help > /dev/full'
  equal "$output" 'yes: write error: No space left on device'
  run -1 bash -c 'yes --version >&-'
  equal "$output" 'yes: write error: Bad file descriptor'
}

@test "the file size limit ends it with SIGXFSZ, after a full file" {
  run -153 bash -c 'ulimit -f 100; yes > file; exit "$?"'
  equal "$(stat -c %s file)" 102400
  equal "$(sort -u file)" y
}

@test "with SIGXFSZ ignored the file size limit is an error" {
  run -1 env --ignore-signal=XFSZ bash -c 'ulimit -f 100; yes > file'
  equal "$output" 'yes: standard output: File too large'
  equal "$(stat -c %s file)" 102400
}

@test "stopped and continued in the background it goes on" {
  "$root/tests/stop-and-continue" /dev/null bin/yes
}

@test "SIGINT, SIGTERM and SIGHUP end it at once with the usual status" {
  ends_by_signal INT 130 yes
  ends_by_signal TERM 143 yes
  ends_by_signal HUP 129 yes
}
