#!/usr/bin/env bats
# Each strategy can be selected, is described, reports what it does and has the speed of its kind.

load helpers

# Checks that yes reports an error and mentions --help: assert_usage_error MESSAGE ARGUMENT...
assert_usage_error() {
  run -1 print "${@:2}"
  assert_output "yes: $1"$'\n'"Try 'yes --help' for more information."
}

# Checks that yes rejects the argument of --strategy and lists the valid arguments:
# assert_no_strategy ARGUMENT OPTION...
assert_no_strategy() {
  local valid
  valid=$(strategies | sed "s/.*/  - '&'/")
  assert_usage_error "invalid argument '$1' for '--strategy'"$'\nValid arguments are:\n'"$valid" "${@:2}"
}

# Runs yes, which would print forever if it treated an option as an operand, and returns its status.
print() {
  patiently yes "$@" | head -n 99
  return "${PIPESTATUS[0]}"
}

@test "the last --strategy wins" {
  local words
  for words in --strategy=tee --s=tee '--strategy tee' '--s tee' '--s=span --s tee'; do
    # shellcheck disable=SC2086 # Each word is an argument.
    assert_equal "$(print a $words b --debug 2> errors | head -n 1)" 'a b'
    assert_file_contains errors ': using tee, '
  done
}

@test "yes reports the first mistake and lists the valid strategies" {
  # The timeout command of uutils rejects arguments that are not UTF-8.
  patiently() { perl -e 'alarm shift; exec @ARGV' "$patience" "$@"; }
  assert_no_strategy nope --strategy nope
  assert_no_strategy vm --strategy vm
  assert_no_strategy '' --strategy=
  assert_no_strategy -- --strategy -- span
  assert_no_strategy SPAN --strategy SPAN
  assert_no_strategy $'\xe9' --strategy $'\xe9'
  assert_no_strategy nope --strategy=nope --strategy=span
  assert_no_strategy nope --strategy=nope --help
  assert_usage_error "unrecognized option '--foo'" --foo --strategy=nope
  assert_usage_error "option '--strategy' requires an argument" a --strat
  assert_usage_error "option '--debug' doesn't allow an argument" --deb=1
  assert_usage_error "option '--=' is ambiguous; possibilities: '--strategy' '--debug' \
'--list-strategies' '--help' '--version'" --=
}

@test "--help describes the options and strategies" {
  local strategy_lines
  strategy_lines=$(print --list-strategies)
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
}

@test "--version prints the version, the commit and the license" {
  local version commit=''
  version=$(sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' "$root/Directory.Build.props")
  # A build from an archive doesn't know the commit.
  ! git --git-dir="$root/.git" log -1 2> /dev/null || commit=' \(commit [0-9a-f]+(-dirty)?\)'
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
  sed -nE '1,/^\.SH EXAMPLES/d; s/\\-/-/g; s/^\.B (yes.*)/\1/p' "$root/share/man/man1/yes.1" >> examples
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

@test "a strategy selected by name reports why it can't run" {
  report_kind() {
    local kind name
    while read -r kind name; do
      has "rejects=*$kind*" || continue
      run -1 patiently into "$kind" "${program[@]}"
      assert_output --regexp "^yes: $strategy: standard output is $name$"
    done <<< $'file a file\nsocket a stream socket'
  }
  each_strategy report_kind
  run -1 patiently yes --strategy tee "$(operand 32768)"
  assert_output 'yes: tee: the line is longer than 32768 bytes'
}

@test "--debug reports the kind of output and the chosen strategy" {
  local output strategy length report
  while read -r output strategy length report; do
    patiently into "$output" yes --debug --strategy "$strategy" "$(operand $((length - 1)))" 2> errors |
      head -c 20000 > /dev/null
    run cat errors
    assert_line --regexp "^yes: standard output is $report"
    [[ $output != pipe ]] || assert_equal "${#lines[@]}" 1
  done << END
$(strategies | sed -n '/^auto$/!s/.*/pipe & 2 a pipe of [0-9]+ bytes .*: using &, [a-zA-Z0-9]/p')
small native 3 a pipe of [0-9]+ bytes \(slots: 1\): using native, 8190 bytes per call
packet-socket auto 7 neither a pipe, a stream socket nor a file: using native, 8190 bytes per call
terminal auto 7 neither a pipe, a stream socket nor a file: using native, 8190 bytes per call
file auto 3 a file: using native, 262143 bytes per call
socket native 3 a stream socket: using native, 262143 bytes per call
socket auto 7 a stream socket: using tee, [0-9]+ slots of 32767 bytes in the source pipe
pipe vmsplice 5000 a pipe of [0-9]+ bytes \(slots: [0-9]+\): using vmsplice, 130000 bytes per call
pipe auto 3 a pipe of [0-9]+ bytes \(slots: [0-9]+\): using tee, [0-9]+ slots of 32766 bytes in
END
}

@test "--debug changes no output if standard error is full or closed" {
  patiently yes --debug abc 2> /dev/full | verify 2000000 abc
  # If a pipe of yes took the place of standard error, the report would become output.
  patiently yes --debug abc 2>&- | verify 2000000 abc
  patiently yes --debug abc <&- 2>&- | verify 2000000 abc
}

# Prints the microseconds in which the fastest of three runs writes the given bytes: measure BYTES COMMAND...
measure() {
  local start duration best=''
  for _ in 1 2 3; do
    start=${EPOCHREALTIME/./}
    patiently "${@:2}" | head -c "$1" > /dev/null
    ((PIPESTATUS[0] != 137)) || return
    duration=$((${EPOCHREALTIME/./} - start))
    ((best && best < duration)) || best=$duration
  done
  echo "$best"
}

# Other programs may slow down a run, so these limits are far from what the benchmark measures.
@test "each strategy's speed has the expected order of magnitude" {
  local gnu
  gnu=$(measure 50M "$GNU_YES")
  # Checks that the strategy takes less than four times as long for its bytes as GNU yes for 50 MB.
  check_speed() {
    local bytes=5M duration
    ! has each-line || bytes=10K
    [[ $strategy != @(vmsplice|tee|auto) ]] || bytes=75M
    duration=$(measure "$bytes" "${program[@]}")
    ((duration < 4 * gnu)) || fail "$strategy needs $duration us for $bytes, GNU $gnu us for 50 MB"
  }
  each_strategy check_speed
}

@test "the constants in C# match the C headers" {
  {
    printf '#include <%s.h>\n' errno fcntl limits linux/sockios poll sys/{ioctl,prctl,socket} time unistd
    sed -nE 's/.* const \w+ (\w+) = (.*);/_Static_assert(\1 == \2, "");/p
      s/^ +(E[A-Z]+) = ([0-9]+),/_Static_assert(\1 == \2, "");/p' "$root"/src/Yes.CSharp/Libc/Libc.cs
  } > constants.c
  assert [ "$(grep -c assert constants.c)" -ge 20 ]
  ${CC:-cc} -D_GNU_SOURCE -fsyntax-only constants.c
}
