#!/usr/bin/env bats
# The archive of a release, its version, and the workflows that make it.

load helpers

# One archive serves all tests.
setup_file() {
  make -C "$root" dist
  archive=$root/artifacts/dist/yes-$version-$rid.tar.gz
  export archive
}

@test "the archive has all that is needed, and the commands of its INSTALL do what make install does" {
  (cd "${archive%/*}" && sha256sum --check --status "${archive##*/}.sha256")
  mkdir -m 755 archive
  tar -C archive -xpzf "$archive"
  equal "$(found archive)" "$(printf "%s yes-$version-$rid/%s\n" 644 CHANGES.md 644 INSTALL 644 LICENSE \
    644 _yes 755 yes 644 yes.1 644 yes.bash 644 yes.fish)"
  make -C "$root" install PREFIX="$PWD/made"
  cd archive/*
  equal "$(< CHANGES.md)" "$("$root/tools/release-notes")"
  sed -n "s|/usr/local|$PWD/by-hand|; s/^    //p" INSTALL | sh -eu
  diff -r ../../made by-hand
  equal "$(found ../../made)" "$(found by-hand)"
}

# bats test_tags=long
@test "the archive is the same when another user makes it elsewhere, with another umask and environment" {
  local elsewhere='my (cödé) $x' as_other=()
  mkdir "$elsewhere" temporary
  tar -C "$root" --exclude=./artifacts -c . | tar -C "$elsewhere" -x
  git init -q other
  export GIT_DIR=$PWD/other/.git CDPATH=.:.. CROSS=other- TMPDIR=$PWD/temporary
  (umask 077 && make -C "$elsewhere")
  # Root can be another user. Whoever else this is, the archive has not its number.
  if ((EUID == 0)); then
    chmod a+x "$BATS_RUN_TMPDIR"
    chown -R 1234:1234 "$elsewhere" temporary
    as_other=(setpriv --reuid=1234 --regid=1234 --clear-groups)
  fi
  (umask 077 && "${as_other[@]}" env HOME="$TMPDIR" make -C "$elsewhere" dist)
  cmp "$archive" "$elsewhere/artifacts/dist/${archive##*/}"
  equal "$(tar --numeric-owner -tvzf "$archive" | awk '{ print $2 }' | sort -u)" 0/0
  run -2 make -s --no-print-directory -C "$elsewhere" dist RID=linux-musl-x64
  equal "${lines[0]}" "dist: artifacts/yes is for $rid, not for linux-musl-x64"
}

@test "--version says the commit if there is one, and the changelog dates this version once it is tagged" {
  local dated=0
  equal "$(yes --version | head -n 1)" \
    "yes (yes for .NET) $version$("$root/tools/revision" | sed 's/.*/ (commit &)/')"
  [[ -e $root/.git ]] || skip 'tags are known in git only'
  [[ ! $(git -C "$root" tag --list "v$version") ]] || dated=1
  equal "$(grep -cE "^## \[$version\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$" "$root/CHANGELOG.md")" "$dated"
}

@test "the workflows use pinned actions, leave no credentials, and have no more rights than they need" {
  cd "$root/.github/workflows"
  no_match uses: <(grep -vE 'uses: [a-z/-]+@[0-9a-f]{40} # v[0-9.]+$' ./*)
  equal "$(grep -c persist-credentials:.false ./*)" "$(grep -c actions/checkout@ ./*)"
  equal "$(grep -LPz '\npermissions:\n  contents: read\n\n' ./*)" ''
  equal "$(sed -n 's/^ *- run: //p' release.yml)" $'make release\nmake publish'
  equal "$(grep -ho '[a-z-]*: write.*' ./* | xargs)" 'attestations: write contents: write id-token: write'
  grep -LPz '\njobs:\n  release:(\n.*)*: write(\n.*)*: write(\n.*)*: write' release.yml
}

@test "only a tag is published, the package that points to the others after them, and the archives last" {
  local pushed packages=artifacts/packages/yes-dotnet
  local archives=("artifacts/dist/yes-$version-linux-"{arm64,x64}.tar.gz)
  cp -r "$root/tools" .
  mkdir -p artifacts/{packages,dist}
  ln -s "$YES" artifacts/yes
  touch "$packages".{,any.,linux-x64.,linux-arm64.}"$version.nupkg" "${archives[0]}"
  cp "$archive" "${archives[1]}"
  # gh finds no release yet.
  make_programs bin/dotnet 'echo dotnet "$@" >> asked' bin/gh 'echo gh "$@" >> asked; [ "$2" != view ]'
  git init -q .
  git -c user.name=me -c user.email=me@example.org commit -q --allow-empty -m one
  run -1 tools/publish
  equal "$output" "publish: the sources are not those of the tag v$version"
  git tag "v$version"
  pushed=$(printf "dotnet nuget push $packages.%s$version.nupkg OPTIONS\n" any. linux-{arm64,x64}. '')
  pushed=${pushed//OPTIONS/--source feed --api-key key --skip-duplicate}
  PACKAGE_SOURCE=feed PACKAGE_API_KEY=key tools/publish
  equal "$(< asked)" "$pushed
gh release view v$version
gh release create v$version --verify-tag --notes-file artifacts/notes.md ${archives[*]}"
  equal "$(< artifacts/notes.md)" "$("$root/tools/release-notes")"
  # Then it does, and nothing is made again.
  make_programs bin/gh ''
  PACKAGE_SOURCE=feed PACKAGE_API_KEY=key tools/publish
  equal "$(tail -n 4 asked)" "$pushed"
}
