#!/usr/bin/env bats
# Tests of the scripts that developers and the Makefile run.

load helpers

# Runs tools/install-missing with a PATH that contains only the "few" directory. Links in this directory lead
# to the programs that the script needs.
install_missing() {
  type -P bash dirname env head ln sort tr | xargs ln -sft few
  PATH=$PWD/few run "$root/tools/install-missing" "$@"
}

@test "the tests name the package that provides each tool" {
  type -P dpkg || skip 'only Debian has these packages'
  while IFS=: read -r tool package; do
    dpkg -L "$package" | grep -qE "(/|^)$tool$" || fail "The package $package does not contain $tool."
  done < <(grep -o '[^ ]*:[^ ]*' "$root/tests/support/needed-tools")
}

@test "tools/install-missing calls apt-get through sudo if INSTALL_MISSING is set" {
  make_programs few/id 'echo 1000' few/apt-get '' \
    few/sudo "echo \"\$*\" >> '$PWD/calls'; ln -sf env '$PWD/few/clang'"
  # The moreutils package also contains a program called parallel.
  make_programs few/parallel 'echo "invalid option" >&2; exit 1'
  install_missing bash cc parallel nm:binutils
  assert_failure 1
  assert_output 'missing: cc parallel nm; on Debian, as root: apt-get install binutils gcc libc6-dev parallel'
  assert [ ! -e calls ]
  INSTALL_MISSING=1 install_missing cc
  assert_success
  assert_file_contains calls '^env .* apt-get install .* gcc libc6-dev$'
  # CC may contain options.
  make_programs few/gcc-12 ''
  rm few/clang
  CC='gcc-12 -m64' install_missing cc
  assert_output ''
}

@test "the tests reject an executable that they can't test" {
  mkdir src elsewhere
  cp -r "$root"/{tools,tests} .
  ln -s elsewhere artifacts
  tools/build artifacts/yes install -m 755 /dev/null artifacts/yes
  YES='' run tests/support/find-yes
  assert_output "$PWD/elsewhere/yes"
  touch src/new
  YES=artifacts/yes run -1 tests/support/find-yes
  assert_output 'artifacts/yes is missing or was built from other sources; run make test first'
  unshare -rm true || skip 'no permission to mount'
  YES=$GNU_YES TMPDIR=$PWD/src run unshare -rm \
    bash -c 'mount -t tmpfs -o noexec,size=1m none src && tests/support/find-yes'
  assert_output "$PWD/src is mounted noexec; set TMPDIR to a directory for programs"
  make_programs endless 'while :; do echo y; done'
  run unshare -rm bash -c 'mount --bind endless "$(realpath "$GNU_YES")" && "$1"' bash "$root/tools/gnu-yes"
  assert_output 'missing: GNU yes, of the package coreutils'
}

@test "make test fails if no test matches" {
  for arguments in SUITE=oracle/none 'SUITE=oracle TEST=*' SUITE=/; do
    run -1 env -S "$arguments" "$root/tests/run"
    assert_line --regexp '^no (suite|test) '
  done
}

@test "make test fails if a test changes a file in artifacts/" {
  mkdir -p tests/gnu artifacts/bin
  cp -r "$root"/tests/{run,support} tests
  cp -r "$root/tools" .
  echo '@test "a test" { touch "${BATS_TEST_DIRNAME%/tests/*}/artifacts/bin/new"; }' > tests/gnu/a.bats
  SUITE=gnu run -1 tests/run
  assert_line --index -3 'ok 1 a test'
  assert_line --index -2 'not ok - these files changed during the tests: artifacts/bin artifacts/bin/new'
  assert_line --index -1 '1 passed, 1 failed'
}

@test "make run shows the speed of each command" {
  # The programs write a fixed number of bytes, because a time limit could be too short on a slow machine.
  make_programs bin/timeout 'shift 2; "$@" | head -c 300k; exit 124'
  run -0 --separate-stderr env --ignore-signal=PIPE \
    make -s -C "$root" run STRATEGY='native printfn' DURATION=0.3
  assert_line "$ timeout 0.3 $GNU_YES | pv -a > /dev/null"
  assert_line '$ timeout 0.3 artifacts/yes --strategy native | pv -a > /dev/null'
  assert_regex "$stderr" '\[ *[0-9.]+[KMG]iB/s\]'
  run "$root/bench/show-rates" 0 native
  assert_output "make run: DURATION: '0' is not a number of seconds"
}

@test "make lint finds a mistake of each kind" {
  mkdir docs
  tee a.cs a.fs <<< text > /dev/null
  cp -r "$root/tools" .
  make_programs bin/dotnet '[ "$1" != "$BROKEN_TOOL" ]' bin/shellcheck '[ "$BROKEN_TOOL" != shellcheck ]'
  printf '%s\n' '# A `heading`, and more' '[a](a.md#a-heading-and-more) [b](#a-heading-and-more)' > docs/a.md
  tools/lint
  for tool in shellcheck csharpier fantomas; do
    BROKEN_TOOL=$tool run -1 tools/lint
  done
  printf -v line '%111s' ''
  echo "$line" > ./-dash.md
  echo '[c](c.md) [d](#d)' >> docs/a.md
  run -1 tools/lint
  assert_line './docs/a.md: the link to c.md leads nowhere'
  assert_line './docs/a.md: the link to #d leads nowhere'
  assert_line "./-dash.md:1:$line"
  # Lint skips the files that the project's .gitignore lists. It checks a file that only the user's settings
  # ignore.
  rm docs/a.md ./-dash.md
  git init -q
  printf '/cache/\n/bin/\n' > .gitignore
  mkdir -p cache .config/git
  echo "$line" > cache/package
  tools/lint
  echo new > .config/git/ignore
  echo "$line" > new
  run -1 tools/lint
  assert_line "./new:1:$line"
}
