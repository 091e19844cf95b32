#!/usr/bin/env bats
# bats file_tags=long
# The program for Windows, run by wine.
# shellcheck disable=SC2016 # For the inner bash to expand.

load ../helpers

setup_file() {
  local project publish=$root/artifacts/windows/publish
  "$root/tools/install-missing" wine /usr/share/i18n/locales/ru_RU
  for project in src/Yes.CSharp tests/windows/Reader.cs; do
    dotnet publish "$root/$project" -c Release -nologo -v:quiet -r win-x64 --self-contained \
      -p:PublishAot=false -p:ArtifactsPath=../../artifacts/windows/ -o "$publish" \
      -p:SourceRevisionId="$("$root/tools/revision")"
  done
  export WINEPREFIX=$BATS_FILE_TMPDIR/wine WINEDEBUG=-all LOCPATH=$BATS_FILE_TMPDIR/locales
  # The other has a pipe of Windows between the program and its reader.
  export program=$publish/yes.exe piped=$BATS_FILE_TMPDIR/piped
  make_programs "$piped" "exec timeout 20 wine '$publish/Reader.exe' '$program' \"\$@\""
  wineboot --init 3>&-
  mkdir "$LOCPATH"
  localedef -i ru_RU -f UTF-8 "$LOCPATH/ru_RU.UTF-8"
}

teardown_file() {
  wineserver --kill
}

@test "it passes what the workflows ask of the fallback on Windows" {
  run -0 "$root/tests/install/fallback.sh" "$piped"
  [[ $output == *'ok: span writes lines'* ]]
}

@test "operands, -- and POSIXLY_CORRECT are read as on Linux" {
  equal "$("$piped" 'a b' '' -- --help | head -n 1)" 'a b  --help'
  equal "$("$piped" '"q"' '[a]' @file /h | head -n 1)" '"q" [a] @file /h'
  equal "$(POSIXLY_CORRECT='' "$piped" a -- --help | head -n 1)" 'a -- --help'
}

@test "--help, --version and --list-strategies say the same as on Linux, or what is not available" {
  local option
  for option in --help --version --list-strategies; do
    equal "$("$piped" "$option" | grep -v 'not available here')" \
      "$(yes "$option" | grep -vE '^ *(native|vmsplice|tee) ')"
  done
}

# Checks that the program ends with exit status 1 and its message, soon after its reader has closed the pipe:
# ends_after_reader MESSAGE ARGUMENT...
ends_after_reader() {
  run -1 --separate-stderr bash -c '"$@" | head -n 1; exit "${PIPESTATUS[0]}"' bash "$piped" "${@:2}"
  equal "$output" 'ä 日本'
  [[ $stderr =~ ^$1$ ]] || { echo "message: $stderr"; return 1; }
}

@test "every strategy ends soon after its reader, and operands are UTF-8" {
  local strategy
  for strategy in $(strategies F#) auto; do
    ends_after_reader 'yes: standard output: Broken pipe\.' --strategy "$strategy" ä 日本
  done
}

@test "a message in Russian is UTF-8" {
  LC_ALL=ru_RU.UTF-8 ends_after_reader 'yes: standard output: [[:alpha:]]+ [[:alpha:] ]+\.' ä 日本
  [[ $stderr != *[a-z]. ]]
}

@test "a closed standard output is an error" {
  run -1 --separate-stderr bash -c 'timeout 20 wine "$program" >&-'
  [[ $stderr == 'yes: standard output: '[A-Z]* ]]
}
