#!/usr/bin/env bats

load helpers

# Makes the archive in a copy of the project and of the files that have been built.
setup_file() {
  export copy=$BATS_FILE_TMPDIR/copy
  export archive=$copy/artifacts/dist/yes-$version-$rid.tar.gz
  mkdir -p "$copy/artifacts"
  tar -C "$root" --exclude=./artifacts -c . | tar -C "$copy" -x
  cp "$root"/artifacts/{yes,yes.1,CHANGES.md}{,.inputs} "$copy/artifacts"
  (umask 077 && make -s -C "$copy" dist)
}

@test "the archive's instructions install the same files as make install" {
  (cd "${archive%/*}" && sha256sum --check --status "$archive.sha256")
  assert_equal "$(tar --numeric-owner -tvzf "$archive" | awk '{ print $2 }' | sort -u)" 0/0
  tar -xpzf "$archive"
  cd "yes-$version-$rid"
  assert_equal "$(list_modes . | xargs)" "644 CHANGES.md 644 INSTALL 644 LICENSE \
644 THIRD-PARTY-NOTICES.txt 644 _yes 755 yes 644 yes.1 644 yes.bash 644 yes.fish"
  sed -n "s|/usr/local|$BATS_TEST_TMPDIR/by-hand|; s/^    install/install/p" INSTALL | sh -eu
  make -s -C "$root" install PREFIX="$BATS_TEST_TMPDIR/made"
  diff -r ../made ../by-hand
  assert_equal "$(list_modes ../by-hand)" "$(list_modes ../made)"
}

# bats test_tags=long
@test "make dist creates identical archives for different users and directories" {
  elsewhere='my (cödé) $x' as_other=()
  mkdir "$elsewhere" temporary
  tar -C "$root" --exclude=./artifacts -c . | tar -C "$elsewhere" -x
  # New directories inherit the set-group-ID bit.
  install -d -m 2755 "$elsewhere/artifacts/dist"
  git init -q other
  export GIT_DIR=$PWD/other/.git CDPATH=.:.. CROSS=other- TMPDIR=$PWD/temporary
  umask 077
  make -s -C "$elsewhere"
  if ((EUID == 0)); then
    chmod a+x "$BATS_RUN_TMPDIR"
    chown -R 1234:1234 "$elsewhere" temporary
    as_other=(setpriv --reuid=1234 --regid=1234 --clear-groups)
  fi
  "${as_other[@]}" env HOME="$TMPDIR" make -s -C "$elsewhere" dist
  cmp "$archive" "$elsewhere/artifacts/dist/${archive##*/}"
}

@test "a failed make dist keeps the previous archive" {
  run make -s -C "$copy" dist RID=linux-musl-x64
  assert_line "dist: artifacts/yes is for $rid, not for linux-musl-x64"
  run "$copy/tools/dist" 1.0 '' "$copy/LICENSE"
  assert_output "$copy/LICENSE is not an executable for Linux on x64 or arm64"
  SOURCE_DATE_EPOCH=never run ! make -s -C "$copy" dist
  cd "${archive%/*}"
  sha256sum --check --status "$archive.sha256"
  assert_equal "$(find . -name 'new.*')" ''
}

@test "tools/publish pushes the main package last and creates one release" {
  # The files for version 1.0 are empty. The dotnet and gh scripts only record their arguments.
  cp -r "$root/tools" .
  mkdir -p artifacts/{packages,dist}
  touch artifacts/packages/yes-dotnet.{,any.,linux-x64.}1.0.nupkg artifacts/dist/yes-1.0-linux-{x64,arm64}
  make_programs bin/dotnet 'echo "$@" >> calls' \
    bin/gh 'echo "$@" >> calls; [ "$2" != view ] || grep -q create calls'
  export PACKAGE_SOURCE=feed PACKAGE_API_KEY=key
  commit_files
  git tag v1.0
  run -1 tools/publish 1.0
  assert_output 'publish: make release has not built the sources of the tag v1.0'
  tools/build artifacts/released sh -c 'cd artifacts && sha256sum packages/* dist/* > released'
  # The machine that publishes may have different tools from the machine that built the files.
  export CC=none
  # The second time, `gh release view` finds the release.
  tools/publish 1.0
  tools/publish 1.0
  assert_equal "$(grep -c 'release create' calls)" 1
  echo new > artifacts/dist/yes-1.0-linux-x64
  run -1 tools/publish 1.0
  run cat calls
  assert_line --index 0 --partial packages/yes-dotnet.any.1.0.nupkg
  assert_line --index 1 --partial packages/yes-dotnet.linux-x64.1.0.nupkg
  assert_line --index 2 --partial packages/yes-dotnet.1.0.nupkg
  assert_line --index 4 --regexp '^release create v1.0 .*yes-1.0-linux-arm64 .*yes-1.0-linux-x64$'
}
