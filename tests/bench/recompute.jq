# Calculates the rows of the report's tables from a results.json, or with --arg page README, those of the
# README's tables from all of them, independently of the code of the benchmark.

# The given count of significant digits, without an exponent.
def digits($count):
  if . == 0 then "0" else
    (. * (1 + 1e-12)) as $value | ($value | log10 | floor) as $magnitude
    | [range($magnitude; $magnitude + 2)
        | {place: (. - $count + 1), units: ($value / pow(10; . - $count + 1) | round)}
        | select(.units < pow(10; $count))][0]
    | if .place >= 0 then .units * pow(10; .place) | round | tostring
      else (-.place) as $decimals
        | (.units | tostring | ("0" * ([$decimals + 1 - length, 0] | max) // "") + .)
        | .[:-$decimals] + "." + .[-$decimals:]
      end
  end;
# Two digits, or three if the first one is 1.
def number: digits(2) as $two | if $two | test("^[0.]*1") then
    digits(3) as $three | if $three | test("^[0.]*1") then $three else ($two | tonumber | digits(3)) end
  else $two end;

def summary: if length == 0 then null else sort | length as $n | ($n / 10 | floor) as $outside
  | {count: $n, low: .[$outside], high: .[$n - 1 - $outside],
     median: (.[($n - 1) / 2 | floor] * .[$n / 2 | floor] | sqrt)} end;
def show(notation; $suffix): if . == null then "–" else
  (.median | notation) + $suffix +
    if .count == 1 then "" else " (\(.low | notation)–\(.high | notation))" end end;
def only_median(text): if . == null then "–" else .count = 1 | text end;

def power: [0, (([., 1] | max | log2) / 10 | floor), 4] | sort | .[1];
def unit: ["B", "KiB", "MiB", "GiB", "TiB"][.];
def bytes: power as $power | "\(. / pow(1024; $power) | number) \($power | unit)";
def bytes_and($suffix): if . == null then "–" else (.median | power) as $power | pow(1024; $power) as $unit
  | if .high < 1024 * $unit and .low >= $unit / 100
    then show(. / $unit | number; " \($power | unit)\($suffix)") else show(bytes + $suffix; "") end end;
def speed: bytes_and("/s");
def ratio: if . == null then "–" else .median as $median
  | show(if $median < 0.5 and . < 0.5 then "1/" + (1 / . | number) else "×" + number end; "") end;
def time: if . == null then "–"
  elif .median < 1 then show(. * 1000 | number; " ms")
  else show(number; " s") end;

def rounds($reader; $writer): $writer.rates[$reader.name].rounds // [];
def throughput($reader; $writer): rounds($reader; $writer) | map(.bytes / .seconds) | summary;
def ratios($reader; $writer; $other):
  [rounds($reader; $writer), rounds($reader; $other)]
  | if any(length == 0) then [] else transpose end
  | map(select(all(. != null and .bytes > 0)) | map(.bytes / .seconds) | .[0] / .[1]) | summary;
def gnus: .writers | map(select(.kind == "peer" and (.name | startswith("GNU "))));
def to_gnu($run; $reader; $writer): ($run | gnus[0]) as $gnu
  | if $gnu.name == $writer.name and throughput($reader; $writer) != null then "×1"
    elif $gnu == null then "–" else ratios($reader; $writer; $gnu) | ratio end;
def cpu($of; $reader; $writer): rounds($reader; $writer)
  | map(select(.bytes > 0 and .[$of]) | .[$of].cpuSeconds / (.bytes / pow(1024; 3))) | summary | time;
def memory($run; $writer): if $writer.executableBytes == null then null else
  rounds($run.readers[0]; $writer) | map(.memoryBytes | values) | summary end;
def or_none(text): if . == null then "–" else text end;
def strategies: .writers | map(select(.kind == "strategy"));

def report: . as $run
  | (.readers[] as $reader | .writers[] as $writer | [$writer.name, (throughput($reader; $writer) | speed),
      to_gnu($run; $reader; $writer), cpu("writer"; $reader; $writer), cpu("reader"; $reader; $writer)]),
    (.writers[] | select(.kind == "technique") | . as $other
      | ($run.writers[] | select(.name == $other.counterpartOf)) as $writer
      | [$writer.name, ($run.readers[] | ratios(.; $writer; $other) | ratio)]),
    (.writers[] | [.name, (.startSeconds | summary | time), (memory($run; .) | bytes_and("")),
      (.executableBytes | or_none(bytes)), (.checkedBytes | or_none(bytes))]);

# The smallest and the largest of some numbers.
def between(text): map(values) | if length == 0 then "–" else (min | text) as $low | (max | text) as $high
  | if $low == $high then $low else "\($low)–\($high)" end end;
def version: .name | ltrimstr("GNU ") | split(".") | map(tonumber);
def rival($i):
  if $i == 0 then gnus[0]
  elif $i == 1 then gnus as $gnus | $gnus | max_by(version) | select(.name != $gnus[0].name)
  else first(.writers[] | select(.kind == "peer" and (.name | startswith("uutils ")))) end;
def readme: sort_by(.date) | reverse | . as $runs | .[0] as $newest
  | ($newest | strategies | last) as $auto
  | ([$newest.readers[] | select(.channel == "pipe")] | group_by(.name | split(" ")[0])[] | first as $reader
      | $newest.readers | map(select(.name | startswith(($reader.name | split(" ")[0]) + " ")))
      | map(select(.channel == "pipe")) | first
      | ["\(.name), which \(.does)", (throughput(.; $auto, ($newest | gnus[0])) | only_median(speed)),
        (ratios(.; $auto; $newest | gnus[0]) | or_none("×" + (.median | digits(2))))]),
    (reduce (.[].readers[]) as $reader ([]; if any(.[]; .name == $reader.name) then . else . + [$reader] end)
      | .[] | . as $reader
      | ["\(.name), which \(.does)", (range(3) as $i | select(any($runs[]; [rival($i)] | length > 0))
      | [$runs[] | . as $run | rival($i) as $rival | ($run | strategies | last) as $auto
          | ratios($reader; $auto; $rival) | values | .median] | between("×" + digits(2)))]),
    ($newest | strategies[] | . as $writer | [.name, ([$newest.readers | first, last] | unique_by(.name)
      | sort_by(.name != $newest.readers[0].name) | .[]
      | throughput(.; $writer) | only_median(speed))]),
    ((($newest | strategies | last), ($newest | gnus[0])) as $one
      | [if $one.kind == "strategy" then "this `yes`" else $one.name end] + ([$runs[] | . as $run
        | (.writers[] | select(.name == $one.name))
        | {size: .executableBytes, start: (.startSeconds | summary | or_none(.median * 1000)),
           memory: (memory($run; .) | or_none(.median))}]
      | [(map(.size) | between(bytes)), (map(.start) | between(number)) + " ms",
         (map(.memory) | between(bytes))]));

(if $page == "README" then readme else .[] | report end) | "|" + join("|") + "|"
