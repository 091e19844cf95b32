#!/usr/bin/env bats
# bats file_tags=long
# Tests of yes for arm64 with 64 KiB pages. They use qemu-user because Debian has no kernel for such pages.

export reads=artifacts/arm64/yes
load ../helpers

setup_file() {
  "$root/tools/install-missing" qemu-aarch64-static:qemu-user-static
  export YES=$BATS_FILE_TMPDIR/yes
  make_programs "$YES" "exec qemu-aarch64-static -p 65536 '$root/artifacts/arm64/yes' \"\$@\""
}

@test "yes for arm64 passes most GNU compatibility tests" {
  # qemu handles some signals itself, so the tests of these signals would fail.
  run -0 bats --tap --jobs 2 --no-parallelize-within-files --filter-tags '!not-under-qemu' "$root/tests/gnu"
  assert [ "$(grep -c '^ok' <<< "$output")" -ge 15 ]
}
