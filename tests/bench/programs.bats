#!/usr/bin/env bats
# Tests of how the benchmark finds and names the programs that it measures.

load helpers

@test "a peer with the name of a strategy is measured, and so is a reader whose path the shell would change" {
  local directory="w&\$c's"
  # Without a version, the name of the peer is that of its file.
  make_programs native '[ "$1" != --version ] && exec "$GNU_YES" "$@"' "$directory/wc" 'exec wc "$@"'
  ROUNDS=1 DURATION=0.05 STRATEGIES=native PEERS=native READERS=$directory/wc run_bench
  assert_success
  assert_line --regexp '^native +.*iB/s'
  assert_line --regexp '^\./native +.*iB/s'
}
