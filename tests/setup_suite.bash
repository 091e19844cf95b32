# Bats calls this function before the first test. All tests inherit the exported variables.
# YES is the executable under test, and GNU_YES is the GNU yes that it is compared with.
setup_suite() {
  local root
  root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  export LC_ALL=C.UTF-8 GIT_CONFIG_GLOBAL=$BATS_SUITE_TMPDIR/gitconfig GIT_CONFIG_NOSYSTEM=1
  # The sources may belong to another user.
  git config --global safe.directory '*'
  # The user's login shell may not be a shell, and script may start it.
  export SHELL=$BASH
  # Every test has its own home directory, but dotnet keeps its settings and packages.
  export DOTNET_CLI_HOME=${DOTNET_CLI_HOME:-$HOME} DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1

  YES=$(realpath "${YES:-$root/artifacts/yes}")
  [[ -x $YES ]] || { echo "$YES is missing; run make first" >&2; return 1; }
  # Another yes may come first on the PATH, and some systems install GNU yes under another name.
  GNU_YES=$(type -aP gnuyes gyes yes | xargs -d '\n' grep -lzxF 'GNU coreutils' | head -n 1)
  # The list is empty if YES is GNU yes. Another yes would repeat the option forever, and a broken one hangs.
  strategy_list=$(timeout 60 "$YES" --list-strategies 2> /dev/null | head -n 99; exit "${PIPESTATUS[0]}") ||
    (($? != 124)) || { echo "$YES --list-strategies hangs" >&2; return 1; }
  export YES GNU_YES strategy_list
}
