#!/usr/bin/env bats
# make install and make uninstall, and the man page.

load helpers

# What an installation consists of.
installed='bin/yes
share/bash-completion/completions/yes
share/fish/vendor_completions.d/yes.fish
share/man/man1/yes.1
share/zsh/site-functions/_yes'

# The files below a directory, links included: found DIRECTORY
found() {
  (cd "$1" && find . -type f -o -type l | sed 's|^\./||' | sort)
}

@test "make install puts everything below PREFIX, and make uninstall takes it away again" {
  # Nothing of it is for the shell.
  local prefix=$'my "prefix"; touch executed; `touch executed` \'&'
  make -C "$root" install PREFIX="$PWD/$prefix"
  equal "$(found "$prefix")" "$installed"
  every_strategy_runs "$PWD/$prefix/bin/yes"
  cd "$BATS_TEST_TMPDIR"
  make -C "$root" uninstall PREFIX="$PWD/$prefix"
  equal "$(found "$prefix")" ''
  [[ ! -e executed && ! -e $root/executed ]]
}

@test "DESTDIR goes before PREFIX, which is /usr/local" {
  make -C "$root" install DESTDIR="$PWD/stage"
  equal "$(found stage/usr/local)" "$installed"
  equal "$(ls stage stage/usr)" $'stage:\nusr\n\nstage/usr:\nlocal'
  make -C "$root" uninstall DESTDIR="$PWD/stage"
  equal "$(found stage)" ''
}

@test "the executable has at most 5 MB, and no symbols" {
  (($(stat -c %s "$root/artifacts/yes") <= 5000000))
  run -0 readelf --sections --wide "$root/artifacts/yes"
  [[ $output != *.symtab* && $output != *.debug_info* ]]
}

page=$root/artifacts/yes.1

# The text of a section of the man page: section NAME
section() {
  MANWIDTH=80 man --local-file "$page" | col -b |
    awk -v name="$1" '/^[A-Z]/ { inside = $0 == name; next } inside'
}

@test "the man page renders without a warning, and has the usual sections" {
  run -0 man --warnings=w -E UTF-8 -Tutf8 --local-file "$page"
  run -0 groff -man -ww -z "$page"
  equal "$output" ''
  local name
  for name in NAME SYNOPSIS DESCRIPTION OPTIONS STRATEGIES 'EXIT STATUS' ENVIRONMENT EXAMPLES AUTHORS BUGS \
    COPYRIGHT 'SEE ALSO'; do
    [[ $(section "$name") == *[a-z]* ]] || { echo "missing: $name"; return 1; }
  done
  [[ $(section ENVIRONMENT) == *POSIXLY_CORRECT* ]]
}

@test "the man page has the program's options and strategies" {
  equal "$(section OPTIONS | grep -oE '^ {7}--[a-z-]+' | tr -d ' ')" \
    "$(yes --help | grep -oE '^  --[a-z-]+' | tr -d ' ')"
  equal "$(section STRATEGIES | grep -oE '^ {7}[a-z]+( |$)' | tr -d ' ' | grep -xF "$(strategies)")" \
    "$(strategies)"
}

@test "man finds the page of an installation" {
  make -C "$root" install PREFIX="$PWD/prefix"
  equal "$(MANPATH=$PWD/prefix/share/man man --where yes)" "$PWD/prefix/share/man/man1/yes.1"
  [[ $(lexgrog prefix/share/man/man1/yes.1) == *'"yes - write a line again and again"' ]]
}
