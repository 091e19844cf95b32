#!/usr/bin/env bats
# What a developer finds in the repository works in the usual ways, and the pages are true.

load helpers

@test "the README's listing is a whole program, which ends when its reader has gone" {
  sed -n '/^```csharp$/,/^```$/p' "$root/README.md" | sed '1d; $d' > listing.cs
  equal "$(dotnet run -p:UseSharedCompilation=false listing.cs 2> errors < /dev/null | head -n 3)" $'y\ny\ny'
  equal "$(< errors)" 'Broken pipe'
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

@test "yes.sln has every project, of which dotnet pack packs the tool alone" {
  cd "$root"
  equal "$(dotnet sln yes.sln list | grep proj$ | sort)" "$(printf '%s\n' {src,bench,tests}/*/*proj | sort)"
  equal "$(grep -L '<IsPackable>false<' {src,bench,tests}/*/*proj)" src/Yes.CSharp/Yes.CSharp.csproj
}

@test "where clang links, GNU objcopy strips, whatever is exported, and only for Linux is anything wrapped" {
  local project=$root/src/Yes.CSharp
  make_programs bin/clang ''
  export CROSS=other- CROSSPREFIX=other-
  run -0 dotnet msbuild "$project" -p:RuntimeIdentifier="$rid" \
    -t:ResolveFrameworkReferences,SetupOSSpecificProps -getProperty:CppLinker,ObjCopyName
  equal "$(jq -r '.Properties[]' <<< "$output")" $'clang\nobjcopy'
  run -0 dotnet msbuild "$project" -p:RuntimeIdentifier=win-x64 -t:CompileWrap,CheckWrap -getItem:LinkerArg
  equal "$(jq -c '.Items.LinkerArg' <<< "$output")" '[]'
}

@test "dotnet run writes lines and nothing else, and the project's address is shown" {
  local address=https://example.org/yes
  # `make build` analyzes it.
  equal "$(dotnet build "$root/src/Yes.CSharp" "-p:RepositoryUrl=$address" -p:ArtifactsPath="$PWD/built/" \
    -p:RunAnalyzers=false -t:Build -getProperty:PackageProjectUrl)" "$address"
  # A launch profile would print a line before the first.
  equal "$(timeout 300 dotnet run --no-build --project "$root/src/Yes.CSharp" \
    --property:ArtifactsPath="$PWD/built/" -- --strategy span a b | head -n 1)" 'a b'
  make_programs program "exec dotnet '$PWD/built/bin/Yes.CSharp/debug/yes.dll' \"\$@\""
  equal "$(./program --help | tail -n 1)" "Home page: <$address>"
  "$root/tools/man-page" ./program > yes.1
  [[ $(MANWIDTH=80 man --local-file yes.1) == *"Report bugs at $address"* ]]
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
  # A hook of another repository exports where that is.
  git init -q ../other
  equal "$(CDPATH=..:. GIT_DIR=../other/.git GIT_WORK_TREE=../other tools/revision)" "$(git rev-parse HEAD)"
  make_programs ../bin/git "GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec '$(type -P git)' \"\$@\""
  equal "$(tools/revision)" "$(git rev-parse HEAD)"
  rm ../bin/git
  for file in src/source src/new global.json Directory.{Build,Packages}.props; do
    echo >> "$file"
    equal "$(tools/revision)" "$(git rev-parse HEAD)-dirty"
    git stash push -q --include-untracked
  done
  # A file is new for everybody, also where a user's settings hide it.
  mkdir -p ../home/.config/git
  echo '*.swp' > ../home/.config/git/ignore
  touch src/a.swp
  equal "$(env -u XDG_CONFIG_HOME HOME="$PWD/../home" tools/revision)" "$(git rev-parse HEAD)-dirty"
  # For sources that only lie in a repository the SDK would take its commit.
  mkdir -p inner/src/Yes.FSharp
  cp ./*.props inner
  cp "$root"/src/Yes.FSharp/*.fsproj inner/src/Yes.FSharp
  equal "$(dotnet msbuild inner/src/Yes.FSharp -getProperty:EnableSourceControlManagerQueries)" false
}
