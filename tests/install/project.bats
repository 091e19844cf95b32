#!/usr/bin/env bats
# What a developer finds in the repository works in the usual ways, and the pages are true.

load helpers

@test "the README's listings are whole programs, which end when their reader has gone" {
  local name
  for name in csharp fsharp; do
    dotnet new console -lang "${name/sharp/#}" -o $name
    sed -n "/^\`\`\`$name\$/,/^\`\`\`\$/p" "$root/README.md" | sed '1d; $d' > $name/Program.${name/harp}
    dotnet run --project $name 2> errors | head -n 3 > lines
    equal "$(< lines)" $'y\ny\ny'
    equal "$(< errors)" 'Broken pipe'
  done
}

# Prints a page without blanks, and without what a comparison writes and what others measured.
print_own_text() {
  sed '/bench:[ct]/,/bench:end/d; /blog post/,/^$/d' "$1" | LC_ALL=C sed 's/[[:space:]]//g; s/\xc2\xa0//g'
}

@test "each rate, time and size that the pages have was measured in the run that is kept" {
  local page figure kept
  kept=$(print_own_text "$root"/bench/results/*/report.md)
  for page in README.md docs/strategies.md; do
    while read -r figure; do
      [[ $kept == *[^0-9.]"$figure"[^/]* ]] || { echo "$page has $figure, the report has not"; return 1; }
    done < <(print_own_text "$root/$page" | grep -oE '[0-9.]+[KMG]iB/s|[0-9]+\.[0-9]+([KM]iB|ms)')
  done
}

@test "a link that leads nowhere is found, to a file as to a heading" {
  mkdir tools
  cp "$root/tools/check-links" tools
  printf '%s\n' '# A `page`, and more' '[good](a.md#a-page-and-more) [good](#a-page-and-more)' \
    '```' '[in a listing](nowhere.md)' '```' '[bad](b.md) [bad](#b)' > a.md
  run -1 tools/check-links
  equal "$output" $'./a.md: the link to b.md leads nowhere\n./a.md: the link to #b leads nowhere'
}

@test "yes.sln has every project, of which dotnet pack packs the tool alone" {
  cd "$root"
  equal "$(dotnet sln yes.sln list | grep proj$ | sort)" "$(printf '%s\n' {src,bench,tests}/*/*proj | sort)"
  equal "$(grep -L '<IsPackable>false<' {src,bench,tests}/*/*proj)" src/Yes.CSharp/Yes.CSharp.csproj
}

@test "where clang links, GNU objcopy strips, and only for Linux is anything wrapped" {
  ln -s "$(type -P cc)" bin/clang
  run -0 dotnet msbuild "$root/src/Yes.CSharp" -p:RuntimeIdentifier="$("$root/tools/rid")" \
    -t:ResolveFrameworkReferences,SetupOSSpecificProps -getProperty:CppLinker,ObjCopyName
  equal "$(jq -r '.Properties[]' <<< "$output")" $'clang\nobjcopy'
  equal "$(dotnet msbuild "$root/src/Yes.CSharp" -p:RuntimeIdentifier=win-x64 -getItem:WrappedFunction |
    jq -c .Items)" '{"WrappedFunction":[]}'
}

