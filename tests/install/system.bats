#!/usr/bin/env bats

load helpers

@test "make uninstall removes every file that make install creates" {
  stage="$PWD/my stäge"
  umask 077
  make -s -C "$root" install DESTDIR="$stage" PREFIX=/usr
  run list_modes "$stage"
  assert_output '755 usr/bin/yes
644 usr/share/bash-completion/completions/yes
644 usr/share/doc/yes/LICENSE
644 usr/share/doc/yes/THIRD-PARTY-NOTICES.txt
644 usr/share/fish/vendor_completions.d/yes.fish
644 usr/share/man/man1/yes.1
644 usr/share/zsh/site-functions/_yes'
  cd "$stage/usr/share"
  assert_equal "$(MANPATH=$PWD/man man --where yes)" "$PWD/man/man1/yes.1"
  make -s -C "$root" uninstall DESTDIR="$stage" PREFIX=/usr
  assert_equal "$(find "$stage" -type f)" ''
  assert [ ! -e "$stage/usr/share/doc/yes" ]
}

@test "the executable is stripped and no larger than 5 MB" {
  assert [ "$(stat -c %s "$root/artifacts/yes")" -le 5000000 ]
  assert_equal "$(readelf --sections "$root/artifacts/yes" | grep -E '\.symtab|\.debug_info')" ''
}

@test "the man page renders without warnings" {
  page=$root/artifacts/yes.1
  assert_equal "$(groff -man -ww -z "$page" 2>&1)" ''
  lexgrog "$page"
  MANWIDTH=80 man --local-file "$page" | col -bx > rendered
  assert_file_contains rendered "yes for .NET $version"
  assert_file_contains rendered "$(yes --version | sed -n 2p)"
  assert_equal "$(grep @ rendered)" ''
  assert_equal "$(grep ' $' "$page")" '' # mandoc warns about trailing spaces
  # tools/man-page must also work with busybox sed.
  make_programs bin/sed 'exec busybox sed "$@"'
  assert_equal "$("$root/tools/man-page" "$YES" "$version")" "$(cat "$page")"
  run ! "$root/tools/man-page" false "$version"
  # In an option, groff may replace an unescaped hyphen with another character.
  assert_equal "$(grep -P '^\.B.*(?<!\\)-' "$page")" ''
}

@test "THIRD-PARTY-NOTICES.txt covers every linked library" {
  notices=$root/THIRD-PARTY-NOTICES.txt
  built=$root/artifacts/bin/Yes.CSharp/release_$rid
  # The map shows the members of archives as PATH/libc.a(write.o). On some systems, the name of libm.a
  # contains a version.
  sed -nE '/^Discarded/q; s/^([^ ].*\.a)\(.*/\1/p' "$built/native/yes.map" | sort -u > archives
  runtime=$(sed -n 's|/runtimes/.*/libSystem.Native.a$||p' archives)
  sed 's|.*/||; s/^libm-.*/libm.a/' archives > libraries
  # The other libraries belong to the runtime or to this project.
  jq -r '.libraries | to_entries[] | select(.value.type == "package").key | split("/")[0]' \
    "$built/yes.deps.json" >> libraries
  assert [ "$(wc -l < libraries)" -ge 7 ]
  while read -r library; do
    sed '/^1\./q' "$notices" | tr -s '(,)' ' ' | grep -qwF -e "$library" ||
      fail "THIRD-PARTY-NOTICES.txt does not name $library, which is linked."
  done < libraries
  [[ $(< "$notices") == *"$(< "$runtime/THIRD-PARTY-NOTICES.TXT")"* ]] ||
    fail "Replace section 3 of THIRD-PARTY-NOTICES.txt with $runtime/THIRD-PARTY-NOTICES.TXT."
}
