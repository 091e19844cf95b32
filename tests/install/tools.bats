#!/usr/bin/env bats
# The scripts in tools: what they say, and what they call.

load helpers

# Runs tools/ensure where there is nothing but what it needs, and the programs in few: ensure TOOL
ensure() {
  type -P bash cat dirname env sort tr | xargs ln -sft few
  PATH=$PWD/few run -1 "$root/tools/ensure" bash "$1"
}

@test "a missing tool is named, with the package that has it and the command that installs it" {
  type -P dpkg || skip 'the packages are those of Debian'
  local tool tools package
  mapfile -t tools < <(cd "$root" && sed -nE 's/.*tools.ensure"? ([^$]*).*/\1/p' Makefile tools/lint \
    tests/{arm64,kernels,windows}/*.bats | cat - tests/needed-tools | tr ' ' '\n' | sort -u)
  make_programs few/apt-get '' few/id 'echo 0'
  dpkg -S '*bin/*' > owners
  for tool in "${tools[@]}"; do
    [[ $tool != @(|bash|cat|dirname|env|sort|tr|/*) ]] || continue
    ensure "$tool"
    like "$output" "missing: ${tool/%dotnet/dotnet, the .NET SDK 10}; as root: apt-get install [a-z]*"
    package=${output#*install } package=${package%% *}
    # Where it is installed. Several packages have an awk, or a cc.
    [[ $tool == @(awk|cc|dotnet) ]] || ! type -P "$tool" > /dev/null ||
      grep -qE "^$package.*bin/g?$tool(-.*)?$" owners || { echo "$package has no $tool"; return 1; }
  done
  ensure /usr/share/i18n/locales/xx
  equal "$output" 'missing: /usr/share/i18n/locales/xx; as root: apt-get install locales'
}

@test "what is missing is installed as root or through sudo, if that is wanted and can be done" {
  local installed='update -q
noninteractive install -q -y --no-install-recommends gcc libc6-dev'
  export INSTALL_MISSING=1
  unset DEBIAN_FRONTEND
  make_programs few/id 'echo 0'
  ensure cc
  equal "$output" "missing: cc; Debian's packages: gcc libc6-dev"
  make_programs few/apt-get 'echo ${DEBIAN_FRONTEND-} "$@" >> asked' few/sudo 'echo sudo >> asked; exec "$@"'
  ensure cc
  equal "$output" $'installing: gcc libc6-dev\ncan\'t install: cc'
  equal "$(< asked)" "$installed"
  make_programs few/id 'echo 1000'
  rm asked
  ensure cc
  equal "$(grep -c sudo asked) $(grep -v sudo asked)" "2 $installed"
  rm few/sudo asked
  ensure cc
  equal "$output" 'missing: cc; as root: apt-get install gcc libc6-dev'
  make_programs few/sudo '[ "$1" = apt-get ] || install /dev/null few/clang; : > asked'
  ln -s "$(type -P install)" few
  PATH=$PWD/few "$root/tools/ensure" cc
  INSTALL_MISSING='' PATH=$PWD/few "$root/tools/ensure" cc bash
}

@test "the small tools say what they find, and one line about what they don't" {
  local name
  run -1 "$root/tools/rid" "$root/Makefile"
  equal "$output" "$root/Makefile is no executable for Linux on x64 or arm64"
  make_programs program 'echo "yes (yes for .NET) 1.2.3-rc.1 (commit 1234)"; echo "yes (other) 4"' \
    other 'echo "yes (other) 4"' gnu 'echo "yes (GNU coreutils) 9"'
  equal "$("$root/tools/version" ./program)" 1.2.3-rc.1
  sed 's|/usr/bin/yes /bin/yes gyes|./other gyes|' "$root/tools/gnu-yes" > gnu-yes
  chmod +x gnu-yes
  PATH=/usr/bin:/bin run -1 ./gnu-yes
  equal "$output" 'missing: GNU yes, of the package coreutils'
  for name in gnuyes gyes; do
    cp gnu "bin/$name"
    equal "$(./gnu-yes)" "$PWD/bin/$name"
  done
  git init -q .
  cp -r "$root/tools" .
  run -2 tools/build-revision nope
  equal "$output" "bench: BASE='nope' is no revision"
}

@test "make run shows command and rate of GNU yes and each strategy, or what the program says of a strategy" {
  run -0 --separate-stderr make -s -C "$root" run STRATEGY='native printfn' DURATION=0.6
  equal "$(grep '^\$ ' <<< "$output")" "$ timeout 0.6 $GNU_YES | pv -a > /dev/null
$ timeout 0.6 artifacts/yes --strategy native | pv -a > /dev/null
$ timeout 0.6 artifacts/yes --strategy printfn | pv -a > /dev/null"
  grep -qE '^ *native: \[ *[0-9.]+[KMG]iB/s\]' <<< "${stderr//$'\r'/$'\n'}"
  like "${lines[-1]}" 'printfn had 1/+([0-9]) of the rate of GNU yes.'
  run ! --separate-stderr make -s -C "$root" run STRATEGY='native nope'
  equal "$output" ''
  equal "${stderr_lines[0]}" "$(yes --strategy nope 2>&1 | head -n 1)"
}

@test "tools/show-rates compares average rates, also where SIGPIPE is ignored" {
  cp -r "$root/tools" .
  install -D "$YES" artifacts/yes
  make_programs bin/pv 'echo "$@" >> asked; printf "x: [9MiB/s]\\rx: [${#4}.0KiB/s]\\n" >&2; cat > /dev/null'
  run -0 env --ignore-signal=PIPE tools/show-rates 0.1 native
  equal "${lines[-1]}" 'native had 2 times the rate of GNU yes.'
  equal "$(< asked)" $'--force --average-rate --name GNU\n--force --average-rate --name native'
}

@test "the release notes are those of the version, or else what is unreleased" {
  cp -r "$root/tools" .
  echo '<Version>1.2</Version>' > Directory.Build.props
  printf '%s\n' '# Changes' '' '## [Unreleased]' '' 'new' '' '## [1.1] - 2026-01-01' '' 'old' > CHANGELOG.md
  equal "$(tools/release-notes)" new
  sed -i 's/1\.1/1.2/' CHANGELOG.md
  equal "$(tools/release-notes)" old
}

@test "a link that leads nowhere is found, to a file as to a heading" {
  mkdir tools docs
  cp "$root/tools/check-links" tools
  printf '%s\n' '# A `page`, and more' '[good](a.md#a-page-and-more) [good](#a-page-and-more)' \
    '```' '[in a listing](nowhere.md)' '```' '[bad](b.md) [bad](#b)' > docs/a.md
  run -1 tools/check-links
  equal "$output" $'./docs/a.md: the link to b.md leads nowhere\n./docs/a.md: the link to #b leads nowhere'
}

@test "every script ends with a command that failed, in a pipeline as well, and obeys no CDPATH" {
  cd "$root"
  equal "$(grep -L '^set -euo pipefail$' tools/*)" ''
  equal "$(grep -rlF 'cd "$(dirname' tools tests/run tests/*/run .ci | xargs grep -L CDPATH)" ''
}
