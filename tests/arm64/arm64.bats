#!/usr/bin/env bats
# bats file_tags=long
# The program for arm64 with 64 KiB pages, run by qemu-user because Debian has no such kernel.

load ../helpers

setup_file() {
  "$root/tools/install-missing" qemu-aarch64-static
  make -s -C "$root" artifacts/arm64/yes
  export YES=$BATS_FILE_TMPDIR/yes
  make_programs "$YES" "exec qemu-aarch64-static -p 65536 '$root/artifacts/arm64/yes' \"\$@\""
}

@test "the program for arm64 passes the tests of GNU yes, except for those that see qemu" {
  run bats --tap --jobs 2 --no-parallelize-within-files "$root/tests/gnu"
  # As process 1, qemu dies of signals that the kernel keeps from it. It also handles signals of its own, and
  # reports a crash.
  assert_equal "$(grep '^not ok' <<< "$output" | grep -v 'process 1\|signals')" ''
  assert [ "$(grep -c '^ok' <<< "$output")" -gt 20 ]
}
