# What the suites of this folder share: an installation is tried from another folder, with little on the PATH.
load ../helpers

# Runs with a home, caches and a temporary folder of its own, all of which go with the test's folder: at_home COMMAND...
at_home() {
  local home=$BATS_TEST_TMPDIR/home
  mkdir -p "$home/tmp"
  env -u DOTNET_ROOT HOME="$home" DOTNET_CLI_HOME="$home" XDG_DATA_HOME="$home/data" NUGET_PACKAGES="$home/packages" \
    NUGET_HTTP_CACHE_PATH="$home/http" NUGET_PLUGINS_CACHE_PATH="$home/plugins" NUGET_SCRATCH="$home/scratch" \
    TMPDIR="$home/tmp" DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 DOTNET_ADD_GLOBAL_TOOLS_TO_PATH=false "$@"
}

# Checks that every strategy of an executable writes what GNU's yes does, bytes that are no text included:
# every_strategy_runs COMMAND...
every_strategy_runs() {
  local strategy essentials=/usr/bin:/bin
  cd / || return
  for strategy in $(env -i PATH="$essentials" "$@" --list-strategies | awk '{ print $1 }'); do
    cmp <(env -i PATH="$essentials" timeout 60 "$@" --strategy "$strategy" -- $'a\xff' -b | head -c 30001) \
      <(gnu_yes -- $'a\xff' -b | head -c 30001) || { echo "strategy $strategy failed"; return 1; }
  done
  [[ -n $strategy ]]
}

# The version, of which there is one place.
version() {
  sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' "$root/Directory.Build.props"
}

# Whatever is left in the folder for temporary files goes with the tests' own.
[[ ! ${BATS_FILE_TMPDIR-} ]] || export TMPDIR=$BATS_FILE_TMPDIR

root=${BATS_TEST_DIRNAME%/tests/*}
# shellcheck disable=SC2034 # For the suites.
packages=$root/artifacts/packages
