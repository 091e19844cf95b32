#!/usr/bin/env bats
# Every system call that a strategy makes fails, with each errno that its manual page lists, and the oracle reads the stream.
# strace says which calls those are. What may come of a fault is told in the script inject; the last test adds it up.

load ../helpers

# In a folder for the whole file, so that the faults of all tests can be added up.
setup() {
  cd "$BATS_FILE_TMPDIR" || return
  [[ -e bin ]] || { mkdir bin && ln -s "$YES" bin/yes && echo abcd > line; }
  PATH=$PWD/bin:$PATH
}

# As many bytes as are more than those before the late fault: bytes STRATEGY OUTPUT
bytes() {
  case $1.$2 in
    *.file) echo 1100000 ;;
    printfn.* | console.*) echo 3000 ;;
    tee.* | auto.pipe | auto.nonblocking) echo 50000000 ;;
    vmsplice.*) echo 3000000 ;;
    auto.*socket) echo 1700000 ;;
    *) echo 400000 ;;
  esac
}

# Makes all calls fail that a strategy makes on such a standard output, one at a time, or only those of a pattern:
# inject_all STRATEGY OUTPUT [PATTERN [OPTION]]
# OPTION is strace's, for what fails besides.
inject_all() {
  local strategy=$1 output=$2 name=$1.$2.$BATS_TEST_NUMBER bytes
  # What auto does after a refusal takes fewer bytes a call.
  [[ ${4-} ]] && bytes=2000000 || bytes=$(bytes "$strategy" "$output")
  # Where there is a slow reader the trace has the waiting as well.
  "$BATS_TEST_DIRNAME/into" "$output" timeout 30 strace -qq -o "$name.trace" ${4+"$4"} yes --strategy "$strategy" abcd 2> errors |
    { [[ $output != *nonblocking* ]] || sleep 0.1; verify "$bytes" abcd 2>&1; } > verdict || [[ $output == file ]]
  "$BATS_TEST_DIRNAME/list" -v phase=own -v only="${3-}" "$BATS_TEST_DIRNAME/errnos" "$name.trace" > "$name.faults"
  inject "$name.faults" "$name.results" "$bytes" "$strategy" "$output" ${4+"$4"}
}

# Tries a list of faults, two at a time and a few more since they wait a lot: inject LIST RESULTS BYTES STRATEGY OUTPUT [OPTION]
inject() {
  [[ -s $1 ]]
  # A call that the table does not have has no errnos yet: it is to be added there.
  if grep '^unknown' "$1"; then return 1; fi
  awk -v args="$3 $4 $5" -v last="${6+ $6}" '{ print args, $0 last }' "$1" |
    xargs -P 4 -L 1 "$BATS_TEST_DIRNAME/inject" > "$2"
  equal "$(wc -l < "$2")" "$(wc -l < "$1")"
  if grep -vE ' (survived|ended|died)$' "$2"; then return 1; fi
}

@test "printfn" {
  inject_all printfn pipe
}

@test "console" {
  inject_all console pipe
}

@test "streamwriter" {
  inject_all streamwriter pipe
}

@test "span" {
  inject_all span pipe
}

@test "native" {
  inject_all native pipe
}

@test "vmsplice" {
  inject_all vmsplice pipe
}

@test "tee" {
  inject_all tee pipe
}

@test "auto" {
  inject_all auto pipe
}

@test "auto, after tee was refused" {
  inject_all auto pipe 'fcntl|statx|vmsplice|write' --inject=socketpair:error=EMFILE
}

@test "auto, after tee and vmsplice were refused" {
  inject_all auto pipe 'fcntl|statx|write' --inject=socketpair,vmsplice:error=ENOSYS
}

@test "a full non-blocking pipe: what waits and what writes" {
  local strategy
  for strategy in streamwriter span native vmsplice tee auto; do
    inject_all $strategy nonblocking 'poll|write|splice|vmsplice'
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

@test "the start of the runtime: nothing wrong comes out, and nothing hangs" {
  # Those calls are not this program's: if the runtime ends there, it does so in its own way, but before any output.
  timeout 30 strace -qq -o start.trace yes abcd | verify 400000 abcd
  "$BATS_TEST_DIRNAME/list" -v phase=start "$BATS_TEST_DIRNAME/errnos" start.trace |
    awk '{ $2 = "runtime"; if ($4 !~ /[+]/) print }' > start.faults
  STARTING=start inject start.faults start.results 400000 auto pipe
}

@test "the sum: nothing is left over" {
  cat ./*.results | awk -v OFS='\t' '
    { row = $1 "\t" $3; injected[row]++; each[row, $6]++; all["injected"]++; all[$6]++ }
    END {
      print "strategy", "call", "injected", "survived", "ended", "died"
      for (row in injected)
        print row, injected[row], each[row, "survived"] + 0, each[row, "ended"] + 0, each[row, "died"] + 0 | "sort"
      close("sort")
      print "all", "", all["injected"], all["survived"] + 0, all["ended"] + 0, all["died"] + 0
    }' > sum
  column -ts $'\t' sum | sed 's/^/# /' >&3
  awk -F '\t' 'NR > 1 { if ($3 != $4 + $5 + $6 || $3 == 0) { print; bad = 1 } } END { exit bad || NR < 2 }' sum
  # Every strategy has been there.
  equal "$(cut -f 1 sum | grep -Ev '^(strategy|start|all)$' | sort -u)" "$(strategies | sort)"
}
