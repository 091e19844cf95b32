#!/usr/bin/env bats
# Tests of the Makefile. Most of them run in a copy of the project, in which fast scripts replace slow
# programs.

load helpers

# Makes the copy. A stand-in for dotnet only creates the build's output and records the environment. A
# stand-in for the compiler creates empty files.
setup_copy() {
  tar -C "$root" --exclude=./artifacts --exclude='./.*' -c . | tar -x
  mkdir -p bin/sdk/1{0,1}.0
  tee bin/sdk/10.0/.version <<< 1 > libc.a
  make_programs bin/cc '
    case $* in
      *-print-file-name=libc.a) echo libc.a ;;
      *) until [ "$1" = -o ]; do shift; done; : > "$2" ;;
    esac'
  make_programs tools/install-missing '' tools/revision 'cat commit 2> /dev/null || true' bin/dotnet "
    env > environment
    [ ! -e error ] || exit 1
    install -D '$YES' artifacts/publish/Yes.CSharp/release_$rid/yes
    install -D /dev/null artifacts/packages/yes.nupkg
    install -D /dev/null artifacts/bin/Yes.Bench/release/Yes.Bench.dll
    install -D /dev/null artifacts/bin/Yes.Tests/checked/Yes.Tests.dll"
}

@test "make help lists every target that a document names" {
  grep -ohP '`make \K[a-z-]+(?=[ `])' "$root"/{*.md,docs/*.md,bench/README.md} | sort -u > targets
  make -s -C "$root" help | sed -n 's/^  make \([^ ]*\).*/\1/p' | sort > listed
  assert_equal "$(comm -13 listed targets)" ''
}

@test "make help, make clean and make uninstall run no build checks" {
  # Without the tools directory, every check would fail.
  cp "$root/Makefile" .
  mkdir artifacts
  make -s help clean uninstall DESTDIR="$PWD"
  assert [ ! -e artifacts ]
}

@test "make reports the tools that a target needs" {
  setup_copy
  make_programs tools/lint 'echo linted'
  assert_equal "$(make -s bench lint)" linted
  make_programs tools/install-missing 'echo "missing: $*"; exit 1'
  while read -r target tools; do
    [[ -d $target ]] || rm -f "$target"
    run -2 make -s "$target"
    assert_line "missing: $tools"
  done << END
run pv
bench pv
bench-compare pv
format dotnet
artifacts/bin/Yes.Bench/release/Yes.Bench.dll dotnet
artifacts/bin/Yes.Tests/checked/Yes.Tests.dll cc dotnet
artifacts/lessons/built dotnet
artifacts/verify cc
artifacts/arm64/yes aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu,libc6-dev-arm64-cross dotnet
artifacts/yes cc dotnet
END
}

@test "make rebuilds a file when its sources change" {
  setup_copy
  # Windows, Emacs and users create such files. The target of the link does not exist.
  touch src/Program.cs:Zone.Identifier 'bench/Yes.Bench/Child (copy)'
  ln -s user@host src/.#Line.fs
  bench=artifacts/bin/Yes.Bench/release/Yes.Bench.dll
  make -s all pack build "$bench"
  # The packages are out of date if RIDS has changed.
  run -1 make -q pack RIDS="$rid any"
  while read -r target source; do
    [[ ! -e $source ]] || cp "$source" kept
    echo new >> "$source"
    touch -d 2020-01-01 "$source"
    run -1 make -q "$target"
    rm "$source"
    [[ ! -e kept ]] || mv kept "$source"
  done << END
artifacts/yes src/Yes.FSharp/Line.fs
artifacts/yes commit
artifacts/yes Directory.Build.rsp
artifacts/yes.1 docs/yes.1.in
artifacts/packed LICENSE
artifacts/sample bench/sample.c
$bench bench/Yes.Bench/Program.fs
build yes.sln
build tests/Yes.Tests/Program.fs
build tests/Directory.Build.props
build bench/sample.c
artifacts/yes bin/cc
artifacts/packed libc.a
artifacts/sample libc.a
$bench bin/sdk/10.0/.version
artifacts/yes bin/sdk/11.0/.version
END
  make -q all pack build "$bench"
  run -1 make -q artifacts/yes CC='cc -m64'
}

@test "a build removes outdated intermediate files" {
  cp -r "$root/tools" .
  mkdir -p src bench/Yes.Bench tests/Yes.Tests
  make_programs bin/dotnet '
    echo "found:" $(ls artifacts/obj)
    mkdir -p artifacts/obj/Yes.Bench artifacts/obj/Yes.CSharp artifacts/obj/Yes.Tests
    eval "$1"'
  # Starts a build that runs COMMAND, and checks which intermediate files it finds: build COMMAND FOUND
  build() {
    run tools/build file tools/dotnet "$1"
    assert_line "found:${2:+ $2}"
  }
  all='Yes.Bench Yes.CSharp Yes.Tests'
  build 'touch file' ''
  # After a compile error, the files remain.
  build 'exit 1' "$all"
  for event in 'kill -KILL $$' 'echo new > Makefile'; do
    build "$event" "$all"
    rm -f Makefile
    assert_equal "$(tools/build --outdated file)" file
    build '' ''
  done
  for file in src/a bench/Yes.Bench/b tests/Yes.Tests/c; do
    echo new > "$file"
    build '' ''
  done
  build 'echo new > Makefile' "$all"
  assert_line 'file: a source or a tool has changed during the build; run make again'
}

@test "make install rejects a relative PREFIX" {
  setup_copy
  make -s
  # sudo may change PATH and CC.
  echo >> bin/cc
  find artifacts -printf '%p %i %C@\n' | sort > before
  make -s install PREFIX="$PWD/prefix"
  # `sudo make install` must create no files here, because they would belong to root.
  find artifacts -printf '%p %i %C@\n' | sort | diff before -
  for setting in PREFIX='~/.local' PREFIX=here DESTDIR='~/stage'; do
    run make -s install "$setting"
    assert_output --partial 'have to be absolute paths'
  done
}

@test "the release notes are the newest section of the changelog" {
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

@test "a build ignores environment variables meant for other tools" {
  setup_copy
  export RID=linux-arm64 PLATFORM=x64 LANGUAGE=de TAPE=$PWD/tape POSIXLY_CORRECT=1 GIT_DIR=other CDPATH=/tmp
  export SHELLCHECK_OPTS=-x PARALLEL_SHELL=/bin/false GITHUB_ACTIONS=true TF_BUILD=True
  export PRIVATE_FEED=a NIX_LDFLAGS=-La CPATH=b https_proxy=c TMPDIR=. DOTNET_CLI_TELEMETRY_OPTOUT=0
  export NuGetPackageSourceCredentials_a=d
  LC_ALL=tr_TR.UTF-8 make -s artifacts/yes
  run cat environment
  for line in LC_ALL=C.UTF-8 PRIVATE_FEED=a NIX_LDFLAGS=-La CPATH=b https_proxy=c "TMPDIR=$PWD/." \
    DOTNET_CLI_TELEMETRY_OPTOUT=1 NuGetPackageSourceCredentials_a=d; do
    assert_line "$line"
  done
  refute_line --regexp '^(RID|PLATFORM|LANGUAGE|TAPE|POSIXLY_CORRECT|GIT_DIR|CDPATH)='
  refute_line --regexp '^(SHELLCHECK_OPTS|PARALLEL_SHELL|GITHUB_ACTIONS|TF_BUILD)='
}

@test "a build reports an unusable path or TMPDIR in one line" {
  for name in $'a\nb' 'a"b' "a'b" 'a|b' 'a?b' 'a*b' 'a\b' 'a:b' '@(a)' 'a%3Bb' $'\xff'; do
    mkdir -p "$name/tools"
    cp "$root"/tools/{dotnet,environment} "$name/tools"
    run -1 "$name/tools/dotnet"
    assert_output --regexp "^MSBuild can't use .*: build elsewhere$"
  done
  TMPDIR=/none run -1 "$root/tools/dotnet"
  assert_output 'TMPDIR: /none is not a directory that you can write to'
  HOME=/none run -1 env -u DOTNET_CLI_HOME "$root/tools/dotnet"
  assert_output --partial "HOME: dotnet can't write to /none;"
  make_programs bin/dotnet ''
  mv a:b 'ä; %b $(a) & <#`=,[]{}~!@^+'
  'ä; %b $(a) & <#`=,[]{}~!@^+/tools/dotnet'
}

@test "a failed make pack leaves no packages" {
  setup_copy
  make -s pack
  touch error
  run -2 make -s pack RIDS=any
  assert [ ! -e artifacts/packages ]
  run -1 make -q pack
}

@test "make release fails if a test is skipped" {
  make_programs bin/unshare 'exit 1'
  NO_SKIPS=1 SUITE=install/tools TEST="they can't test" run -1 "$root/tests/run"
  assert_line '0 passed, 0 failed, 1 skipped, but a release must skip none'
  setup_copy
  make_programs tests/run 'echo "$NO_SKIPS" > no_skips; exit 1'
  run make -n release
  assert_output --partial 'echo linux-x64 linux-arm64 any |'
  NO_SKIPS='' run -2 make -s release
  assert_equal "$(< no_skips)" 1
}
