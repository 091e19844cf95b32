# What the suites of this directory share: an installation is tried from elsewhere, with little on the PATH.
load ../helpers

# Checks that every strategy of a program writes what GNU's yes does, bytes that are no text included, and is
# killed by SIGPIPE when its reader has gone: every_strategy_runs PROGRAM
# OPERAND is another operand, for a program that passes on text only.
every_strategy_runs() {
  local strategy operand=${OPERAND-$'a\xff'}
  local command=(env -i -C / --default-signal=PIPE PATH=/usr/bin:/bin HOME="$HOME" DOTNET_NOLOGO=1
    TMPDIR="$BATS_TEST_TMPDIR/temporary" timeout 60 "$1")
  mkdir temporary
  for strategy in $("${command[@]}" --list-strategies | awk '{ print $1 }'); do
    echo "strategy $strategy"
    # shellcheck disable=SC2016 # For bash to expand.
    run -141 bash -c '"$@" | head -c 30001 > written; exit "${PIPESTATUS[0]}"' bash \
      "${command[@]}" --strategy "$strategy" -- "$operand" -b
    verify 30001 "$operand" -b < written
  done
  [[ -n $strategy ]]
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
