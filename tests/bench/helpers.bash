# What the suites of the benchmark share.
runner=artifacts/bin/Yes.Bench/release/Yes.Bench.dll

setup_file() {
  make -s -C "$root" "$runner"
}

# The runner, of this project's executable.
run_bench() {
  dotnet "$root/$runner" "$@"
}

# As little as measures anything: run_bench_quickly ARGUMENT...
run_bench_quickly() {
  timeout 60 dotnet "$root/$runner" --yes "$YES" --out out --duration 0.1 --rounds 1 "$@"
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
      # Two significant digits.
      split(sprintf("%.1e", $3 / 1024 ^ unit), part, "e")
      figure = sprintf("%.*f", part[2] < 1 ? 1 - part[2] : 0, part[1] * 10 ^ part[2])
      print $1, $2, figure " " substr("B  KiBMiBGiBTiB", 3 * unit + 1, 3) "/s"
    }'
}

# Prints the cells of a row of a table in Markdown, one in a line: print_cells FILE NAME
print_cells() {
  grep -m 1 "^| $2 " "$1" | sed 's/^| *//; s/ *|$//; s/ *| */\n/g'
}
