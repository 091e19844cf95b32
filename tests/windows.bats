#!/usr/bin/env bats
# bats file_tags=long
# These tests run yes for Windows in Wine.

load helpers

setup_file() {
  local project publish=$BATS_FILE_TMPDIR/publish
  INSTALL_MISSING=1 "$root/tools/install-missing" wine /usr/share/i18n/locales/ru_RU:locales
  for project in src/Yes.CSharp tests/support/Reader.cs; do
    dotnet publish "$root/$project" -c Release -nologo -v:quiet -r win-x64 --self-contained \
      -p:PublishAot=false -p:ArtifactsPath="$BATS_FILE_TMPDIR/artifacts/" -o "$publish"
  done
  export WINEPREFIX=$BATS_FILE_TMPDIR/wine WINEDEBUG=-all locales=$BATS_FILE_TMPDIR/locales
  # $piped connects the program to its reader through a Windows pipe.
  export program=$publish/yes.exe piped=$BATS_FILE_TMPDIR/piped
  printf '%s\n' '#!/bin/sh' "exec timeout $patience wine '$publish/Reader.exe' '$program' \"\$@\"" > "$piped"
  chmod +x "$piped"
  wineboot --init 3>&-
  mkdir "$locales"
  localedef -i ru_RU -f UTF-8 "$locales/ru_RU.UTF-8"
}

teardown_file() {
  wineserver --kill
}

@test "yes for Windows passes the portable package's tests" {
  run "$root/tests/support/portable.sh" "$piped"
  assert_success
  assert_line 'ok: span writes lines'
}

@test "yes handles operands the same way on Windows and Linux" {
  assert_equal "$("$piped" 'a b' '' -- --help | head -n 1)" 'a b  --help'
  assert_equal "$("$piped" '"q"' '[a]' @file /h | head -n 1)" '"q" [a] @file /h'
  assert_equal "$(POSIXLY_CORRECT='' "$piped" a -- --help | head -n 1)" 'a -- --help'
}

@test "--help on Windows matches --help on Linux except for unavailable strategies" {
  local option unavailable
  unavailable=$(strategies | grep -vxF -f <(strategies_into file) | paste -sd '|')
  for option in --help --version --list-strategies; do
    assert_equal "$("$piped" "$option" | sed '/not available here/d; s/ (commit .*//')" \
      "$(yes "$option" | sed -E "/^ *($unavailable) /d; s/ \(commit .*//")"
  done
}

@test "every strategy on Windows writes UTF-8" {
  local strategy
  for strategy in $(strategies_into file); do
    run --separate-stderr bash -c '"$piped" "$@" | head -n 1; exit "${PIPESTATUS[0]}"' \
      bash --strategy "$strategy" ä 日本
    assert_failure 1
    assert_output 'ä 日本'
    assert_regex "$stderr" $'^yes: standard output: [^\n]*[Pp]ipe[^\n]*$'
  done
}

@test "yes for Windows writes a Russian error message in UTF-8" {
  run --separate-stderr bash -c 'LOCPATH=$locales LC_ALL=ru_RU.UTF-8 "$piped" | head -n 1'
  assert_regex "$stderr" '^yes: standard output: [[:alpha:] ]+\.$'
  refute_regex "$stderr" '[a-z]\.$'
}
