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
  every_strategy_runs "$PWD/$name/yes"
}

@test "the commands of the archive's INSTALL do what make install does" {
  make -C "$root" install PREFIX="$PWD/made"
  tar -xzf "$archive" --strip-components=1
  sed -n "s|/usr/local|$PWD/by-hand|; s/^    //p" INSTALL > commands
  sh -eu commands
  diff -r made by-hand
  equal "$(found made)" "$(found by-hand)"
  make -C "$root" uninstall PREFIX="$PWD/made"
  equal "$(found made)" ''
}

@test "the archive is the same when it is built again elsewhere, with another umask" {
  local elsewhere='my (cödé)'
  mkdir "$elsewhere"
  tar -C "$root" --exclude=./artifacts -c . | tar -C "$elsewhere" -x
  (umask 077 && make -C "$elsewhere" dist)
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

@test "the workflows use pinned actions only, and no more rights than they need" {
  cd "$root/.github/workflows"
  run -1 grep uses: <(grep -vE 'uses: [a-z/-]+@[0-9a-f]{40} # v[0-9.]+$' ./*)
  equal "$(grep -LPz '\npermissions:\n  contents: read\n\n' ./*)" ''
}
