# What the suites of the benchmark share.
runner=artifacts/bin/Yes.Bench/release/Yes.Bench.dll

# Builds it, and what it measures. The files may run at the same time: one of them builds, the others wait.
build_runner() {
  flock --close "$root/artifacts" make -s -C "$root" artifacts/yes artifacts/yes-in-c "$runner"
}

setup_file() {
  build_runner
}

run_bench() {
  dotnet "$root/$runner" "$@"
}

# The runner, which measures this project's executable and the same in C: measure ARGUMENT...
measure() {
  run_bench --yes "$YES" --c "$root/artifacts/yes-in-c" --out out "$@"
}

# Makes a directory tools with what the runner needs, and with these programs: prepare_tools PROGRAM...
prepare_tools() {
  local tool
  mkdir tools
  for tool in env bash timeout time taskset head cmp stat mktemp rm git dotnet lscpu gnuplot "$@"; do
    ln -s "$(type -P "$tool")" tools
  done
}

# As little as measures anything: run_bench_quickly ARGUMENT...
# Every yes of the machine takes its time, so GNU yes is the only one in tools.
run_bench_quickly() {
  [[ -e tools ]] || prepare_tools pv dd wc "$GNU_YES"
  PATH=$PWD/tools measure --duration 0.1 --rounds 1 "$@"
}

# The processes of a runner that was started here with BENCH_TEST="$PWD", which they inherit.
list_processes() {
  { grep -lzx "BENCH_TEST=$PWD" /proc/[0-9]*/environ 2> /dev/null || true; } |
    grep -v "^/proc/$BASHPID/" || true
}

# Makes a program of that name that runs a command of a shell: make_program NAME COMMAND
make_program() {
  printf '#!/bin/sh\n%s\n' "$2" > "$1"
  chmod +x "$1"
}

# Prints the rates in a results.json, as the tables show them: print_rates FILE
# In each line name, reader and rate, with tabs between them.
print_rates() {
  jq -r '.producers[] | .name as $name | .rates | to_entries[]
    | [$name, .key, .value.bytesPerSecond.median] | @tsv' "$1" | awk -F '\t' -v OFS='\t' '{
      unit = $3 < 1 ? 0 : int(log($3) / log(1024))
      # Three significant digits.
      split(sprintf("%.2e", $3 / 1024 ^ unit), part, "e")
      figure = sprintf("%.*f", part[2] < 2 ? 2 - part[2] : 0, part[1] * 10 ^ part[2])
      print $1, $2, figure " " substr("B  KiBMiBGiBTiB", 3 * unit + 1, 3) "/s"
    }'
}

# Prints the cells of a row of a table in Markdown, one in a line: print_cells FILE NAME
print_cells() {
  grep -m 1 "^| $2  *|" "$1" | sed 's/^| *//; s/ *|$//; s/ *| */\n/g'
}
