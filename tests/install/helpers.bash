# Helpers for the test files in this directory.
# shellcheck disable=SC2034 # The suites use these variables.
export reads='artifacts/packed artifacts/yes.1 artifacts/lessons/built'
load ../helpers

# `make test` exports this variable to the tests.
unset INSTALL_MISSING

# Programs create temporary files in a directory that Bats removes.
[[ ! ${BATS_FILE_TMPDIR-} ]] || export TMPDIR=$BATS_FILE_TMPDIR

# Bats sets these variables once per test file, and the tests inherit them.
export version=${version:-$(sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' "$root/Directory.Build.props")}
export rid=${rid:-$("$root/tools/rid" "$YES")}
packages=$root/artifacts/packages

# Prints the mode and path of everything in a directory, except for subdirectories with mode 755.
list_modes() {
  find "$1" \( -type d -perm 755 \) -o -printf '%m %P\n' | sort -k 2
}

commit_files() {
  git init -q .
  git add .
  git -c user.name=me -c user.email=me@example.org commit -q --allow-empty -m one
}
