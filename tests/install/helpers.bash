# What the suites of this directory share: an installation is tried from elsewhere, with little on the PATH.
load ../helpers

# Checks that every strategy of a program runs and ends, with little in its environment: every_strategy_runs
# PROGRAM
every_strategy_runs() {
  mkdir temporary
  run -0 env -i -C / --default-signal=PIPE PATH=/usr/bin:/bin HOME="$HOME" DOTNET_NOLOGO=1 \
    TMPDIR="$PWD/temporary" timeout 120 "$root/tests/fallback" "$1"
  equal "$(grep -c '^ok: .* writes lines$' <<< "$output")" "$(strategies | wc -l)"
}

# The files below a directory with their modes, and every directory that is not for everybody: found DIRECTORY
found() {
  find "$1" \( -type d -perm 755 \) -o -printf '%m %P\n' | sort -k 2
}

# The changelog's text for this version, or its unreleased part.
release_notes() {
  local heading=Unreleased
  ! grep -qF "## [$version]" "$root/CHANGELOG.md" || heading=$version
  sed "1,/^## \[$heading\]/d; /^## /,\$d" "$root/CHANGELOG.md" | sed '/./,$!d'
}

# Whatever is left among the temporary files goes with the tests' own.
[[ ! ${BATS_FILE_TMPDIR-} ]] || export TMPDIR=$BATS_FILE_TMPDIR

root=${BATS_TEST_DIRNAME%/tests/*}
# The version, of which there is one place.
version=$(sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' "$root/Directory.Build.props")
# shellcheck disable=SC2034 # For the suites.
packages=$root/artifacts/packages
