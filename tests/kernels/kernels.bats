#!/usr/bin/env bats
# bats file_tags=long
# The program under Debian's kernels, which QEMU runs without KVM, so that any machine can. See init.

load ../helpers

setup_file() {
  "$root/tools/install-missing" aarch64-linux-gnu-gcc cpio qemu-system-aarch64 qemu-system-x86_64
  make -s -C "$root" artifacts/arm64/yes
}

# Boots a kernel of a release, with init as process 1, which must find nothing wrong and come to its end. The
# kernel is kept, so that only the first run gets it: boot VERSION RELEASE ARCHITECTURE PACKAGE
boot() {
  local release kernel=$root/artifacts/kernels/$2-$3 yes=$YES cc=cc console=ttyS0
  # Other types of processors end 6.12 in QEMU 7.2.
  local qemu=(qemu-system-x86_64 -M pc -cpu qemu64)
  if [[ $3 == arm64 ]]; then
    yes=$root/artifacts/arm64/yes cc=aarch64-linux-gnu-gcc console=ttyAMA0
    qemu=(qemu-system-aarch64 -M 'virt,gic-version=3' -cpu 'max,pauth-impdef=on')
  fi
  [[ -e $kernel ]] || grep -qrs '/debian\b' /etc/apt/sources.list{,.d} ||
    skip "apt's configuration names no mirror of Debian"
  [[ -e $kernel ]] || ONLY='^(linux-(image|binary)-[0-9]|busybox)' \
    "$root/bench/unpack-packages" "$kernel" "$2" "$3" "$4" busybox-static
  mkdir -p guest/{bin,dev,proc}
  cp "$BATS_TEST_DIRNAME/init" "$yes" guest
  cp "$(find "$kernel" -path '*/bin/busybox')" guest/bin
  "$cc" -O2 -static -o guest/verify "$root/tests/verify.c"
  (cd guest && find . | cpio --create --format=newc --quiet) > initramfs
  timeout 200 "${qemu[@]}" -accel tcg,thread=single -m 1500 -nographic -vga none -nic none -no-reboot \
    -kernel "$(find "$kernel" -name 'vmlinuz*')" -initrd initramfs \
    -append "console=$console quiet panic=-1 rdinit=/init" < /dev/null | tr -d '\r' | tee console
  no_match WRONG console
  grep -x 'init has ended' console
  release=$(grep "^Linux $1" console)
  echo "# $release" >&3
}

@test "Linux 5.10 on x64" { boot 5.10. bullseye amd64 linux-image-cloud-amd64; }
@test "Linux 6.1 on x64" { boot 6.1. bookworm amd64 linux-image-cloud-amd64; }
@test "Linux 6.12 on x64" { boot 6.12. trixie amd64 linux-image-cloud-amd64; }
@test "the newest Linux on x64" { boot '' forky amd64 linux-image-cloud-amd64; }
@test "Linux 6.1 on arm64" { boot 6.1. bookworm arm64 linux-image-cloud-arm64; }
@test "the newest Linux on arm64, with pages of 16 KiB" { boot '.*-16k' forky arm64 linux-image-arm64-16k; }
