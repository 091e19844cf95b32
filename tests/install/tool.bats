#!/usr/bin/env bats
# The .NET tool, installed from the directory of packages.

load helpers

# The files in a package but for those of the packaging itself: files PACKAGE
files() {
  unzip -Z1 "$packages/$1.$(version).nupkg" | grep -vE '^(_rels/|package/|\[Content_Types\])' | sort
}

# A field of a package's description: field PACKAGE XPATH
field() {
  unzip -p "$packages/$1.$(version).nupkg" "$1.nuspec" |
    xmllint --xpath "string(//*[local-name()='metadata']/$2)" -
}

# It takes a second to ask for the platform.
setup_file() {
  rid=$("$root/tools/rid")
  export rid
}

@test "there is a pointer, a native package for this platform, and a fallback" {
  equal "$(cd "$packages" && ls ./*.nupkg)" "$(printf './%s.nupkg\n' "yes-dotnet.$(version)" \
    "yes-dotnet.$rid.$(version)" "yes-dotnet.any.$(version)" | sort)"
  run -0 unzip -p "$packages/yes-dotnet.$(version).nupkg" tools/any/any/DotnetToolSettings.xml
  equal "$(grep -o 'RuntimeIdentifier="[^"]*" Id="[^"]*"' <<< "$output")" \
    "RuntimeIdentifier=\"$rid\" Id=\"yes-dotnet.$rid\""$'\n''RuntimeIdentifier="any" Id="yes-dotnet.any"'
}

@test "the native package has the executable and no symbols" {
  equal "$(files "yes-dotnet.$rid")" "$(printf '%s\n' LICENSE PACKAGE.md icon.png \
    "tools/any/$rid/DotnetToolSettings.xml" "tools/any/$rid/yes" "yes-dotnet.$rid.nuspec" | sort)"
  [[ -s $root/artifacts/symbols/yes.$rid.dbg ]]
}

@test "the packages are described completely" {
  local package text
  for package in yes-dotnet "yes-dotnet.$rid" yes-dotnet.any; do
    for text in id version authors description tags releaseNotes copyright; do
      [[ $(field "$package" "*[local-name()='$text']") == ?* ]] || { echo "$package has no $text"; return 1; }
    done
    equal "$(field "$package" "*[local-name()='license']")" MIT
    equal "$(field "$package" "*[local-name()='readme']")" PACKAGE.md
    equal "$(field "$package" "*[local-name()='icon']")" icon.png
    equal "$(field "$package" "*[local-name()='releaseNotes']")" "$(release_notes)"
    # A path of the machine that made it stays private.
    run -1 grep -F "$root" <(unzip -p "$packages/$package.$(version).nupkg" "$package.nuspec")
  done
}

@test "what an earlier version left is not kept beside the packages" {
  mkdir -p artifacts/{packages,symbols,publish/Yes.CSharp,bin/Yes.CSharp/release_here/native}
  touch artifacts/{packages/old.nupkg,symbols/old,publish/Yes.CSharp/old}
  touch artifacts/bin/Yes.CSharp/release_here/native/yes.dbg
  cp -r "$root/tools" .
  # In place of the SDK, which takes long: it says what platform this is, and makes a package.
  printf '#!/bin/sh\n[ "$1" = msbuild ] && echo here || install -D /dev/null artifacts/packages/new.nupkg\n' \
    > bin/dotnet
  chmod +x bin/dotnet
  tools/pack
  equal "$(cd artifacts && find packages symbols publish -type f)" $'packages/new.nupkg\nsymbols/yes.here.dbg'
}

@test "dotnet tool exec and dnx run it once, and leave SIGPIPE ignored" {
  local dnx run_once
  dnx=$(dirname "$(realpath "$(type -P dotnet)")")/dnx
  for run_once in 'dotnet tool exec' "$dnx"; do
    # shellcheck disable=SC2086 # A command, or three words.
    run -1 --separate-stderr at_home env --default-signal=PIPE \
      bash -c '"$@" | head -n 1; exit "${PIPESTATUS[0]}"' bash \
      $run_once yes-dotnet --source "$packages" --yes -- 'a b'
    equal "$output" 'a b'
    equal "$stderr" 'yes: standard output: Broken pipe'
  done
  [[ ! -e $BATS_TEST_TMPDIR/home/.dotnet/tools ]]
}

@test "make install-tool makes a global native yes, and make uninstall-tool removes it, whatever was there" {
  local tool=$BATS_TEST_TMPDIR/home/.dotnet/tools/yes
  umask 077
  at_home make -C "$root" install-tool
  run -0 at_home make -C "$root" install-tool
  # The SDK's warnings begin so.
  [[ ! $output =~ [Ww]arn|NU[0-9]{4}|NETSDK ]] || { echo "$output"; return 1; }
  cmp "$(realpath "$tool")" "$root/artifacts/yes"
  every_strategy_runs "$tool"
  at_home make -C "$root" uninstall-tool
  [[ ! -e $tool ]]
  at_home make -C "$root" uninstall-tool
}
