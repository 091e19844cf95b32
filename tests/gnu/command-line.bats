#!/usr/bin/env bats
# The command line is read as GNU yes reads it: the output, the messages and the exit status are the same. The
# property tests try any arguments.

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

@test "operands are joined with spaces; a lone dash, an empty word and directives of others are some" {
  same_each << 'END'

'a b' '' c
''
- a -
'[suggest:3]' a
@file /? /h
END
}

@test "-- ends the options, at any place, and is not part of the line" {
  same_each << 'END'
-- -x --
-- --help
a -- b
--
END
}

@test "there are no short options, and unknown ones are shown as they came" {
  same_each << 'END'
-hv
'-?'
"-'"
$'-\xe9'
--foo=bar
---
a --foo
--help=x
--foo --help
END
}

@test "POSIXLY_CORRECT, even if empty, ends the options at the first operand" {
  export POSIXLY_CORRECT=
  same_each << 'END'
a --help
a -- b
- --help
--foo a
END
  like "$(yes --version a)" 'yes (*'
  # Any value.
  POSIXLY_CORRECT=0 same a --help
}

@test "--help and --version may be abbreviated, and act after operands, before later arguments are read" {
  local words
  for words in --version --v 'a --vers' '--version --help --foo'; do
    # shellcheck disable=SC2086 # Words.
    like "$(yes $words)" 'yes (*'
  done
  for words in --he 'a b --help' '--help -x'; do
    # shellcheck disable=SC2086 # Words.
    like "$(yes $words)" 'Usage: yes *'
  done
}
