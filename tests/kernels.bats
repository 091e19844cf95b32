#!/usr/bin/env bats
# bats file_tags=long
# Tests of yes on Debian's kernels, and on arm64. QEMU runs without KVM, so the tests work on every machine.
# The init script runs as process 1 in the guest.

load helpers
# Without KVM, a guest is slow. The helpers use this variable.
export patience=600

setup_file() {
  INSTALL_MISSING=1 "$root/tools/install-missing" cpio qemu-aarch64-static:qemu-user-static \
    aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu,libc6-dev-arm64-cross \
    qemu-system-aarch64:qemu-system-arm qemu-system-x86_64:qemu-system-x86
  make -s -C "$root" artifacts/linux-arm64/yes CC=aarch64-linux-gnu-gcc
}

# Boots a kernel, which the first run downloads, and checks that init reports no error:
#   boot VERSION RELEASE ARCHITECTURE PACKAGE
boot() {
  local program kernel=$root/artifacts/kernels/$2-$3 yes=$YES cc=cc console=ttyS0
  # With other CPU models, Linux 6.12 does not run in QEMU 7.2.
  local qemu=(qemu-system-x86_64 -M pc -cpu qemu64)
  if [[ $3 == arm64 ]]; then
    yes=$root/artifacts/linux-arm64/yes cc=aarch64-linux-gnu-gcc console=ttyAMA0
    qemu=(qemu-system-aarch64 -M 'virt,gic-version=3' -cpu 'max,pauth-impdef=on')
  fi
  if [[ ! -e $kernel ]]; then
    grep -qrs '/debian\b' /etc/apt/sources.list{,.d} || skip "apt's configuration names no mirror of Debian"
    ONLY='^(linux-(image|binary)-[0-9]|busybox)' \
      "$root/tools/unpack-packages" "$kernel" "$2" "$3" "$4" busybox-static
  fi

  mkdir -p guest/{bin,dev,proc}
  cp "$root/tests/support/init" "$yes" "$(find "$kernel" -path '*/bin/busybox')" guest
  for program in verify into; do
    "$cc" -O2 -static -o "guest/$program" "$root/tests/support/$program.c"
  done
  (cd guest && mv busybox bin && find . | cpio --create --format=newc --quiet) > initramfs
  run patiently "${qemu[@]}" -accel tcg,thread=single -m 1500 -nographic -vga none -nic none -no-reboot \
    -kernel "$(find "$kernel" -name 'vmlinuz*')" -initrd initramfs \
    -append "console=$console quiet panic=-1 rdinit=/init" < /dev/null
  assert_line --regexp "^Linux $1"
  refute_line --partial WRONG
  assert_line --partial 'init has ended'
}

@test "every strategy runs on x64 with Linux 5.10 and newer" {
  boot 5.10. bullseye amd64 linux-image-cloud-amd64
  boot 6.1. bookworm amd64 linux-image-cloud-amd64
  boot 6.12. trixie amd64 linux-image-cloud-amd64
  boot '' forky amd64 linux-image-cloud-amd64
}

@test "every strategy runs on Linux for arm64, also with 16 KiB pages" {
  boot 6.1. bookworm arm64 linux-image-cloud-arm64
  boot '.*-16k' forky arm64 linux-image-arm64-16k
}

# Debian has no kernel for such pages, so this test uses qemu-user.
@test "yes for arm64 with 64 KiB pages passes most GNU compatibility tests" {
  ln -s "$root/artifacts/linux-arm64/yes" yes-for-arm64
  printf '%s\n' '#!/bin/sh' "exec qemu-aarch64-static -p 65536 $PWD/yes-for-arm64 \"\$@\"" |
    install /dev/stdin emulated
  # qemu handles some signals itself, so the tests of these signals would fail.
  YES=$PWD/emulated run -0 bats --tap --filter-tags '!not-under-qemu' "$root/tests/gnu.bats"
  assert [ "$(grep -c '^ok' <<< "$output")" -ge 12 ]
}
