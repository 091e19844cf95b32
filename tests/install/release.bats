#!/usr/bin/env bats
# The archive of a release, its version, and the workflows that make it.

load helpers

# One archive serves all tests.
setup_file() {
  make -C "$root" dist
  archive=$root/artifacts/dist/yes-$version-$("$root/tools/rid").tar.gz
  export archive
}

@test "the archive has all that is needed, in one directory" {
  local name
  name=$(basename "$archive" .tar.gz)
  equal "$(tar -tzf "$archive" | sort)" \
    "$(printf "$name/%s\n" '' CHANGES.md INSTALL LICENSE _yes yes yes.1 yes.bash yes.fish | sort)"
  (cd "${archive%/*}" && sha256sum --check --status "$name.tar.gz.sha256")
  tar -xpzf "$archive"
  equal "$(find "$name" -not -perm 644 -printf '%m %P\n' | sort)" $'755 \n755 yes'
  equal "$(< "$name/CHANGES.md")" "$(release_notes)"
  cmp "$name/yes" "$root/artifacts/yes"
}

@test "the commands of the archive's INSTALL do what make install does" {
  make -C "$root" install PREFIX="$PWD/made"
  tar -xzf "$archive" --strip-components=1
  sed -n "s|/usr/local|$PWD/by-hand|; s/^    //p" INSTALL > commands
  sh -eu commands
  diff -r made by-hand
  equal "$(found made)" "$(found by-hand)"
}

@test "the archive is the same when another user builds it again elsewhere, with another umask" {
  local elsewhere='my (cödé)'
  mkdir "$elsewhere"
  tar -C "$root" --exclude=./artifacts -c . | tar -C "$elsewhere" -x
  (umask 077 && unshare --map-user=1234 --map-group=1234 make -C "$elsewhere" dist)
  cmp "$archive" "$elsewhere/artifacts/dist/${archive##*/}"
}

@test "--version says the version, and the commit if there is one" {
  equal "$(yes --version | head -n 1)" \
    "yes (yes for .NET) $version$("$root/tools/revision" | sed 's/.*/ (commit &)/')"
}

@test "the changelog dates this version once it is tagged" {
  [[ -e $root/.git ]] || skip 'tags are known in git only'
  local dated=0
  [[ ! $(git -C "$root" tag --list "v$version") ]] || dated=1
  equal "$(grep -cE "^## \[$version\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$" "$root/CHANGELOG.md")" "$dated"
}

@test "the workflows use pinned actions, leave no credentials, and have no more rights than they need" {
  cd "$root/.github/workflows"
  no_match uses: <(grep -vE 'uses: [a-z/-]+@[0-9a-f]{40} # v[0-9.]+$' ./*)
  equal "$(grep -c persist-credentials:.false ./*)" "$(grep -c actions/checkout@ ./*)"
  equal "$(grep -LPz '\npermissions:\n  contents: read\n\n' ./*)" ''
  equal "$(grep -ho '[a-z-]*: write.*' ./* | xargs)" 'attestations: write contents: write id-token: write'
  grep -LPz '\njobs:\n  release:(\n.*)*: write(\n.*)*: write(\n.*)*: write' release.yml
}

@test "a release is tested and built by one target, and published by another" {
  equal "$(sed -n 's/^ *- run: //p' "$root/.github/workflows/release.yml")" $'make release\nmake publish'
  make -nB -C "$root" release > commands
  equal "$(sed -nE 's/^(tests.run|bats tests.*|tools.pack .*|RID=.* tools.dist).*/\1/p' commands)" "tests/run
bats tests/arm64
bats tests/windows/suite
tools/pack linux-x64 linux-arm64 any
RID='linux-x64' tools/dist
RID='linux-arm64' tools/dist"
  run -2 make -C "$root" dist RID=linux-musl-x64
  [[ $output == *'dist: artifacts/yes is for '*', not for linux-musl-x64'* ]]
}

@test "no script goes on after a command that failed, in a pipeline as well" {
  equal "$(grep -L '^set -[eu]*uo pipefail$' "$root"/tools/* | xargs -n 1 basename)" ''
}

@test "only a tag is published, the package that points to the others after them, and the archives last" {
  local packages=artifacts/packages/yes-dotnet
  local archives=("artifacts/dist/yes-$version-linux-"{arm64,x64}.tar.gz)
  cp -r "$root/tools" .
  mkdir -p artifacts/{packages,dist}
  ln -s "$YES" artifacts/yes
  touch "$packages".{,any.,linux-x64.,linux-arm64.}"$version.nupkg" "${archives[0]}" CHANGES.md
  tar -czf "${archives[1]}" ./CHANGES.md
  # gh finds no release yet.
  printf '#!/bin/sh\necho "${0##*/} $*" >> asked\n[ "$2" != view ]\n' | tee bin/dotnet > bin/gh
  chmod +x bin/{dotnet,gh}
  git init -q .
  git -c user.name=me -c user.email=me@example.org commit -q --allow-empty -m one
  run -1 tools/publish
  equal "$output" "publish: the sources are not those of the tag v$version"
  git tag "v$version"
  PACKAGE_SOURCE=feed PACKAGE_API_KEY=key tools/publish
  equal "$(sed 's/ --source feed --api-key key --skip-duplicate//' asked)" \
    "$(printf "dotnet nuget push $packages.%s$version.nupkg\n" any. linux-arm64. linux-x64. '')
gh release view v$version
gh release create v$version --verify-tag --notes-file artifacts/notes.md ${archives[*]}"
}
