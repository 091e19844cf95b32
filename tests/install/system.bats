#!/usr/bin/env bats
# make install and make uninstall, and the man page.

load helpers

# What an installation consists of.
installed='755 bin/yes
644 share/bash-completion/completions/yes
644 share/fish/vendor_completions.d/yes.fish
644 share/man/man1/yes.1
644 share/zsh/site-functions/_yes'

@test "make install puts everything below DESTDIR and PREFIX, for everybody, and uninstall removes it" {
  local stage="$PWD/my stäge"
  local prefix=$stage/usr/local
  umask 077
  make -C "$root"
  # After make nothing is left to build, which would then be root's.
  equal "$(make -n -s -C "$root" install | grep -v '^install -D')" ''
  make -C "$root" install DESTDIR="$stage"
  equal "$(found "$stage" | sed 's|usr/local/||')" "$installed"
  cmp <(cd "$prefix" && cut -d ' ' -f 2 <<< "$installed" | xargs cat) \
    <(cd "$root" && cat artifacts/yes{,.bash,.fish,.1} artifacts/_yes)
  equal "$(MANPATH=$prefix/share/man man --where yes)" "$prefix/share/man/man1/yes.1"
  make -C "$root" uninstall DESTDIR="$stage"
  equal "$(found "$stage")" ''
}

@test "the executable has at most 5 MB, and no symbols" {
  holds "$(stat -c %s "$root/artifacts/yes") <= 5000000"
  run -0 readelf --sections --wide "$root/artifacts/yes"
  [[ $output != *.symtab* && $output != *.debug_info* ]]
}

@test "the man page renders without a warning, and has the program's version, options and strategies" {
  local page=$root/artifacts/yes.1
  make -s -C "$root" artifacts/yes.1
  run -0 groff -man -ww -z "$page"
  equal "$output" ''
  [[ $(lexgrog "$page") == *'"yes - write a line again and again"' ]]
  grep -qF "\"yes for .NET $version\"" "$page"
  # A hyphen that isn't escaped is not a minus sign, which a reader would copy.
  no_match -P '^\\fB.*(?<!\\)-' "$page"
  # The project may have no address.
  no_match -E '@|bugs at *$' "$page"
  MANWIDTH=80 man --local-file "$page" | col -b > rendered
  equal "$(sed -nE '/^OPTIONS/,/^STRATEGIES/ s/^ {7}(--[a-z-]+).*/\1/p' rendered)" \
    "$(yes --help | sed -nE 's/^  (--[a-z-]+).*/\1/p')"
  equal "$(sed -nE '/^STRATEGIES/,/^EXIT/ s/^ {7}(\w+)( .*)?$/\1/p' rendered | grep -xF "$(strategies)")" \
    "$(strategies)"
  sed -n '/^COPYRIGHT/,/^SEE ALSO/p' rendered | grep -F "$(yes --version | sed -n 2p)"
}
