#!/usr/bin/env bats
# make install and make uninstall, and the man page.

load helpers

setup_file() {
  export page=$root/artifacts/yes.1
  make -s -C "$root" artifacts/yes.1
}

# What an installation consists of.
installed='755 bin/yes
644 share/bash-completion/completions/yes
644 share/fish/vendor_completions.d/yes.fish
644 share/man/man1/yes.1
644 share/zsh/site-functions/_yes'

@test "make install puts everything below PREFIX, and make uninstall takes it away again" {
  local prefix="$PWD/my préfix"
  make -C "$root" install PREFIX="$prefix"
  equal "$(found "$prefix")" "$installed"
  cmp <(cd "$prefix" && cut -d ' ' -f 2 <<< "$installed" | xargs cat) \
    <(cd "$root" && cat artifacts/yes completions/yes.{bash,fish} artifacts/yes.1 completions/_yes)
  equal "$(MANPATH=$prefix/share/man man --where yes)" "$prefix/share/man/man1/yes.1"
  every_strategy_runs "$prefix/bin/yes"
  make -C "$root" uninstall PREFIX="$prefix"
  equal "$(found "$prefix")" ''
}

@test "DESTDIR goes before PREFIX, which is /usr/local, and all that is made there is for everybody" {
  umask 077
  make -C "$root" install DESTDIR="$PWD/stage"
  equal "$(found stage | sed 's|usr/local/||')" "$installed"
  make -C "$root" uninstall DESTDIR="$PWD/stage"
  equal "$(found stage)" ''
}

@test "the executable has at most 5 MB, and no symbols" {
  (($(stat -c %s "$root/artifacts/yes") <= 5000000))
  run -0 readelf --sections --wide "$root/artifacts/yes"
  [[ $output != *.symtab* && $output != *.debug_info* ]]
}

# The text of a section of the man page: section NAME
section() {
  MANWIDTH=80 man --local-file "$page" | col -b |
    awk -v name="$1" '/^[A-Z]/ { inside = $0 == name; next } inside'
}

@test "the man page renders without a warning, and has the program's version, options and strategies" {
  run -0 groff -man -ww -z "$page"
  equal "$output" ''
  [[ $(lexgrog "$page") == *'"yes - write a line again and again"' ]]
  grep -qF "\"yes for .NET $version\"" "$page"
  run -1 grep @ "$page"
  equal "$(section OPTIONS | grep -oE '^ {7}--[a-z-]+' | tr -d ' ')" \
    "$(yes --help | grep -oE '^  --[a-z-]+' | tr -d ' ')"
  equal "$(section STRATEGIES | grep -oE '^ {7}[a-z]+( |$)' | tr -d ' ' | grep -xF "$(strategies)")" \
    "$(strategies)"
  local name
  for name in SYNOPSIS DESCRIPTION 'EXIT STATUS' ENVIRONMENT EXAMPLES AUTHORS BUGS COPYRIGHT 'SEE ALSO'; do
    [[ $(section "$name") == *[a-z]* ]] || { echo "missing: $name"; return 1; }
  done
}
