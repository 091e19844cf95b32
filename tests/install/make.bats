#!/usr/bin/env bats
# The Makefile: what each target runs, when it does, and where.

load helpers

# Copies what make needs, with these programs in place of others: prepare NAME COMMAND...
prepare() {
  cp -r "$root"/{Makefile,tools,global.json,Directory.*.props} .
  mkdir -p src tests bench/Yes.Bench artifacts/{publish/Yes.CSharp/release_any,bin/Yes.Bench/release}
  touch tests/needed-tools artifacts/publish/Yes.CSharp/release_any/yes
  make_programs "$@"
}

# The targets that no other test runs, as if all were built.
@test "make help, and what targets run, are those of make.txt" {
  local targets='run bench-peers bench-compare lint format deps clean release publish'
  make -s -C "$root" help > listed
  # shellcheck disable=SC2086 # Words.
  make -n --no-print-directory -C "$root" MAKE=: BENCH=runner -o runner -o artifacts/yes $targets |
    diff "$BATS_TEST_DIRNAME/make.txt" <(cat listed -)
  equal "$(sed -n 's/^  make \([^ ]*\).*/\1/p' listed | sort)" \
    "$(make -C "$root" -npq help 2> /dev/null | sed -n 's/^\.PHONY: //p' | tr ' ' '\n' | sort)"
}

@test "only what sets a machine up installs tools, and nothing is built without them" {
  local target
  prepare tools/ensure 'echo "${INSTALL_MISSING-}$*"; exit 1'
  for target in all install pack install-tool dist; do
    run -2 make -s "$target"
    equal "${lines[0]}" 'cc objcopy dotnet flock'
  done
  for target in run bench bench-save bench-compare test build lint format deps release; do
    run -2 make -s --no-print-directory "$target"
    like "${lines[0]}" '1@(cc|dotnet)*'
  done
}

@test "it is built again for another commit, with a short line, or what failed, and with V=1 all" {
  local commit
  prepare tools/rid 'echo any' tools/revision 'echo "$COMMIT"' bin/dotnet \
    'case $* in *-v:quiet*) ;; *) echo noise ;; esac; touch artifacts/publish/*/*/yes
    [ "$1" = --version ] || [ ! -e fail ] || { echo "error: $(cat fail)"; exit 1; }'
  for commit in one two one; do
    equal "$(COMMIT=$commit make artifacts/yes 2>&1)" 'building artifacts/yes: about a minute the first time'
    equal "$(COMMIT=$commit make -s artifacts/yes 2>&1)" ''
  done
  run -0 make --no-print-directory artifacts/bin/Yes.Bench/release/Yes.Bench.dll
  equal "$output" 'building the benchmark'
  run -0 make artifacts/yes V=1
  [[ $output == *'dotnet publish '*$'\n'noise ]]
  echo 'no such file' > fail
  run ! make -W global.json artifacts/yes
  [[ $output == *'error: no such file'* ]]
}

@test "what was built is built again after a change of each input" {
  local file inputs input sources policy='global.json Directory.Build.props Directory.Packages.props'
  local installed='artifacts/yes artifacts/yes.1 artifacts/yes.bash artifacts/_yes artifacts/yes.fish'
  cd "$root"
  make -npq RID=linux-arm64 RIDS=linux-arm64 > "$BATS_TEST_TMPDIR/rules" || true
  # The directories as well, which change when a file is removed.
  sources="$(find src -not -name '*.md' -printf '%p ') $policy Makefile tools/rid"
  while read -r file inputs; do
    for input in $inputs; do
      like "$(grep "^$file: " "$BATS_TEST_TMPDIR/rules") " "* $input *"
    done
  done << END
artifacts/yes $sources
artifacts/arm64/yes $sources
artifacts/yes.1 artifacts/yes docs/yes.1.in tools/man-page tools/version CHANGELOG.md
artifacts/_yes artifacts/yes completions/_yes.in tools/completion
artifacts/packed artifacts/yes artifacts/arm64/yes CHANGELOG.md LICENSE tools/pack tools/release-notes
artifacts/bin/Yes.Bench/release/Yes.Bench.dll $(find bench/Yes.Bench -printf '%p ') $policy
artifacts/yes-in-c bench/yes.c
artifacts/verify tests/verify.c
bench artifacts/yes artifacts/yes-in-c artifacts/bin/Yes.Bench/release/Yes.Bench.dll
bench-save artifacts/bin/Yes.Bench/release/Yes.Bench.dll
bench-compare artifacts/yes artifacts/bin/Yes.Bench/release/Yes.Bench.dll
all $installed
install $installed
dist $installed artifacts/arm64/yes
test artifacts/yes artifacts/verify
END
  run -1 make -q RIDS='linux-x64 any' artifacts/packed
  make -n RIDS='here any' artifacts/packed | grep -xF "echo 'here any' > artifacts/packed"
}

@test "a build depends on no locale and on no variable of the user's, and after one that failed begins anew" {
  prepare bin/dotnet 'env > seen; ls artifacts/obj > objects; [ ! -e fail ]'
  export PLATFORM=x64 OUTDIR=elsewhere LANGUAGE=de LC_ALL=tr_TR.UTF-8 DOTNET_ROOT=/opt/dotnet
  install -D /dev/null artifacts/obj/kept
  touch fail
  run -1 tools/dotnet build
  equal "$(grep -E '^(PLATFORM|OUTDIR|LANGUAGE|LC_|DOTNET_ROOT)' seen | sort | xargs)" \
    'DOTNET_ROOT=/opt/dotnet LC_ALL=C.UTF-8'
  equal "$(< objects)" kept
  rm fail
  tools/dotnet build 2> errors
  [[ ! -e artifacts/obj/kept ]]
  equal "$(RID=linux-arm64 TEST=one make -s --eval 'show: ; @echo $(RID)$(TEST) $$LC_ALL' show)" C.UTF-8
}

@test "make install refuses a path that is not absolute, and makes nothing" {
  local path
  prepare bin/dotnet 'exit 1'
  for path in PREFIX='~/.local' PREFIX=here DESTDIR='~/stage'; do
    run -2 make -s install "$path"
    like "$output" '*PREFIX has to be an absolute path*'
  done
  [[ ! -e '~' && ! -e here ]]
}

@test "make works without telemetry, with clang alone, and says so where MSBuild takes no path like this" {
  local name
  equal "$(env -i "PATH=$PATH" make -sC "$root" --eval 'show: ; @env' show | grep ^DOTNET_ | sort | xargs)" \
    'DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 DOTNET_TieredPGO=0'
  PATH=/ "$(type -P make)" -Bn -C "$root" artifacts/verify 2> errors | grep '^clang '
  for name in $'a\nb' 'a"b' "a'b" 'a|b' 'a?b' 'a*b' 'a\b' 'a:b' '@(a)' 'a%3Bb' $'\xff'; do
    mkdir "$name"
    run -2 make --no-print-directory -f "$root/Makefile" -C "$name" help
    [[ $output == *': build elsewhere.  Stop.' ]]
  done
  mkdir 'ä; %b $(a) & <#`=,[]{}~!@^+'
  make -f "$root/Makefile" -C ä* help > listed
}
