/// Generates the marked blocks in the project's documents, and a picture, from all saved results.
module Yes.Bench.Pages

open System.Text.RegularExpressions
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Run
open Yes.Bench.Statistics

/// The saved runs with their names.
type Kept = (string * Run) list

/// The documents that contain blocks, each with the relative path from the document to the root.
let documents =
    [ "README.md", ""; "docs/strategies.md", "../"; "docs/tried.md", "../"; "bench/README.md", "../" ]

/// All readers of the saved runs.
let private readers (kept: Kept) =
    kept |> List.collect (fun (_, run) -> run.Readers) |> List.distinctBy _.Name |> List.sortBy Report.rank

/// The names of a peer in all runs.
let private namesOf (kept: Kept) find =
    kept
    |> List.choose (fun (_, run) -> find run |> Option.map (fun (writer: Writer) -> writer.Name))
    |> List.distinct
    |> enumerate

/// How many times as fast the default strategy is as another program, in each run that measured both.
let private speedups (kept: Kept) reader find =
    [
        for name, run in kept do
            for other in Option.toList (find run) do
                for ratio in Option.toList (Report.speedup run other reader) do
                    name, ratio
    ]

/// The range of all values that a function selects from the summaries.
let private rangeOf values (summaries: Summary list) =
    if summaries.IsEmpty then
        "–"
    else
        "×" + (summaries |> List.collect values |> range number)

/// The run in which the default strategy is ahead of the newest GNU yes by the smallest ratio. The documents
/// show throughputs of this run only, because no other run promises less.
let private modest (kept: Kept) =
    kept
    |> List.minBy (fun (_, run) ->
        newestGnu run
        |> Option.bind (fun gnu -> Report.speedup run gnu run.Readers.Head)
        |> Option.map _.Median
        |> Option.defaultValue infinity)

let private headline (kept: Kept) =
    let into condition =
        readers kept
        |> List.filter (fun reader -> reader.Channel = "pipe" && condition (reader.Name.Split(' ')[0]))
        |> List.collect (fun reader -> speedups kept reader newestGnu |> List.map snd)
        |> rangeOf (fun ratio -> [ ratio.Median ])
        |> _.TrimStart('×').Replace("–", " to ")

    let gnu = (namesOf kept newestGnu).Replace("GNU", "GNU `yes`")

    $"""Piped into `dd` or `wc`, it is {into ((<>) "pv")} times as fast as {gnu}. Piped into """
    + $"""`pv > /dev/null`, which does not read the data, it is {into ((=) "pv")} times as fast."""

let private speedupTable (kept: Kept) =
    readers kept
    |> table
        [
            "this `yes` piped into", _.Name
            for find in Report.peers do
                $"vs. {namesOf kept find}",
                (fun reader ->
                    speedups kept reader find |> List.map snd |> rangeOf (fun ratio -> [ ratio.Median ]))
        ]

let private picture root (kept: Kept) =
    let name, run = modest kept

    $"![Throughput on {Report.describeMachine run.Machine}]({root}bench/results/{name}/throughput.svg)"

/// Says where the ranges come from.
let private source root (kept: Kept) =
    let machines = kept |> List.map (fun (_, run) -> run.Machine.Cpu) |> List.distinct |> enumerate

    $"The ranges cover the medians of all saved runs, on virtual machines with {machines}. "
    + $"[The page on the benchmark]({root}bench/README.md#results) shows each run."

/// Each technique, with its savings compared with native and the reason why auto doesn't use it.
let private techniques =
    [
        "native", "–", "copies every byte"
        "writev", "7 of 8 system calls", "copies every byte"
        "large-pipe", "7 of 8 system calls", "copies every byte"
        "io_uring-write", "15 of 16 system calls", "copies every byte"
        "vmsplice", "all copies by the writer", "a slot refers to one page"
        "sendfile", "all copies by the writer", "a slot refers to one page"
        "huge-pages", "these copies and most page lookups", "a slot refers to 4 KiB"
        "tee-pages", "these copies and all page lookups", "a slot refers to one page"
        "uutils", "these copies and all page lookups", "a slot refers to one page"
        "tee-blocking", "the same, in blocks of 32 KiB", "each read wakes it"
        "io_uring-tee", "the same, and 15 of 16 system calls", "it needs io_uring"
    ]

/// How many times as fast the default strategy is as each technique.
let private tried (kept: Kept) =
    let find name (run: Run) =
        run.Writers |> List.tryFind (fun writer -> writer.Name = name || isOf name writer)

    let ratios reader (name, _, _) = speedups kept reader (find name) |> List.map snd

    techniques
    |> table
        [
            "technique", (fun (name, _, _) -> $"`{name}`")
            for reader in readers kept do
                if techniques |> List.forall (ratios reader >> List.isEmpty >> not) then
                    $"into {reader.Name}", ratios reader >> rangeOf (fun ratio -> [ ratio.Low; ratio.High ])
            "saves, compared with `native`", (fun (_, saves, _) -> saves)
            "why `auto` does not use it", (fun (_, _, why) -> why)
        ]

/// All saved runs and their machines.
let private runs root (kept: Kept) =
    kept
    |> table
        [
            "run", (fun (name, _) -> $"[{name}]({root}bench/results/{name}/report.md)")
            "machine", (fun (_, run) -> Report.describeMachine run.Machine)
            "date", (fun (_, run) -> $"{run.Date:``yyyy-MM-dd``}")
        ]
    |> fun table ->
        $"{table}\n\n![How many times as fast as other programs is this yes?]({root}bench/results/ratios.svg)"

/// All blocks. The arguments for a block are the path from its document to the root, and the saved runs.
let blocks: (string * (string -> Kept -> string)) list =
    [
        "headline", (fun _ -> headline)
        "speedups", (fun _ -> speedupTable)
        "picture", picture
        "source", source
        "tried", (fun _ -> tried)
        "runs", runs
    ]

/// A block, including the two comments that delimit it. The text between them is generated.
let marked = Regex @"(?s)<!-- bench: (\S+) -->.*?<!-- /bench -->"

/// Replaces the blocks in the text of a document.
let write (kept: Kept) root (text: string) =
    let replace (found: Match) =
        let name = found.Groups[1].Value

        match blocks |> List.tryFind (fun (other, _) -> other = name) with
        | Some(_, block) -> $"<!-- bench: {name} -->\n\n{wrap (block root kept)}\n\n<!-- /bench -->"
        | None -> failwith $"no function writes the block '{name}'"

    marked.Replace(text, replace)

/// The pictures of all runs together, which belong in the directory of the results.
let pictures (kept: Kept) =
    let groups =
        [
            for reader in readers kept do
                $"into {reader.Name}",
                [
                    for find in [ newestGnu; Report.uutils ] do
                        for name, ratio in speedups kept reader find -> $"{namesOf kept find}, {name}", ratio
                ]
        ]
        |> List.filter (snd >> List.isEmpty >> not)

    [
        "ratios.svg",
        Chart.forest
            "How many times as fast as other programs is this yes?"
            "A vertical line is the median of a run, a horizontal line its 95% confidence interval."
            groups
    ]
