#!/usr/bin/env bats
# Tests of the Makefile, most of them in a copy of the project with quick stand-ins for
# slow programs.

load helpers

# Makes the copy. Its stand-in for dotnet creates the files of a build, and records the
# environment.
setup_copy() {
  mkdir bench docs
  cp -r "$root"/{Makefile,LICENSE,*.txt,CHANGELOG.md,global.json,Directory.*.props,completions,src,tools} .
  cp -r "$root"/bench/{Yes.Bench,sample.c,yes.c} bench
  cp "$root"/docs/{INSTALL,yes.1.in} docs
  mkdir tests
  cp -r "$root/tests/Yes.Tests" tests
  make_programs tools/install-missing '' bin/dotnet "
    env > environment
    [ ! -e error ] || exit 1
    install -D '$YES' artifacts/publish/Yes.CSharp/release_$rid/yes
    install -D /dev/null artifacts/packages/yes.nupkg
    install -D /dev/null artifacts/bin/Yes.Bench/release/Yes.Bench.dll
    install -D /dev/null artifacts/bin/Yes.Tests/checked/Yes.Tests.dll"
}

@test "make help lists every target, in aligned columns" {
  make -s -C "$root" help > listed
  assert_equal "$(grep -vE '^([A-Z][a-z]+:|  make .{15} [a-z].*)$' listed)" ''
  {
    sed -n '/^\.PHONY: all/,/[^\\]$/p' "$root/Makefile" | grep -oE '\b[a-z-]+'
    grep -ohP '`make \K[a-z-]+(?=[ `])' "$root"/{*.md,docs/*.md,bench/README.md}
  } | sort -u > targets
  assert_equal "$(sed -n 's/^  make \([^ ]*\).*/\1/p' listed | sort | comm -13 - targets)" ''
}

@test "make reports missing tools, and only the developers' targets install them" {
  setup_copy
  make_programs tools/install-missing 'echo "${INSTALL_MISSING:-reported}"; exit 1'
  run make -s install
  assert_line reported
  for target in bench test lint; do
    run make -s "$target"
    assert_line 1
  done
}

@test "make rebuilds the executable for another commit and says so in one line" {
  setup_copy
  make_programs tools/revision 'echo "$COMMIT"'
  for commit in one two one; do
    COMMIT=$commit run make artifacts/yes
    assert_output --regexp '^building artifacts/yes[^[:cntrl:]]*$'
  done
  COMMIT=one make -q artifacts/yes
}

@test "make rebuilds each file after a change to one of its sources" {
  setup_copy
  # Windows, Emacs and users leave such files, which are no sources. The link leads
  # nowhere.
  touch src/Program.cs:Zone.Identifier 'bench/Yes.Bench/Child (copy)'
  ln -s user@host src/.#Line.fs
  bench=artifacts/bin/Yes.Bench/release/Yes.Bench.dll
  make -s all pack build "$bench"
  # Packages that were made with other RIDS are out of date.
  run -1 make -q pack RIDS="$rid any"
  # Everything else is up to date, in the order of the dependencies.
  make -q all pack build "$bench"
  while read -r file source; do
    # A directory changes when a file in it is removed.
    touch "$source"
    run -1 make -q "$file"
  done << END
artifacts/yes.1 docs/yes.1.in
artifacts/packed CHANGELOG.md
$bench bench/Yes.Bench/Program.fs
build tests/Yes.Tests/Program.fs
artifacts/yes src/Yes.FSharp
END
  make -s artifacts/yes
  # The times of files are multiples of some milliseconds, so a touch at once may change none.
  make -q artifacts/yes
  touch Directory.Build.props
  run -1 make -q artifacts/yes
}

@test "make install builds nothing after make and rejects a relative PREFIX and an unexpanded ~" {
  setup_copy
  make -s
  touch now
  make -s install PREFIX="$PWD/prefix"
  # Root would own any files that `sudo make install` created here.
  assert_equal "$(find artifacts -newer now)" ''
  for setting in PREFIX='~/.local' PREFIX=here DESTDIR='~/stage'; do
    run make -s install "$setting"
    assert_output --partial 'have to be absolute paths'
  done
}

@test "the release notes are the section Unreleased or, if a release has left it empty, the next section" {
  cp -r "$root"/{Makefile,tools} .
  mkdir artifacts
  for new in new ''; do
    printf '%s\n' 'All changes' '## [Unreleased]' "$new" '## [1.1] - 2026-01-01' '' old '' '## [1.0]' older \
      > CHANGELOG.md
    make -s artifacts/CHANGES.md
    run cat artifacts/CHANGES.md
    assert_output "${new:-old}"
  done
}

@test "a build ignores variables of MSBuild, git and tar, keeps those of compilers, and sends no telemetry" {
  setup_copy
  export RID=linux-arm64 PLATFORM=x64 LANGUAGE=de TAPE=$PWD/tape POSIXLY_CORRECT=1 GIT_DIR=other CDPATH=/tmp
  export NUGET_PACKAGES=$PWD NIX_LDFLAGS=-La CPATH=b https_proxy=c TMPDIR=. DOTNET_CLI_TELEMETRY_OPTOUT=0
  LC_ALL=tr_TR.UTF-8 make -s artifacts/yes
  head -c 20 "$YES" > header
  tools/dist 1.0 '' header
  run cat environment
  for line in LC_ALL=C.UTF-8 "NUGET_PACKAGES=$PWD" NIX_LDFLAGS=-La CPATH=b https_proxy=c "TMPDIR=$PWD/." \
    DOTNET_CLI_TELEMETRY_OPTOUT=1; do
    assert_line "$line"
  done
  refute_line --regexp '^(RID|PLATFORM|LANGUAGE|TAPE|POSIXLY_CORRECT|GIT_DIR|CDPATH)='
  # tar has not written to TAPE, and no temporary directory is left.
  assert_not_exist tape
  assert_equal "$(ls -d tmp.* 2> /dev/null)" ''
}

@test "a build after a failed one starts without intermediate files" {
  cp -r "$root/tools" .
  make_programs bin/dotnet '[ ! -e error ]'
  install -D /dev/null artifacts/obj/incomplete
  touch error
  run -1 tools/dotnet build
  rm error
  tools/dotnet build
  assert_not_exist artifacts/obj/incomplete
}

@test "a build fails with one line in a directory whose path MSBuild can't use" {
  for name in $'a\nb' 'a"b' "a'b" 'a|b' 'a?b' 'a*b' 'a\b' 'a:b' '@(a)' 'a%3Bb' $'\xff'; do
    mkdir -p "$name/tools"
    cp "$root"/tools/{dotnet,environment} "$name/tools"
    run "$name/tools/dotnet"
    assert_failure 1
    assert_output --regexp "^MSBuild can't use .*: build elsewhere$"
  done
  make_programs bin/dotnet ''
  mv a:b 'ä; %b $(a) & <#`=,[]{}~!@^+'
  'ä; %b $(a) & <#`=,[]{}~!@^+/tools/dotnet'
}

@test "make compiles with clang if there is no cc" {
  unset CC
  for options in -nB -nBR; do
    PATH=/ run "$(type -P make)" "$options" -C "$root" artifacts/yes-in-c
    assert_line --regexp '^clang .* bench/yes.c$'
  done
}

@test "make pack replaces old packages, and a failure leaves none" {
  setup_copy
  install -D /dev/null artifacts/packages/old.nupkg
  run make -s pack
  assert_line artifacts/packages/yes.nupkg
  refute_line artifacts/packages/old.nupkg
  touch error
  run tools/pack
  assert_failure
  assert_not_exist artifacts/packages
  run -1 make -q pack
}

# The stand-in for dotnet builds what its arguments name and runs only what it has built.
@test "each script tests/SUITE/run builds what it runs" {
  setup_copy
  cp -r "$root"/{tests,yes.sln} .
  make_programs bin/bats 'exec cat "$@" > /dev/null' bin/dotnet '
    case "$* " in
      *.dll*) cat "$1" ;;
      *" -p:ArtifactsPivots=checked "*) install -D /dev/null artifacts/bin/Yes.Tests/checked/Yes.Tests.dll ;;
      *) install -D /dev/null artifacts/bin/Yes.Tests/release/Yes.Tests.dll ;;
    esac'
  # The stand-in for bats ignores options.
  sed -i 's/^exec cat/shift $(($# - 1)); exec cat/' bin/bats
  for script in tests/*/run; do
    SEED=1 "$script"
  done
}

@test "make release runs the tests before it makes the packages" {
  run make -s -C "$root" MAKE=echo release
  assert_line --index 0 test
  assert_line --index 5 'pack RIDS=linux-x64 linux-arm64 any'
}
