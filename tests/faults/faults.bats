#!/usr/bin/env bats
# Every system call that a strategy makes fails, and the oracle reads the stream. strace shows which calls
# those are. `make test` tries one errno for each outcome, `make faults` (FAULTS=all) every errno of the
# call's manual page. The script inject defines what may follow a fault; the last test adds it up, and prints
# the table with TABLE=1.

load ../helpers

# In a directory for the whole file, so that the faults of all tests can be added up.
setup() {
  ulimit -S -f 1000000
  cd "$BATS_FILE_TMPDIR" || return
  [[ -e bin ]] || { mkdir bin && ln -s "$YES" bin/yes && echo abcd > line; }
  perl -MErrno -e 'for (keys %!) { $! = eval "Errno::$_()"; print "$_ $!\n" }' > words
  PATH=$PWD/bin:$PATH
}

# Prints a number of bytes that is larger than what comes before the late fault: print_bytes STRATEGY OUTPUT
print_bytes() {
  case $1.$2 in
    *.file) echo 1100000 ;;
    printfn.* | console.*) echo 1000 ;;
    tee.* | auto.pipe | auto.nonblocking) echo 50000000 ;;
    vmsplice.*) echo 3000000 ;;
    auto.*socket) echo 1700000 ;;
    *) echo 400000 ;;
  esac
}

# Lets all calls of a strategy fail on such a standard output, one at a time, or only those of a pattern:
# inject_all STRATEGY OUTPUT [PATTERN [OPTION]]
# OPTION is one of strace, for calls that always fail.
inject_all() {
  local strategy=$1 output=$2 name=$1.$2.$BATS_TEST_NUMBER bytes late=
  # After a refusal auto writes fewer bytes a call.
  [[ ${4-} ]] && bytes=2000000 || bytes=$(print_bytes "$strategy" "$output")
  # A late reader lets the writer wait, so that the trace shows how.
  [[ $output != *nonblocking* ]] || late=late
  on_one_processor "$BATS_TEST_DIRNAME/into" "$output" timeout 60 strace -qq -o "$name.trace" ${4+"$4"} \
    yes --strategy "$strategy" abcd 2> errors | VERIFY=$late verify "$bytes" abcd > verdict 2>&1 ||
    [[ $output == file ]]
  inject own "${3-}" "$name" "$bytes" "$strategy" "$output" ${4+"$4"}
}

# Tries the faults for the calls in NAME.trace, several at a time since they often wait:
#   inject PHASE PATTERN NAME BYTES STRATEGY OUTPUT [OPTION]
inject() {
  local name=$3
  "$BATS_TEST_DIRNAME/list" -v phase="$1" -v only="$2" -v whole="${FAULTS-}" "$name.trace" |
    awk -v args="$4 $5 $6" -v last="${7+ $7}" '{ print args, $0 last }' > "$name.faults"
  [[ -s $name.faults ]]
  xargs -P 4 -L 1 "$BATS_TEST_DIRNAME/inject" < "$name.faults" > "$name.results"
  equal "$(wc -l < "$name.results")" "$(wc -l < "$name.faults")"
  # What is left has gone wrong.
  if grep -vE ' (survived|ended|died)$' "$name.results"; then return 1; fi
}

@test "a pipe, and every call of every strategy" {
  local strategy
  for strategy in $(strategies); do
    inject_all "$strategy" pipe
  done
}

@test "auto, after tee was refused" {
  inject_all auto pipe 'fcntl|statx|vmsplice|write' --inject=socketpair:error=EMFILE
}

@test "auto, after tee and vmsplice were refused" {
  inject_all auto pipe 'fcntl|statx|write' --inject=socketpair,vmsplice:error=ENOSYS
}

@test "a full non-blocking pipe: what waits and what writes" {
  local strategy
  for strategy in $(strategies | grep -vxE 'printfn|console'); do
    inject_all "$strategy" nonblocking 'poll|write|splice|vmsplice'
  done
}

@test "files, sockets and terminals: what looks at them and what writes" {
  local output
  for output in file socket terminal; do
    inject_all span $output write
    inject_all auto $output 'write|statx|ioctl'
  done
}

@test "a full non-blocking socket: what waits" {
  local strategy
  for strategy in span native auto; do
    inject_all $strategy nonblocking-socket poll
  done
}

@test "the start of the runtime: nothing wrong is written, and nothing hangs" {
  # The runtime makes these calls: if it ends there, it does so in its own way, but before any output.
  on_one_processor timeout 60 strace -qq -o start.trace yes abcd | verify 400000 abcd
  STARTING=start inject start '' start 400000 auto pipe
}

@test "the sum: nothing is left over" {
  cat ./*.results | awk -v OFS='\t' '
    { row = $1 "\t" $3; injected[row]++; each[row, $6]++; all["injected"]++; all[$6]++ }
    END {
      print "strategy", "call", "injected", "survived", "ended", "died"
      for (row in injected) {
        outcomes = each[row, "survived"] + 0 OFS each[row, "ended"] + 0 OFS each[row, "died"] + 0
        print row, injected[row], outcomes | "sort"
      }
      close("sort")
      print "all", "", all["injected"], all["survived"] + 0, all["ended"] + 0, all["died"] + 0
    }' > sum
  [[ ! ${TABLE-} ]] || column -ts $'\t' sum | sed 's/^/# /' >&3
  # Every strategy has been there, and what was not tried or went wrong is shown.
  equal "$(cut -f 1 sum | grep -Ev '^(strategy|start|all)$' | sort -u)" "$(strategies | sort)"
  awk -F '\t' 'NR > 1 && ($3 != $4 + $5 + $6 || $3 == 0) { print; bad = 1 } END { exit bad || NR < 2 }' sum
}
