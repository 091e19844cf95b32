#!/usr/bin/env bats
# The .NET tool, installed from the directory of packages.

load helpers

# Runs with a home, caches and temporary files of its own, below the test's directory: at_home COMMAND...
at_home() {
  local home=$BATS_TEST_TMPDIR/home
  mkdir -p "$home/tmp"
  env -u DOTNET_ROOT -u NUGET_PACKAGES -u XDG_DATA_HOME HOME="$home" DOTNET_CLI_HOME="$home" \
    TMPDIR="$home/tmp" DOTNET_ADD_GLOBAL_TOOLS_TO_PATH=false "$@"
}

@test "there is a pointer, a native package for this platform without symbols, and a fallback" {
  equal "$(cd "$packages" && ls ./*.nupkg)" "$(printf './%s.nupkg\n' "yes-dotnet.$version" \
    "yes-dotnet.$rid.$version" "yes-dotnet.any.$version" | sort)"
  run -0 unzip -p "$packages/yes-dotnet.$version.nupkg" tools/any/any/DotnetToolSettings.xml
  equal "$(grep -o 'RuntimeIdentifier="[^"]*" Id="[^"]*"' <<< "$output")" \
    "RuntimeIdentifier=\"$rid\" Id=\"yes-dotnet.$rid\""$'\n''RuntimeIdentifier="any" Id="yes-dotnet.any"'
  # But for the files of the packaging itself.
  equal "$(unzip -Z1 "$packages/yes-dotnet.$rid.$version.nupkg" | grep -vE '^(_rels/|package/|\[)' | sort)" \
    "$(printf '%s\n' LICENSE PACKAGE.md icon.png "tools/any/$rid/DotnetToolSettings.xml" \
      "tools/any/$rid/yes" "yes-dotnet.$rid.nuspec" | sort)"
  [[ -s $root/artifacts/symbols/yes.$rid.dbg ]]
}

# A field of a package's description, nuspec: field NAME
field() {
  xmllint --xpath "string(//*[local-name()='metadata']/*[local-name()='$1'])" nuspec
}

@test "the packages are described completely" {
  local package
  for package in yes-dotnet "yes-dotnet.$rid" yes-dotnet.any; do
    unzip -p "$packages/$package.$version.nupkg" "$package.nuspec" > nuspec
    [[ $(field description) && $(field tags) && $(field copyright) && $(field authors) ]]
    equal "$(field id) $(field version) $(field license)" "$package $version MIT"
    equal "$(field readme) $(field icon)" 'PACKAGE.md icon.png'
    equal "$(field releaseNotes)" "$("$root/tools/release-notes")"
    # A path of the machine that made it stays private, and the project may have no address.
    no_match -E "$root"'|<projectUrl><| url=""' nuspec
  done
}

@test "what an earlier version left is not kept beside the packages, nor a file for another platform" {
  local built=publish/Yes.CSharp/release_$rid/yes symbols=bin/Yes.CSharp/release_$rid/native/yes.dbg
  install -D /dev/null "artifacts/$symbols"
  mkdir -p artifacts/{packages,symbols,publish/Yes.CSharp}
  touch artifacts/{packages,symbols,publish/Yes.CSharp}/old
  cp -r "$root"/{tools,Directory.Build.props,CHANGELOG.md} .
  # In place of the SDK, which takes long: it publishes an executable, and makes a package.
  make_programs bin/dotnet 'echo "$PackageReleaseNotes" "$@" > asked
    install -D "$(cat file)" '"artifacts/$built; install -D /dev/null artifacts/packages/new.nupkg"
  echo "$YES" > file
  equal "$(tools/pack linux-x64 any)" artifacts/packages/new.nupkg
  equal "$(cd artifacts && find packages symbols publish -type f | sort)" \
    "packages/new.nupkg"$'\n'"$built"$'\n'"symbols/yes.$rid.dbg"
  equal "$(< asked)" "$(tools/release-notes) pack src/Yes.CSharp -c Release --nologo -v quiet \
-p:SourceRevisionId= -p:ToolPackageRuntimeIdentifiers=\"linux-x64;any\""
  # The header of an executable for the other platform.
  { head -c 18 "$YES" && tail -c +19 "$YES" | head -c 2 | tr '\76\267' '\267\76'; } > other
  echo other > file
  run -1 tools/pack
  equal "$output" "pack: the executable for $rid is not for it"
  [[ ! -e artifacts/packages ]]
}

@test "make install-tool makes a global native yes, and make uninstall-tool removes it, whatever was there" {
  local tool=$BATS_TEST_TMPDIR/home/.dotnet/tools/yes
  umask 077
  at_home make -C "$root" install-tool
  run -0 at_home make -C "$root" install-tool
  # The SDK's warnings begin so.
  [[ ! $output =~ [Ww]arn|NU[0-9]{4}|NETSDK ]] || { echo "$output"; return 1; }
  cmp "$(realpath "$tool")" "$root/artifacts/yes"
  equal "$("$tool" | head -n 1)" y
  at_home make -C "$root" uninstall-tool
  [[ ! -e $tool ]]
  at_home make -C "$root" uninstall-tool
}

# dotnet asks its host for the name of the platform.
@test "where the platform is Alpine's the package for glibc is taken, and elsewhere the fallback" {
  local platform
  for platform in "${rid/-/-musl-}" osx-arm64; do
    at_home env DOTNET_RUNTIME_ID="$platform" dotnet tool install yes-dotnet --tool-path "$platform" \
      --source "$packages"
  done
  cmp "$(realpath "${rid/-/-musl-}/yes")" "$root/artifacts/yes"
  [[ -e osx-arm64/.store/yes-dotnet/$version/yes-dotnet.any ]]
}
