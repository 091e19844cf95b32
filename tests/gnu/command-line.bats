#!/usr/bin/env bats
# The command line is read as GNU yes reads it: the output, the messages and the exit status are the same.

load ../helpers

# Runs an executable under the name of yes, and prints how it ended: outcome EXECUTABLE ARGUMENT...
outcome() {
  { (exec -a yes "$@" 2> errors) || echo "status $?" > status; } | head -c 64K > out
  cat out errors status
}

# Compares with GNU yes: same ARGUMENT...
same() {
  printf '%.200s\n' "yes $*"
  LC_ALL=C outcome "$GNU_YES" "$@" > right
  LC_ALL=C outcome "$YES" "$@" | cmp - right || { grep -avx "${1-y}" errors status; return 1; }
}

# The same for the words of each line of standard input.
same_each() {
  local words
  while read -r words; do
    eval "same $words"
  done
}

@test "operands are joined with spaces, and a lone dash or an empty word is one" {
  same
  same_each << 'END'
a b
'a b' '' c
''
'' ''
-
- a -
END
}

@test "-- ends the options, at any place, and is not part of the line" {
  same_each << 'END'
-- -x
-- --help
-- --
-- a -- b
a -- b
a --
--
END
}

@test "directives, response files and options of other programs are operands" {
  same_each << 'END'
'[suggest]'
'[suggest:3]' a
@file
/?
/h
a:b c=d
END
}

@test "there are no short options, and unknown ones are shown as they came" {
  same_each << 'END'
-x
-h
-hv
'-?'
a -x
"-'"
$'-\xe9'
--foo
--foo=bar
--helpx
---
a --foo
--help=x
--vers=
--foo --help
END
}

@test "POSIXLY_CORRECT, even if empty, ends the options at the first operand" {
  export POSIXLY_CORRECT=
  same_each << 'END'
a --help
a -- b
-- a
- --help
--foo a
END
  [[ $(yes --version a) == 'yes ('* ]]
  # Any value.
  POSIXLY_CORRECT=0 same a --help
}

@test "--help and --version may be abbreviated, and act after operands, before later arguments are read" {
  local version
  for version in --version --vers --v 'a --version' '--version --help --foo'; do
    # shellcheck disable=SC2086 # Words.
    [[ $(yes $version) == 'yes ('* ]]
  done
  [[ $(yes --he) == 'Usage: yes '* ]]
  [[ $(yes a b --help) == 'Usage: yes '* ]]
  [[ $(yes --help -x) == 'Usage: yes '* ]]
}
