#!/usr/bin/env bats
# bats file_tags=long
# Tests of the program for arm64 with 64 KiB pages, in qemu-user because Debian has no kernel for them.

load ../helpers

setup_file() {
  "$root/tools/install-missing" qemu-aarch64-static
  make -s -C "$root" artifacts/arm64/yes
  export YES=$BATS_FILE_TMPDIR/yes
  make_programs "$YES" "exec qemu-aarch64-static -p 65536 '$root/artifacts/arm64/yes' \"\$@\""
}

@test "yes for arm64 passes most of the suite gnu in qemu-user" {
  # As process 1, qemu dies of signals that the kernel would not deliver to yes. qemu also handles some
  # signals itself and prints a message when the program crashes.
  run -0 bats --tap --jobs 2 --no-parallelize-within-files --filter-tags '!not-under-qemu' "$root/tests/gnu"
  assert [ "$(grep -c '^ok' <<< "$output")" -gt 20 ]
}
