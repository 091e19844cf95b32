# What the suites of this directory share: an installation is tried from elsewhere, with little on the PATH.
load ../helpers

# Runs with a home, caches and temporary files of its own, below the test's directory: at_home COMMAND...
at_home() {
  local home=$BATS_TEST_TMPDIR/home
  mkdir -p "$home/tmp"
  env -u DOTNET_ROOT HOME="$home" DOTNET_CLI_HOME="$home" XDG_DATA_HOME="$home/data" TMPDIR="$home/tmp" \
    NUGET_PACKAGES="$home/packages" NUGET_HTTP_CACHE_PATH="$home/http" NUGET_SCRATCH="$home/scratch" \
    NUGET_PLUGINS_CACHE_PATH="$home/plugins" DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 \
    DOTNET_ADD_GLOBAL_TOOLS_TO_PATH=false "$@"
}

# Checks that every strategy of an executable writes what GNU's yes does, bytes that are no text included, and
# is killed by SIGPIPE when its reader has gone: every_strategy_runs COMMAND...
# OPERAND is another operand, for a command that passes on text only.
every_strategy_runs() {
  local strategy operand=${OPERAND-$'a\xff'}
  local command=(env -i -C / --default-signal=PIPE PATH=/usr/bin:/bin HOME="$HOME" DOTNET_NOLOGO=1
    TMPDIR="$BATS_TEST_TMPDIR/temporary" timeout 60 "$@")
  mkdir temporary
  gnu_yes -- "$operand" -b | head -c 30001 > expected
  for strategy in $("${command[@]}" --list-strategies | awk '{ print $1 }'); do
    echo "strategy $strategy"
    # shellcheck disable=SC2016 # For bash to expand.
    run -141 bash -c '"$@" | head -c 30001 > written; exit "${PIPESTATUS[0]}"' bash \
      "${command[@]}" --strategy "$strategy" -- "$operand" -b
    cmp written expected
  done
  [[ -n $strategy ]]
}

# The files below a directory with their modes, and every directory that is not for everybody: found DIRECTORY
found() {
  find "$1" \( -type d -perm 755 \) -o -printf '%m %P\n' | sort -k 2
}

# A property of the packaged project: property NAME OPTION...
property() {
  dotnet msbuild "$root/src/Yes.CSharp" "-getProperty:$1" "${@:2}"
}

# The changelog's text for this version, or its unreleased part.
release_notes() {
  local heading=Unreleased
  ! grep -qF "## [$(version)]" "$root/CHANGELOG.md" || heading=$(version)
  awk -v heading="## [$heading]" 'index($0, "## ") == 1 { inside = index($0, heading) == 1; next } inside' \
    "$root/CHANGELOG.md" | sed '/./,$!d'
}

# The version, of which there is one place.
version() {
  sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' "$root/Directory.Build.props"
}

# Whatever is left among the temporary files goes with the tests' own.
[[ ! ${BATS_FILE_TMPDIR-} ]] || export TMPDIR=$BATS_FILE_TMPDIR

root=${BATS_TEST_DIRNAME%/tests/*}
# shellcheck disable=SC2034 # For the suites.
packages=$root/artifacts/packages
