#!/usr/bin/env bats
# What a developer finds in the repository works in the usual ways.

load helpers

# A property of the packaged project: property NAME OPTION...
property() {
  dotnet msbuild "$root/src/Yes.CSharp" "-getProperty:$1" "${@:2}"
}

@test "yes.sln has every project, of which dotnet pack packs the tool alone" {
  cd "$root"
  equal "$(grep -oE '[^"]+\.[cf]sproj' yes.sln | sed 's|\\|/|g' | sort)" \
    "$(printf '%s\n' {src,bench,tests}/*/*proj | sort)"
  equal "$(grep -L '<IsPackable>false<' {src,bench,tests}/*/*proj)" src/Yes.CSharp/Yes.CSharp.csproj
}

@test "the framework is chosen in one place, which the environment overrides" {
  cd "$root"
  equal "$(grep -rl 'net9\.0' Makefile ./*.props tools {src,bench,tests}/*/*proj)" ./Directory.Build.props
  equal "$(FRAMEWORK=net10.0 property TargetFramework)" net10.0
}

@test "under dotnet run every strategy runs and ends, and the project's address is shown" {
  local address=https://example.org/yes
  # `make build` analyzes it.
  dotnet build "$root/src/Yes.CSharp" --nologo -v quiet "-p:RepositoryUrl=$address" \
    "-p:ArtifactsPath=$PWD/built/" -p:RunAnalyzers=false
  printf '#!/bin/sh\nexec dotnet run --no-build --project "%s" --property:ArtifactsPath="%s" -- "$@"\n' \
    "$root/src/Yes.CSharp" "$PWD/built/" > program
  chmod +x program
  OPERAND=ä every_strategy_runs "$PWD/program"
  equal "$(./program --help | tail -n 1)" "Home page: <$address>"
  "$root/tools/man-page" ./program > yes.1
  [[ $(MANWIDTH=80 man --local-file yes.1) == *"Report bugs at $address"* ]]
  equal "$(property PackageProjectUrl "-p:RepositoryUrl=$address")" "$address"
}

@test "nothing shows an address while there is none" {
  [[ $(property RepositoryUrl) == '' ]] || skip 'the project has an address'
  run -1 grep -iE 'home page|report bugs' <(yes --help; "$root/tools/man-page" "$YES")
  run -1 grep -E '<projectUrl| url=' <(unzip -p "$packages/yes-dotnet.$version.nupkg" yes-dotnet.nuspec)
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
  run -1 make -q RIDS='linux-x64 any' artifacts/packed
}
