#!/usr/bin/env bats
# What a developer finds in the repository works in the usual ways.

load helpers

# The files of the project, wherever it comes from.
files() {
  (cd "$root" && find . \( -name .git -o -name artifacts \) -prune -o -type f -print)
}

address=https://example.org/yes

# Builds the managed program, with an address, into $built, once for this file. `make build` analyzes it.
build_managed() {
  built=$BATS_FILE_TMPDIR/built
  [[ -d $built ]] || dotnet build "$root/src/Yes.CSharp" --nologo -v quiet "-p:RepositoryUrl=$address" \
    "-p:ArtifactsPath=$built/" -p:RunAnalyzers=false
}

@test "yes.sln has every project, and only platforms that exist" {
  equal "$(grep -oE '[^"]+\.[cf]sproj' "$root/yes.sln" | sed 's|\\|/|g' | sort)" \
    "$(files | grep -E '\.[cf]sproj$' | sed 's|^\./||' | sort)"
  run -1 grep -iE 'x64|x86' "$root/yes.sln"
}

@test "dotnet pack at the root packs the tool, and nothing else" {
  # One process asks every project.
  cat > print.targets <<'TARGETS'
<Project>
  <Target Name="Print">
    <Message Importance="high" Text="$(MSBuildProjectFile):$(IsPackable)" />
  </Target>
</Project>
TARGETS
  run -0 dotnet msbuild "$root/yes.sln" -nologo -verbosity:minimal -target:Print \
    "-p:CustomAfterMicrosoftCommonTargets=$PWD/print.targets"
  # dotnet itself may have something to say to a user who can't write to its directory.
  equal "$(tr -d ' ' <<< "$output" | grep proj: | sort)" "$(
    files | sed -nE 's|.*/(.+\.[cf]sproj)$|\1:false|p' |
    sed 's/^Yes.CSharp.csproj:false/Yes.CSharp.csproj:true/' | sort)"
  # Without an argument tools/pack packs as dotnet pack does.
  equal "$(property ToolPackageRuntimeIdentifiers)" "$("$root/tools/rid");any"
}

@test "the framework is chosen in one place, which the environment overrides" {
  cd "$root"
  equal "$(files | grep -E '(\.props|proj|/Makefile|^\./tools/.*)$' | xargs grep -l 'net9\.0')" \
    ./Directory.Build.props
  equal "$(FRAMEWORK=net10.0 property TargetFramework)" net10.0
  equal "$(env -u FRAMEWORK dotnet msbuild "$root/src/Yes.CSharp" -getProperty:TargetFramework)" \
    "$(sed -nE "s/.*<Framework .*>(.*)<.*/\\1/p" "$root/Directory.Build.props")"
}

@test "the project's address is one property, which packages, help and man page show" {
  equal "$(property PackageProjectUrl "-p:RepositoryUrl=$address")" "$address"
  build_managed
  printf '#!/bin/sh\nexec dotnet "%s/bin/Yes.CSharp/debug/yes.dll" "$@"\n' "$built" > published
  chmod +x published
  equal "$(./published --help | tail -n 1)" "Home page: <$address>"
  "$root/tools/man-page" ./published > yes.1
  [[ $(MANWIDTH=80 man --local-file yes.1) == *"Report bugs at $address"* ]]
}

@test "nothing shows an address while there is none" {
  [[ $(property RepositoryUrl) == '' ]] || skip 'the project has an address'
  run -1 grep -iE 'home page|report bugs' <(yes --help; "$root/tools/man-page" "$YES")
  run -1 grep -E '<projectUrl| url=' <(unzip -p "$packages/yes-dotnet.$(version).nupkg" yes-dotnet.nuspec)
}

@test "text files have LF at the end of each line" {
  run -1 grep -rlI --exclude-dir=.git --exclude-dir=artifacts $'\r$' "$root"
  grep -qxF '* text=auto eol=lf' "$root/.gitattributes"
}

@test "every strategy runs and ends under dotnet run" {
  build_managed
  local run=(dotnet run --project "$root/src/Yes.CSharp" --no-build "--property:ArtifactsPath=$built/" --)
  [[ $("${run[@]}" --version) == 'yes '* ]]
  OPERAND=ä every_strategy_runs "${run[@]}"
}

@test "make help lists every target that is a command" {
  equal "$(make -C "$root" -s help | awk '{ print $2 }' | sort)" \
    "$(make -C "$root" -npq help 2> /dev/null | sed -n 's/^\.PHONY: //p' | tr ' ' '\n' | sort)"
}

# Checks that make makes a file again after a change of each of its inputs: follows FILE INPUT...
follows() {
  local input
  make -q "$1"
  for input in "${@:2}"; do
    run -1 make -q -W "$input" "$1" || { echo "$1 does not follow $input"; return 1; }
  done
}

@test "what was built is built again after a change of each input" {
  cd "$root"
  # The directories as well, which change when a file is removed.
  mapfile -t sources < <(find src -not -name '*.md')
  follows artifacts/yes "${sources[@]}" Makefile global.json Directory.{Build,Packages}.props \
    tools/{compile-wrap,rid}
  run -1 make -q FRAMEWORK=net8.0 artifacts/yes
  follows artifacts/yes.1 artifacts/yes docs/yes.1.in tools/{man-page,version} CHANGELOG.md
  follows artifacts/packed artifacts/yes CHANGELOG.md LICENSE tools/pack
}
