#!/usr/bin/env bats
# bats file_tags=long
# The program for arm64 with pages of 64 KiB, run by qemu-user: Debian has no such kernel. The suite kernels
# tries smaller pages.

load ../helpers

setup_file() {
  "$root/tools/install-missing" qemu-aarch64-static
  make -s -C "$root" artifacts/arm64/yes
  export YES=$BATS_FILE_TMPDIR/yes
  make_programs "$YES" "exec qemu-aarch64-static -p 65536 '$root/artifacts/arm64/yes' \"\$@\""
}

# But for what qemu can't do: as process 1 it dies of signals that the kernel keeps from it, it handles
# signals of its own, and it reports a crash. Suites about system calls, limits and speed would see those of
# qemu.
@test "the suite for GNU's yes holds of it" {
  run -1 bats --tap --jobs 2 --no-parallelize-within-files "$root/tests/gnu"
  equal "$(sed -n 's/^not ok [0-9]* //p' <<< "$output")" \
    "as process 1, which SIGPIPE does not end, it ends with a message
signals are blocked as the caller chose
signals are ignored as the caller chose, and none is handled
signals of a crash end it at once and silently"
}
