#!/usr/bin/env bats
# Tests of the build, the installed files, the archive and the packages of the .NET tool. Tests with the tag
# "long" compile the program again.

load helpers
version=$(sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' "$root/Directory.Build.props")
rid=linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
packages=$root/artifacts/packages

# Runs make in the project's root: make_here ARGUMENT...
make_here() {
  patiently make -s --no-print-directory -C "$root" "$@"
}

# Prints the mode and path of every file in a directory, and of every subdirectory without mode 755.
list_modes() {
  (cd "$1" && find . \( -type d -perm 755 \) -o -printf '%m %P\n' | sort -k 2)
}

# Clones the project with its uncommitted files: clone_sources DIRECTORY
clone_sources() {
  git clone -q --no-hardlinks --no-checkout "$root" "$1"
  git -C "$1" --work-tree="$root" add --all
  git -C "$1" checkout-index --all
}

@test "the tests get no variable that could change a result" {
  install -D /dev/stdin bin/bats <<< $'#!/bin/sh\nenv > "$HOME/variables"\necho ok'
  run -0 env OUT=kept COLUMNS=20 GIT_DIR=/none SHELLOPTS=noclobber CC=gcc "$root/tests/run"
  assert_file_contains variables '^CC=gcc$'
  run -1 grep -E '^(OUT|COLUMNS|GIT_DIR|SHELLOPTS|BATS_.*_TMPDIR)=' variables
}

@test "make uninstall removes every file that make install creates" {
  local stage="$PWD/my (stäge)"
  mkdir -p other/share
  touch other/share/file
  umask 077
  export CDPATH=$PWD/other
  make_here install DESTDIR="$stage" PREFIX=/usr
  assert_equal "$(list_modes "$stage/usr/share")" \
    "$(cd "$root/share" && find -L . -type f -printf '644 %P\n' | sort -k 2)"
  assert_equal "$(list_modes "$stage/usr/bin")" '755 yes'
  assert_equal "$(MANPATH=$stage/usr/share/man man --where yes)" "$stage/usr/share/man/man1/yes.1"
  make_here uninstall DESTDIR="$stage" PREFIX=/usr
  assert_equal "$(find "$stage" -type f)" ''
  assert [ ! -e "$stage/usr/share/doc/yes" ]
}

@test "make install and make uninstall report why they refuse to run" {
  cp -r "$root"/{Makefile,Directory.Build.props,share} .
  run -2 make -s install PREFIX="$PWD/usr"
  assert_line 'make install: artifacts/yes is missing; run make first'
  assert [ ! -e usr ]
  assert [ ! -e artifacts ]
  for setting in PREFIX='~/.local' PREFIX=here DESTDIR='~/stage'; do
    run -2 make -s install "$setting"
    assert_output --partial 'PREFIX and DESTDIR have to be absolute paths'
  done
  install -D /dev/stdin usr/bin/yes <<< $'#!/bin/sh\nwhile echo "$@"; do :; done'
  run -2 make -s uninstall PREFIX="$PWD/usr"
  assert_line "make uninstall: $PWD/usr/bin/yes belongs to another package"
  assert [ -e usr/bin/yes ]
}

@test "the archive contains the files that make install creates" {
  # Sources without a commit have no time.
  git --git-dir="$root/.git" log -1 || export SOURCE_DATE_EPOCH=1
  make_here dist
  archive=$root/artifacts/dist/yes-$version-$rid.tar.gz
  assert_equal "$(tar --numeric-owner -tvzf "$archive" | awk '{ print $2 }' | sort -u)" 0/0
  mkdir unpacked
  tar -xpzf "$archive" -C unpacked --strip-components=1
  make_here install PREFIX="$PWD/made"
  diff -r made unpacked
  assert_equal "$(list_modes unpacked)" "$(list_modes made)"
  cp "$archive" before
  umask 077
  GZIP=--rsyncable TAR_OPTIONS=--exclude=man1 make_here dist
  cmp before "$archive"
}

@test "a build names a missing library or an unsupported platform" {
  mkdir clone
  cp -r "$root"/{src,CHANGELOG.md,global.json,Directory.*} clone
  compile=(dotnet msbuild clone/src/Yes.CSharp -nologo -t:CompileMain -p:Configuration=Release)
  # If a compiler can't find a library, -print-file-name prints only its name.
  install /dev/stdin cc-without-library <<< $'#!/bin/sh\necho "${1#-print-file-name=}"'
  CC=$PWD/cc-without-library run -1 "${compile[@]}" -p:RuntimeIdentifier="$rid"
  assert_output --partial 'error : libc.a is missing; install libc6-dev (Debian)'
  run -1 "${compile[@]}" -p:RuntimeIdentifier=linux-musl-x64
  assert_output --partial 'error : A native executable can be built only on Linux with glibc.'
}

@test "the man page shows the version and the license" {
  page=$root/share/man/man1/yes.1
  assert_equal "$(groff -man -ww -z "$page" 2>&1)" ''
  lexgrog "$page"
  MANWIDTH=80 man --local-file "$page" | col -bx > rendered
  grep -F "yes for .NET $version" rendered
  while read -r line; do grep -F "$line" rendered; done < <(patiently yes --version | sed 1d)
  # In an option, groff may replace an unescaped hyphen with another character.
  assert_equal "$(grep -P '^\.B.*(?<!\\)-' "$page")" ''
}

@test "THIRD-PARTY-NOTICES.txt covers every linked library" {
  notices=$root/share/doc/yes/THIRD-PARTY-NOTICES.txt
  built=$root/artifacts/bin/Yes.CSharp/release_$rid
  # The map shows the members of archives as PATH/libc.a(write.o). On some systems, the name of libm.a
  # contains a version.
  sed -nE '/^Discarded/q; s/^(\/.*\.a)\(.*/\1/p' "$built/native/yes.map" | sort -u > archives
  sed 's|.*/||; s/^libm-.*/libm.a/' archives > libraries
  # The other libraries belong to the runtime or to this project.
  jq -r '.libraries | to_entries[] | select(.value.type == "package").key | split("/")[0]' \
    "$built/yes.deps.json" >> libraries
  assert [ "$(wc -l < libraries)" -ge 7 ]
  while read -r library; do
    sed '/^1\./q' "$notices" | tr -s '(,)' ' ' | grep -qwF -e "$library" ||
      fail "THIRD-PARTY-NOTICES.txt does not name $library, which is linked."
  done < libraries
  runtime=$(sed -n 's|/runtimes/.*/libSystem.Native.a$||p' archives)
  # The executable and its libc.a name the same version of glibc.
  glibc=$(grep -aom 1 'GNU C Library .*' "$(grep 'libc\.a$' archives)")
  grep -qaF "$glibc" "$root/artifacts/yes"
  [[ $(< "$notices") == *"$(< "$runtime/THIRD-PARTY-NOTICES.TXT")"* ]] ||
    fail "Replace section 3 of THIRD-PARTY-NOTICES.txt with $runtime/THIRD-PARTY-NOTICES.TXT."
}

@test "make pack creates three packages with descriptions" {
  run ls "$packages"
  assert_output "yes-dotnet.$version.nupkg
yes-dotnet.any.$version.nupkg
yes-dotnet.$rid.$version.nupkg"
  for package in yes-dotnet "yes-dotnet.$rid" yes-dotnet.any; do
    run unzip -Z1 "$packages/$package.$version.nupkg"
    for file in LICENSE THIRD-PARTY-NOTICES.txt PACKAGE.md icon.png; do assert_line "$file"; done
    refute_line --regexp '\.(so|dylib|exe|pdb|dbg)$|/runtimes/'
    unzip -p "$packages/$package.$version.nupkg" "$package.nuspec" > nuspec
    for name in description releaseNotes tags copyright authors license readme icon; do
      grep -q "<$name.*>[^<]" nuspec || fail "$package has no $name"
    done
    [[ $package != "yes-dotnet.$rid" ]] || grep -F '>MIT AND LGPL-2.1-or-later<' nuspec
    # If the project has no address, the package must omit the elements for the address.
    assert_equal "$(grep -E "$root"'|<projectUrl><| url=""' nuspec)" ''
  done
  run unzip -Z1 "$packages/yes-dotnet.$rid.$version.nupkg" 'tools/*'
  assert_output "tools/any/$rid/DotnetToolSettings.xml"$'\n'"tools/any/$rid/yes"
  # The portable package also runs on later versions of .NET.
  run jq -r '.runtimeOptions | .rollForward, .framework.version' \
    <(unzip -p "$packages/yes-dotnet.any.$version.nupkg" 'tools/*/any/yes.runtimeconfig.json')
  assert_output --regexp $'^Major\n[0-9]+\.0\.0$'
}

@test "make install-tool installs the native executable" {
  export HOME=$PWD/home DOTNET_CLI_HOME=$PWD/home NUGET_PACKAGES=$PWD/packages
  unset DOTNET_ROOT
  umask 077
  # The second run replaces the installed tool.
  for _ in 1 2; do
    make_here install-tool
    # The package and artifacts/yes may name different commits.
    assert_equal "$(patiently home/.dotnet/tools/yes --help)" "$(patiently yes --help)"
    readelf --file-header "$(realpath home/.dotnet/tools/yes)"
  done
  run dotnet tool exec yes-dotnet@"$version" --yes --source "$packages" -- --version
  assert_line --partial "yes (yes for .NET) $version"
}

# Unpacks the portable package and sets $portable to the command that runs it.
unpack_portable() {
  unzip -q "$packages/yes-dotnet.any.$version.nupkg" 'tools/*'
  portable=(dotnet "$(echo "$PWD"/tools/*/any/yes.dll)")
}

@test "every strategy works under dotnet" {
  unpack_portable
  mkdir temporary
  run env -C / --default-signal=PIPE TMPDIR="$PWD/temporary" timeout "$patience" \
    "$root/tests/support/portable.sh" "${portable[@]}"
  assert_success
  assert_equal "$(grep -c '^ok: .* writes lines$' <<< "$output")" "$(patiently yes --list-strategies | wc -l)"
  assert_equal "$(ls -A temporary)" ''
}

@test "under dotnet, yes reports a closed output but not a closed pipe" {
  unpack_portable
  into_head() {
    patiently "${portable[@]}" "$@" | head -n 1 > /dev/null
    return "${PIPESTATUS[0]}"
  }
  # The runtime can't write its files to this directory.
  export TMPDIR=/nonexistent
  for strategy in auto console; do
    run -141 into_head --strategy "$strategy"
    refute_output
  done
  for redirections in '>&-' '>&- <&-' '1< /dev/null'; do
    run -1 patiently bash -c "exec \"\$@\" $redirections" bash "${portable[@]}"
    assert_output 'yes: standard output: Bad file descriptor'
    run -1 patiently bash -c "exec \"\$@\" --help $redirections" bash "${portable[@]}"
    assert_output 'yes: write error: Bad file descriptor'
  done
}

# bats test_tags=long
@test "builds in two clones with separate package folders give the same bytes" {
  clone_sources plain
  NUGET_PACKAGES=$PWD/plain-packages make -s -C plain
  clone_sources 'my (cödé)'
  cd 'my (cödé)'
  # The second build is offline and without a home directory. Packagers restore the packages first.
  export DOTNET_CLI_HOME=$PWD/../home NUGET_PACKAGES=$PWD/../packages
  mkdir "$DOTNET_CLI_HOME"
  dotnet restore src/Yes.CSharp -r "$rid"
  umask 077
  HOME=/nonexistent LC_ALL=tr_TR.UTF-8 PLATFORM=x64 CONFIGURATION=Debug unshare -rn make -s
  cmp artifacts/yes ../plain/artifacts/yes
  assert_equal "$(git ls-files --others --modified --exclude-standard)" ''
}

# bats test_tags=long
@test "a build obeys CC, CPPFLAGS, CFLAGS and LDFLAGS" {
  clone_sources clone
  install /dev/stdin record <<< "#!/bin/sh"$'\n'"echo \"\$*\" >> '$PWD/calls'"$'\nexec "$@"'
  export CPPFLAGS='-D A -D B' CFLAGS='-O1 -g' LDFLAGS='-Wl,-O1 -Wl,--build-id=none'
  make -s -C clone CC="$PWD/record gcc"
  assert_equal "$(clone/artifacts/yes | head -n 1)" y
  assert_file_contains calls '^gcc -D A -D B .* -O1 -g -c .*main\.c$'
  assert_file_contains calls '^gcc .*yes\.o .* -O1 -g -Wl,-O1 -Wl,--build-id=none '
}
