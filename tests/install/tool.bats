#!/usr/bin/env bats

load helpers

# Runs a command with a home directory of its own, because dotnet installs tools there: at_home COMMAND...
at_home() {
  local home=$BATS_TEST_TMPDIR/home
  mkdir -p "$home/tmp"
  env -u DOTNET_ROOT -u NUGET_PACKAGES -u XDG_DATA_HOME HOME="$home" DOTNET_CLI_HOME="$home" \
    TMPDIR="$home/tmp" DOTNET_ADD_GLOBAL_TOOLS_TO_PATH=false "$@"
}

@test "make pack creates three packages" {
  run ls "$packages"
  assert_output "yes-dotnet.$version.nupkg
yes-dotnet.any.$version.nupkg
yes-dotnet.$rid.$version.nupkg"
  run unzip -p "$packages/yes-dotnet.$version.nupkg" tools/any/any/DotnetToolSettings.xml
  assert_output --partial "RuntimeIdentifier=\"$rid\" Id=\"yes-dotnet.$rid\""
  assert_output --partial 'RuntimeIdentifier="any" Id="yes-dotnet.any"'
  run unzip -Z1 "$packages/yes-dotnet.$rid.$version.nupkg" 'tools/*'
  assert_output "tools/any/$rid/DotnetToolSettings.xml"$'\n'"tools/any/$rid/yes"
}

@test "each package contains a description and the release notes" {
  for package in yes-dotnet "yes-dotnet.$rid" yes-dotnet.any; do
    run unzip -Z1 "$packages/$package.$version.nupkg"
    assert_line LICENSE
    assert_line THIRD-PARTY-NOTICES.txt
    assert_line PACKAGE.md
    assert_line icon.png
    unzip -p "$packages/$package.$version.nupkg" "$package.nuspec" > nuspec
    run xmllint --xpath 'string(//*[local-name()="releaseNotes"])' nuspec
    assert_output "$(< "$root/artifacts/CHANGES.md")"
    for name in description tags copyright authors license readme icon; do
      assert_file_contains nuspec "<$name.*>[^<]"
    done
    # If the project has no address, the package must omit the elements for the address.
    assert_equal "$(grep -E "$root"'|<projectUrl><| url=""' nuspec)" ''
  done
}

@test "make install-tool installs the native executable" {
  tool=$BATS_TEST_TMPDIR/home/.dotnet/tools/yes
  umask 077
  at_home make -s -C "$root" install-tool
  # A second run replaces the installed tool.
  run at_home make -s -C "$root" install-tool
  assert_success
  refute_output --regexp '[Ww]arn|NU[0-9]{4}|NETSDK'
  cmp "$(realpath "$tool")" "$root/artifacts/yes"
  assert_equal "$("$tool" | head -n 1)" y
  at_home make -s -C "$root" uninstall-tool
  assert [ ! -e "$tool" ]
  at_home make -s -C "$root" uninstall-tool
}
