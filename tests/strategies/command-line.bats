#!/usr/bin/env bats
# The options that GNU yes lacks, by the rules of getopt_long(3).

load ../helpers

# Prints the list of strategies as an error shows it.
valid_arguments() {
  printf 'Valid arguments are:'
  # shellcheck disable=SC2046 # A word each.
  printf "\n  - '%s'" $(strategies)
}

# Checks the message about an argument of --strategy: invalid MESSAGE ARGUMENT...
invalid() {
  fails_with "yes: $1 for '--strategy'"$'\n'"$(valid_arguments)" "${@:2}"
}

@test "--strategy takes a name or its beginning, in one argument or two, and the last one wins" {
  local words
  # shellcheck disable=SC2086 # Words.
  for words in --strategy=vmsplice '--strat v'; do
    like "$(yes a $words b --debug 2>&1 | head -n 1)" 'yes: standard output is *: using vmsplice, *'
    equal "$(yes a $words b | head -n 1)" 'a b'
  done
  like "$(yes --strategy=printfn --strategy=span --debug 2>&1 | head -n 1)" '*: using span, *'
}

@test "the first mistake is reported, and an unknown strategy with a list of them" {
  invalid "invalid argument 'nope'" --strategy nope
  invalid "ambiguous argument 's'" --strategy s
  invalid "ambiguous argument ''" --strategy=
  invalid "invalid argument '--'" --strategy -- span
  invalid "invalid argument 'nope'" --strategy=nope --strategy=span
  invalid "invalid argument 'nope'" --strategy=nope --foo
  fails_with "yes: unrecognized option '--foo'" --foo --strategy=nope
  invalid "invalid argument 'nope'" --strategy=nope --help
  fails_with "yes: option '--strategy' requires an argument" a --strat
  fails_with "yes: option '--=' is ambiguous; possibilities: '--strategy' '--debug' '--list-strategies' \
'--help' '--version'" --=
}

@test "an argument in a message is quoted as GNU quotes it in the C locale, in every locale" {
  local bytes expected
  printf -v bytes %b "$(printf '\\0%03o' {1..255})"
  expected=$(LC_ALL=C sort --sort="$bytes" 2>&1 | sed -n "1s/^sort: \(.*\) for '--sort'/\1/p")
  LC_ALL=C.UTF-8 invalid "$expected" --strategy "$bytes"
}

@test "the whole texts of --help, --version and --list-strategies" {
  # There may be another strategy, but these are as they are.
  no_match -vxFf <(yes --list-strategies) << 'END'
printfn       F#  printfn "%s", a line at a time
console       F#  Console.WriteLine, a line at a time
streamwriter  F#  StreamWriter with an 8 KiB buffer over the raw stream
span          F#  Stream.Write of a prefilled 8 KiB span, without unsafe code
native        C#  write(2) from an unsafe, page-aligned buffer
vmsplice      C#  vmsplice(2) of user pages into a pipe or Unix stream socket
tee           C#  tee(2) of page fragments into a pipe
auto          -   the fastest of these that standard output allows (default)
END
  no_match -vE '^[a-z0-9]+ +([CF]#|-) +[A-Za-z0-9].{10,}$' <(yes --list-strategies)
  no_match 'not available' <(yes --list-strategies)
  # To a terminal as well.
  equal "$(script -qec 'yes --list-strategies' /dev/null | tr -d '\r')" "$(yes --list-strategies)"
  equal "$(yes --help | sed '/^Home page: /d')" "Usage: yes [OPTION]... [STRING]...
Write a line of all STRINGs, or of 'y', again and again.

Options:
  --strategy=NAME    write with strategy NAME (listed below)
  --debug            report the chosen strategy, and why, on standard error
  --list-strategies  list the strategies and exit
  --help             display this help and exit
  --version          output version information and exit

Strategies:
$(yes --list-strategies | sed 's/^/  /')

Examples:
  yes | head -n 3                        y, three times
  yes -- --help                          a line that begins with a dash
  yes --strategy span | pv > /dev/null   how fast a strategy is"
  # No line is wider than a terminal.
  equal "$(yes --help | grep -E '.{81}')" ''
  local version
  version=$(sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' "$root/Directory.Build.props")
  like "$(yes --version)" "yes (yes for .NET) $version?( (commit +([0-9a-f])?(-dirty)))
Copyright (C) +([0-9]) The yes contributors
License MIT: <https://opensource.org/license/mit>
There is NO WARRANTY, to the extent permitted by law."
}

@test "every option that help and manual name exists, and every example runs" {
  local example status
  yes --help > help
  # Roff as text: \- is a hyphen.
  sed 's/\\-/-/g' "$root/docs/yes.1.in" > manual
  grep -oE '^  --[a-z-]+' help | tr -d ' ' > options
  no_match -vxFf options <(grep -ohE -- '--[a-z][a-z-]*' help manual)
  mkdir directory
  {
    sed -nE '1,/^Examples:/d; s/^  (yes.*[^ ])  +.*/\1/p' help
    sed -nE '1,/^\.SH EXAMPLES/d; s/^\.B (yes.*)/\1/p' manual
  } > examples
  holds "$(wc -l < examples) >= 8"
  while read -r example; do
    # What does not end by itself ends after a second of processor time.
    timeout 300 bash -c "ulimit -t 1 -c 0; set -o pipefail; $example" 2> errors < /dev/null |
      head -c 10000 > /dev/null
    status=${PIPESTATUS[0]}
    echo "$example: status $status, $(head -c 1000 errors)"
    # Of the writer, whose reader goes, or of that limit.
    like "$status" '@(0|141|137|152)'
    no_match -P '^yes: (?!standard output is )' errors
  done < examples
  [[ ! -e directory ]]
}
