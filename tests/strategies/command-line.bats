#!/usr/bin/env bats
# Tests of the options that GNU yes lacks. These options follow the rules of getopt_long(3).

load ../helpers

# Checks that yes reports an error and mentions --help:
#   assert_usage_error MESSAGE ARGUMENT...
assert_usage_error() {
  # The "patiently" helper would run timeout, and uutils timeout rejects arguments that are not UTF-8.
  run bash -o pipefail -c 'yes "$@" | head -n 9' bash "${@:2}"
  assert_failure 1
  assert_output "yes: $1"$'\n'"Try 'yes --help' for more information."
}

# Checks that yes rejects the argument of --strategy and lists the valid arguments:
# assert_no_strategy PROBLEM ARGUMENT...
assert_no_strategy() {
  local valid
  valid=$(strategies | sed "s/.*/  - '&'/")
  assert_usage_error "$1 for '--strategy'"$'\nValid arguments are:\n'"$valid" "${@:2}"
}

@test "the last --strategy wins" {
  local words
  for words in --strategy=tee --s=tee '--strategy tee' '--s tee' '--s=span --s tee'; do
    # shellcheck disable=SC2086 # Each word is an argument.
    assert_equal "$(yes a $words b --debug 2> errors | head -n 1)" 'a b'
    assert_file_contains errors ': using tee, '
  done
}

@test "yes reports an unknown strategy and lists the valid ones" {
  assert_no_strategy "invalid argument 'nope'" --strategy nope
  assert_no_strategy "invalid argument 'vm'" --strategy vm
  assert_no_strategy "invalid argument ''" --strategy=
  assert_no_strategy "invalid argument '--'" --strategy -- span
  assert_no_strategy "invalid argument 'SPAN'" --strategy SPAN
  assert_no_strategy "invalid argument '"$'\xe9'"'" --strategy=$'\xe9'
  assert_no_strategy "invalid argument '"$'\xe9'"'" --strategy $'\xe9'
}

@test "yes reports the first mistake on the command line" {
  assert_no_strategy "invalid argument 'nope'" --strategy=nope --strategy=span
  assert_no_strategy "invalid argument 'nope'" --strategy=nope --foo
  assert_no_strategy "invalid argument 'nope'" --strategy=nope --help
  assert_usage_error "unrecognized option '--foo'" --foo --strategy=nope
  assert_usage_error "option '--strategy' requires an argument" a --strat
  assert_usage_error "option '--=' is ambiguous; possibilities: '--strategy' '--debug' \
'--list-strategies' '--help' '--version'" --=
}

# Runs yes, which would print forever if it treated an option as an operand.
print() {
  yes "$@" | head -n 99
}

@test "--help describes the options and strategies" {
  local strategy_lines
  strategy_lines=$(print --list-strategies)
  assert_equal "$(script -qec 'yes --list-strategies' /dev/null | tr -d '\r')" "$strategy_lines"
  run -0 print --help
  assert_output --partial "Usage: yes [OPTION]... [STRING]...
Repeatedly output a line with all STRINGs, or 'y', until killed.

Options:
  --strategy=NAME    use strategy NAME (see below)
  --debug            report on standard error which strategy is used
  --list-strategies  list the strategies and exit
  --help             display this help and exit
  --version          output version information and exit

Strategies:
  ${strategy_lines//$'\n'/$'\n'  }

Examples:
  yes | head -n 3                        print y three times
  yes -- --help                          repeat a line that begins with a dash
  yes --strategy span | pv > /dev/null   measure the throughput of a strategy"
  refute_line --regexp '.{81}'
  # A new strategy adds a line but changes neither these lines nor their order.
  cat > strategies << 'END'
  printfn       F#  printfn "%s", one line per call
  console       F#  Console.WriteLine, one line per call
  streamwriter  F#  StreamWriter with an 8 KiB buffer
  span          F#  Stream.Write of a prefilled 8 KiB span, without unsafe code
  native        C#  write(2) of a prefilled, page-aligned buffer
  vmsplice      C#  vmsplice(2) of its own pages into a pipe
  tee           C#  tee(2) of 32 KiB blocks into a pipe or stream socket
  auto          -   the fastest strategy that can run here (default)
END
  assert_equal "$(grep -Fxf strategies <<< "$output")" "$(< strategies)"
}

@test "--version prints the version, the commit and the license" {
  local version commit=''
  version=$(sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' "$root/Directory.Build.props")
  # A build from an archive doesn't know the commit.
  [[ ! $("$root/tools/revision") ]] || commit=' \(commit [0-9a-f]+(-dirty)?\)'
  run -0 print --version
  assert_output --regexp "^yes \(yes for \.NET\) $version$commit
Copyright \(C\) [0-9]+ The yes contributors
License MIT: <https://opensource.org/license/mit>
There is NO WARRANTY, to the extent permitted by law\.$"
}

@test "every example in --help and the man page works" {
  local example
  print --help | sed -nE '1,/^Examples:/d; s/^  (yes.*[^ ])  +.*/\1/p' > examples
  # In roff, a hyphen in an option is written as \-.
  sed -nE '1,/^\.SH EXAMPLES/d; s/\\-/-/g; s/^\.B (yes.*)/\1/p' "$root/docs/yes.1.in" >> examples
  assert [ "$(wc -l < examples)" -ge 8 ]
  mkdir directory
  while read -r example; do
    echo "$example"
    # head ends the examples that would run forever.
    patiently bash -c "${example%> /dev/null}" 2> errors < /dev/null | head -c 10000 > /dev/null
    run -1 grep -P '^yes: (?!standard output is )|not found' errors
  done < examples
  assert [ ! -e directory ]
}
