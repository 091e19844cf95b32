# What the suites of this directory share.
# shellcheck disable=SC2034 # For them.
load ../helpers

# What the make that runs the tests exports.
unset INSTALL_MISSING MAKELEVEL

# The files below a directory with their modes, and every directory that is not for everybody: found DIRECTORY
found() {
  find "$1" \( -type d -perm 755 \) -o -printf '%m %P\n' | sort -k 2
}

# Whatever is left among the temporary files goes with the tests' own.
[[ ! ${BATS_FILE_TMPDIR-} ]] || export TMPDIR=$BATS_FILE_TMPDIR

# The version, of which there is one place.
version=$(sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' "$root/Directory.Build.props")
rid=$("$root/tools/rid" "$YES")
packages=$root/artifacts/packages
