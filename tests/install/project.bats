#!/usr/bin/env bats

load helpers

@test "the constants in C# match the C headers" {
  {
    printf '#include <%s.h>\n' errno fcntl poll sys/{prctl,socket} time unistd
    sed -nE 's/.* const \w+ (\w+) = (.*);/_Static_assert(\1 == \2, "");/p
      s/^ +(E[A-Z]+) = ([0-9]+),/_Static_assert(\1 == \2, "");/p' "$root/src/Yes.CSharp/Platform/Libc.cs"
  } > constants.c
  assert [ "$(grep -c assert constants.c)" -ge 30 ]
  cc -D_GNU_SOURCE -fsyntax-only constants.c
}

@test "make lint finds no mistake" {
  "$root/tools/lint"
}

# Checks the output of a lesson, its end after its reader has exited, and its error message: check_lesson NAME
check_lesson() {
  local program=$root/artifacts/lessons/$1 status=0
  patiently "$program" 2> errors | verify 100000
  assert_equal "$1 ${PIPESTATUS[*]} $(< errors)" "$1 141 0 "
  patiently "$program" > /dev/full 2> errors || status=$?
  assert_equal "$1 $status $(wc -l < errors)" "$1 1 1"
}

@test "each lesson behaves like a Unix program" {
  for file in "$root"/docs/lessons/*.cs; do check_lesson "$(basename "$file" .cs)"; done
  # The last lines are in the file, and the next program writes after them.
  for program in "$root"/artifacts/lessons/{lines,stream}; do
    { patiently "$program" 3; echo end; } > file
    assert_equal "$(< file)" $'y\ny\ny\nend'
  done
}

@test "the README shows a part of a lesson as it is" {
  part=$(sed -n '/^```csharp$/,/^```$/p' "$root/README.md" | sed '1d; $d')
  [[ $part && $(< "$root/docs/lessons/lines.cs") == *"$part"* ]]
}

@test "a build ignores files in parent directories" {
  mkdir clone
  cp -r "$root"/{src,tools,global.json,Directory.*} clone
  stop='<Project InitialTargets="Stop"><Target Name="Stop"><Error Text="imported" /></Target></Project>'
  tee Directory.Solution.props <<< "$stop" > Directory.Solution.targets
  echo '<Project><PropertyGroup><Parent>imported</Parent></PropertyGroup></Project>' > Directory.Build.targets
  echo -p:Parent=imported > Directory.Build.rsp
  echo is_global=true > .globalconfig
  ln -s user@host clone/src/Yes.CSharp/.#Program.cs
  echo 'Microsoft Visual Studio Solution File, Format Version 12.00' > clone/empty.sln
  clone/tools/dotnet msbuild empty.sln
  run clone/tools/dotnet msbuild src/Yes.CSharp -p:RuntimeIdentifier=linux-x64 \
    -getItem:EditorConfigFiles,Compile -getProperty:Parent
  assert_success
  run jq -c '.Properties, .Items.EditorConfigFiles, [.Items.Compile[].Filename | select(test("^[.]"))]' \
    <<< "$output"
  assert_output $'{"Parent":""}\n[]\n[]'
}

@test "the revision names the last commit and marks local changes" {
  mkdir -p clone/{src,inner,home/.config/git}
  cd clone
  cp -r "$root"/{tools,*.props,global.json} .
  echo '*.swp' > home/.config/git/ignore
  touch src/source
  commit_files
  git config i18n.logOutputEncoding UTF-16
  git config status.showUntrackedFiles no
  commit=$(git rev-parse HEAD)
  touch page.md
  commit_files
  git worktree add -q ../worktree
  assert_equal "$(../worktree/tools/revision)" "$commit"
  # A copy inside another repository has no revision. A hook in another repository may set GIT_DIR.
  cp -r tools inner
  assert_equal "$(inner/tools/revision)" ''
  git init -q ../other
  assert_equal "$(CDPATH=..:. GIT_DIR=../other/.git tools/revision)" "$commit"
  make_programs ../bin/git "GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec '$(type -P git)' \"\$@\""
  ln -s "$PWD" ../link
  assert_equal "$(../link/tools/revision)" "$commit"
  rm ../bin/git
  for file in src/.new.swp global.json Directory.Build.props; do
    echo >> "$file"
    assert_equal "$(env -u XDG_CONFIG_HOME HOME="$PWD/home" tools/revision)" "$commit-dirty"
    git stash push -q -u -- "$file"
  done
}
