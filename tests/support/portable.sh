#!/usr/bin/env bash
# Checks yes under dotnet, without Bats. By default, the script checks the global .NET tool:
# tests/support/portable.sh [COMMAND...]
set -uo pipefail
yes=("${@:-$HOME/.dotnet/tools/yes}")
status=0
errors=$(mktemp)
trap 'rm "$errors"' EXIT

check() {
  [[ $2 != "$3" ]] || { echo "ok: $1"; return; }
  printf 'not ok: %s\nactual:   %q\nexpected: %q\n' "$1" "$2" "$3"
  status=1
}

while read -r name _ summary; do
  if [[ $summary == 'not available here: requires '* ]]; then
    check "$name reports why it can't run" "$("${yes[@]}" --strategy "$name" 2>&1)" \
      "yes: $name: $summary"
  else
    # On Windows, the shell would drop carriage returns, so od prints them. The strategy must also end.
    check "$name writes lines" "$("${yes[@]}" --debug --strategy "$name" ä b 2> "$errors" |
      head -n 2 | od -An -tx1 | tr -d ' \n')" c3a420620ac3a420620a
    # auto runs the last of the other strategies. The report first says which kind of output this is.
    [[ $name == auto ]] || fastest=$name
    [[ $(< "$errors") =~ :\ using\ ([a-z0-9]+), ]]
    check "$name reports what it does" "${BASH_REMATCH[1]-$(< "$errors")}" "$fastest"
  fi
done < <("${yes[@]}" --list-strategies | tr -d '\r')
check 'an unknown option is reported' "$("${yes[@]}" --foo 2>&1)" \
  $'yes: unrecognized option \'--foo\'\nTry \'yes --help\' for more information.'
exit "$status"