@test "a missing tool is installed from the package that has it, or named" {
  type -P dpkg || skip 'the packages are those of Debian'
  local tool tools package
  mapfile -t tools < <(sed -n 's/.*tools.ensure \([^$]*\).*/\1/p' "$root"/{Makefile,tools/lint} |
    cat - "$root/tests/tools" | tr ' ' '\n' | sort -u)
  # With nothing else on the PATH everything is missing.
  mkdir few
  for tool in bash cat dirname env sort tr; do
    ln -s "$(type -P "$tool")" few
  done
  printf '#!/bin/sh\n"$@"\n' > few/sudo
  printf '#!/bin/sh\necho "$@" >> asked\n' > few/apt-get
  chmod +x few/{sudo,apt-get}
  dpkg -S '*bin/*' > owners
  for tool in "${tools[@]}"; do
    [[ ! -e few/$tool && $tool != /* ]] || continue
    run -1 env PATH="$PWD/few" "$root/tools/ensure" bash "$tool"
    equal "${lines[-1]}" "can't install: ${tool/%dotnet/dotnet, the .NET SDK 10}"
    read -r package _ < <(sed -n '$s/.*-recommends //p' asked)
    # Where it is installed. Several packages have an awk.
    [[ $tool == @(awk|dotnet) ]] || ! type -P "$tool" > /dev/null ||
      grep -qE "^$package.*bin/g?$tool(-.*)?$" owners || { echo "$package has no $tool"; return 1; }
  done
}

@test "dotnet run writes lines and nothing else, and the project's address is shown" {
  local address=https://example.org/yes
  # `make build` analyzes it.
  dotnet build "$root/src/Yes.CSharp" --nologo -v quiet "-p:RepositoryUrl=$address" \
    "-p:ArtifactsPath=$PWD/built/" -p:RunAnalyzers=false
  # A launch profile would print a line before the first.
  equal "$(timeout 300 dotnet run --no-build --project "$root/src/Yes.CSharp" \
    --property:ArtifactsPath="$PWD/built/" -- --strategy span a b | head -n 1)" 'a b'
  printf '#!/bin/sh\nexec dotnet "%s"/built/bin/Yes.CSharp/debug/yes.dll "$@"\n' "$PWD" > program
  chmod +x program
  equal "$(./program --help | tail -n 1)" "Home page: <$address>"
  "$root/tools/man-page" ./program > yes.1
  [[ $(MANWIDTH=80 man --local-file yes.1) == *"Report bugs at $address"* ]]
  equal "$(dotnet msbuild "$root/src/Yes.CSharp" "-p:RepositoryUrl=$address" \
    -getProperty:PackageProjectUrl)" "$address"
}

@test "make help lists every target that is a command" {
  equal "$(make -C "$root" -s help | awk '{ print $2 }' | sort)" \
    "$(make -C "$root" -npq help 2> /dev/null | sed -n 's/^\.PHONY: //p' | tr ' ' '\n' | sort)"
}

@test "what was built is built again after a change of each input" {
  local file inputs input policy='global.json Directory.Build.props Directory.Packages.props' made sources
  cd "$root"
  make -npq > "$BATS_TEST_TMPDIR/rules" || true
  # The directories as well, which change when a file is removed.
  sources="$(find src -not -name '*.md' -printf '%p ') $policy Makefile tools/compile-wrap tools/rid"
  while read -r file inputs; do
    made=$(sed -n "s|^$file: ||p" "$BATS_TEST_TMPDIR/rules" | xargs)
    for input in $inputs; do
      [[ " $made " == *" $input "* ]] || { echo "$file does not follow $input"; return 1; }
    done
  done <<END
artifacts/yes $sources
artifacts/arm64/yes $sources
artifacts/yes.1 artifacts/yes docs/yes.1.in tools/man-page tools/version CHANGELOG.md
artifacts/packed artifacts/yes CHANGELOG.md LICENSE tools/pack tools/release-notes
artifacts/bin/Yes.Bench/release/Yes.Bench.dll $(find bench/Yes.Bench -printf '%p ') $policy
artifacts/yes-in-c bench/yes.c
artifacts/verify tests/verify.c
bench artifacts/yes artifacts/yes-in-c artifacts/bin/Yes.Bench/release/Yes.Bench.dll
bench-compare artifacts/yes artifacts/bin/Yes.Bench/release/Yes.Bench.dll
install artifacts/yes artifacts/yes.1
dist artifacts/yes artifacts/yes.1
test artifacts/yes artifacts/verify
END
  # The file holds the platforms.
  run -1 make -q RIDS='linux-x64 any' artifacts/packed
  make -n RIDS='here any' artifacts/packed | grep -xF "echo 'here any' > artifacts/packed"
}

@test "make works without telemetry, and stops with a sentence in a path that the compilers don't take" {
  unset DOTNET_CLI_TELEMETRY_OPTOUT
  make -sC "$root" --eval 'show: ; @env' show | grep -xF DOTNET_CLI_TELEMETRY_OPTOUT=1
  mkdir $'new\nline'
  run -2 make -f "$root/Makefile" -C $'new\nline'
  [[ $output == *'The compilers take no path with a newline'* ]]
}

@test "the revision is the commit, in a worktree and for another user, and dirty after a change" {
  local file
  mkdir -p clone/src
  cp -r "$root"/{tools,*.props,global.json} clone
  cp "$root/Makefile" clone/src/source
  cd clone
  git init -q .
  git add .
  git -c user.name=me -c user.email=me@example.org commit -q -m one
  git worktree add -q ../worktree
  equal "$(../worktree/tools/revision)" "$(git rev-parse HEAD)"
  equal "$(GIT_TEST_ASSUME_DIFFERENT_OWNER=1 tools/revision)" "$(git rev-parse HEAD)"
  for file in src/source src/new global.json Directory.{Build,Packages}.props; do
    echo >> "$file"
    equal "$(tools/revision)" "$(git rev-parse HEAD)-dirty"
    git stash push -q --include-untracked
  done
  # For sources that only lie in a repository the SDK would take its commit.
  mkdir -p inner/src/Yes.FSharp
  cp ./*.props inner
  cp "$root"/src/Yes.FSharp/*.fsproj inner/src/Yes.FSharp
  equal "$(dotnet msbuild inner/src/Yes.FSharp -getProperty:EnableSourceControlManagerQueries)" false
}
