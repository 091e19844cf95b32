#!/usr/bin/env bats
# bats file_tags=long
# These tests run yes for Windows in Wine.

load helpers

setup_file() {
  local publish=$BATS_FILE_TMPDIR/publish
  INSTALL_MISSING=1 "$root/tools/install-missing" wine /usr/share/i18n/locales/ru_RU:locales
  dotnet publish "$root/src/Yes.CSharp" -c Release -nologo -v:quiet -r win-x64 --self-contained \
    -p:PublishAot=false -p:ArtifactsPath="$BATS_FILE_TMPDIR/artifacts/" -o "$publish"
  # Wine also writes outside its prefix.
  export HOME=$BATS_FILE_TMPDIR WINEPREFIX=$BATS_FILE_TMPDIR/wine WINEDEBUG=-all
  export program=$BATS_FILE_TMPDIR/yes locales=$BATS_FILE_TMPDIR/locales
  install /dev/stdin "$program" <<< '#!/bin/sh'$'\n'"exec timeout $patience wine '$publish/yes.exe' \"\$@\""
  wineboot --init 3>&-
  mkdir "$locales"
  localedef -i ru_RU -f UTF-8 "$locales/ru_RU.UTF-8"
}

teardown_file() {
  # This command fails if the server has already ended.
  wineserver --kill || true
}

@test "yes for Windows passes the portable package's tests" {
  run "$root/tests/support/portable.sh" "$program"
  assert_success
  assert_line 'ok: span writes lines'
}

@test "yes handles operands the same way on Windows and Linux" {
  assert_equal "$("$program" 'a b' '' -- --help | head -n 1)" 'a b  --help'
  assert_equal "$("$program" '"q"' '[a]' @file /h | head -n 1)" '"q" [a] @file /h'
  assert_equal "$(POSIXLY_CORRECT='' "$program" a -- --help | head -n 1)" 'a -- --help'
}

@test "--help on Windows matches --help on Linux except for unavailable strategies" {
  local option unavailable
  unavailable=$(strategies | grep -vxF -f <(strategies_into file) | paste -sd '|')
  for option in --help --version --list-strategies; do
    assert_equal "$("$program" "$option" | sed '/not available here/d; s/ (commit .*//')" \
      "$(yes "$option" | sed -E "/^ *($unavailable) /d; s/ \(commit .*//")"
  done
}

@test "every strategy on Windows reports a closed pipe in the user's language" {
  local strategy
  export LOCPATH=$locales LC_ALL=ru_RU.UTF-8
  for strategy in $(strategies_into file); do
    run --separate-stderr bash -c '"$program" "$@" | head -n 1; exit "${PIPESTATUS[0]}"' \
      bash --strategy "$strategy" ä 日本
    assert_failure 1
    assert_output 'ä 日本'
    # The message begins with the word for a pipe.
    assert_regex "$stderr" $'^yes: standard output: Канал [^\n]+\.$'
  done
}
