#!/usr/bin/env bats
# The archive of a release, its version, and the workflows that make it.

load helpers

archive() {
  echo "$root/artifacts/dist/yes-$(version)-$("$root/tools/rid").tar.gz"
}

@test "the archive has all that is needed, in one folder" {
  make -C "$root" dist
  local name
  name=$(basename "$(archive)" .tar.gz)
  equal "$(tar -tzf "$(archive)" | sort)" \
    "$(printf "$name/%s\n" '' CHANGELOG.md LICENSE README.md _yes yes yes.1 yes.bash yes.fish | sort)"
  (cd "$(dirname "$(archive)")" && sha256sum --check --status "$name.tar.gz.sha256")
  tar -xzf "$(archive)"
  every_strategy_runs "$PWD/$name/yes"
}

@test "the archive is the same when it is built again, elsewhere" {
  make -C "$root" dist
  git clone --quiet "$root" elsewhere
  # With what is not committed yet.
  (cd "$root" && git ls-files -z --cached --others --exclude-standard | xargs -0 tar -c --ignore-failed-read) |
    tar -x -C elsewhere
  (cd "$root" && git ls-files -z --deleted) | (cd elsewhere && xargs -0r rm)
  make -C elsewhere dist
  cmp "$(archive)" "elsewhere/artifacts/dist/$(basename "$(archive)")"
}

@test "--version says the version and the commit" {
  equal "$(yes --version | head -n 1)" "yes (yes for .NET) $(version) (commit $("$root/tools/revision"))"
}

@test "the changelog has this version, dated, and a place for what comes next" {
  grep -qE "^## \[$(version)\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$" "$root/CHANGELOG.md"
  grep -qxF '## [Unreleased]' "$root/CHANGELOG.md"
}

@test "the workflows use pinned actions only, and no more rights than they need" {
  local workflow
  for workflow in "$root"/.github/workflows/*.yml; do
    run -1 grep -nE 'uses:' <(grep -vE 'uses: [a-z/-]+@[0-9a-f]{40} # v[0-9.]+$' "$workflow")
    equal "$(grep -A1 '^permissions:' "$workflow")" $'permissions:\n  contents: read'
  done
}
