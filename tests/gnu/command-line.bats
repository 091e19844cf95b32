#!/usr/bin/env bats
# The command line is read as GNU yes reads it: the output, the messages and the exit status are the same. The
# property tests compare in the same way, with any arguments.

load ../helpers

# Compares with GNU yes, for the words of each line of standard input: same_each [POSIXLY_CORRECT=VALUE]
same_each() {
  local words
  while read -r words; do
    eval "run -0 env LC_ALL=C bash '$root/tests/Yes.Tests/compare-with-gnu.bash' '${1-}' '' 0 $words"
    equal "$output" ''
  done
}

@test "a dash, '--', empty words, directives of others, unknown and abbreviated options are read alike" {
  same_each << 'END'

''
- a -
'[suggest:3]' a
@file /? /h
-- -x --
-- --help
a -- b
--
-hv
'-?'
"-'"
$'-\xe9'
--foo=bar
---
--help=x
a --vers
--version --help --foo
END
}

@test "POSIXLY_CORRECT, even if empty, ends the options at the first operand" {
  same_each POSIXLY_CORRECT= << 'END'
a --help
- --help
--version a
END
  same_each POSIXLY_CORRECT=0 <<< 'a --help'
}
