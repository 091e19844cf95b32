/// Generates the marked blocks in the project's documents, and a picture, from all saved results.
module Yes.Bench.Pages

open System.Text.RegularExpressions
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Run

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

let private medians kept reader find = speedups kept reader find |> List.map (fun (_, ratio) -> ratio.Median)

/// Formats the lowest and the highest of several ratios, for example as ×1.9–4.2.
let private range (ratios: float list) =
    if ratios.IsEmpty then
        "–"
    else
        let ends = [ List.min ratios; List.max ratios ] |> List.map number |> List.distinct
        "×" + String.concat "–" ends

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
        |> List.collect (fun reader -> medians kept reader newestGnu)
        |> range
        |> _.TrimStart('×').Replace("–", " to ")

    let gnu = (namesOf kept newestGnu).Replace("GNU", "GNU `yes`")

    $"""Piped into `dd` or `wc`, it is {into ((<>) "pv")} times as fast as {gnu}. Piped into """
    + $"""`pv > /dev/null`, which does not read the data, it is {into ((=) "pv")} times as fast."""

/// The ranges of all speedups, and the throughputs of one run.
let private speedupsAndPicture (root: string) (kept: Kept) =
    let machines = kept |> List.map (fun (_, run) -> run.Machine.Cpu) |> List.distinct |> enumerate
    let name, run = modest kept

    [
        $"The ranges cover the medians of all saved runs, on virtual machines with {machines}. "
        + $"[The page on the benchmark]({root}bench/README.md#results) shows each run."
        readers kept
        |> table
            [
                "this `yes` piped into", _.Name
                for find in Report.peers do
                    $"vs. {namesOf kept find}", (fun reader -> medians kept reader find |> range)
            ]
        $"![Throughput on {Report.describeMachine run.Machine}]({root}bench/results/{name}/throughput.svg)"
    ]

/// How many times as fast the default strategy is as each technique.
let private tried (kept: Kept) =
    let names =
        [ "native"; "writev"; "large-pipe"; "io_uring-write"; "vmsplice"; "sendfile" ]
        @ [ "huge-pages"; "tee-pages"; "uutils"; "tee-blocking"; "io_uring-tee" ]

    let ratios reader name =
        speedups kept reader (fun run ->
            run.Writers |> List.tryFind (fun writer -> writer.Name = name || isOf name writer))
        |> List.collect (fun (_, ratio) -> [ ratio.Low; ratio.High ])

    names
    |> table
        [
            "technique", sprintf "`%s`"
            for reader in readers kept do
                if names |> List.forall (ratios reader >> List.isEmpty >> not) then
                    $"into {reader.Name}", ratios reader >> range
        ]

/// All saved runs and their machines.
let private runs root (kept: Kept) =
    [
        kept
        |> table
            [
                "run", (fun (name, _) -> $"[{name}]({root}bench/results/{name}/report.md)")
                "machine", (fun (_, run) -> Report.describeMachine run.Machine)
                "date", (fun (_, run) -> $"{run.Date:``yyyy-MM-dd``}")
            ]
        $"![How many times as fast as other programs is this yes?]({root}bench/results/ratios.svg)"
    ]

/// The paragraphs of each block. The arguments for a block are the path from its document to the root, and
/// the saved runs.
let private blocks =
    readOnlyDict
        [
            "headline", (fun _ kept -> [ headline kept ])
            "speedups", speedupsAndPicture
            "tried", (fun _ kept -> [ tried kept ])
            "runs", runs
        ]

/// A block, including the two comments that delimit it. The text between them is generated.
let marked = Regex @"(?s)<!-- bench: (\S+) -->.*?<!-- /bench -->"

/// Replaces the blocks in the text of a document.
let write (kept: Kept) root (text: string) =
    let replace (found: Match) =
        let name = found.Groups[1].Value
        let paragraphs = blocks[name] root kept |> List.map wrap |> String.concat "\n\n"
        $"<!-- bench: {name} -->\n\n{paragraphs}\n\n<!-- /bench -->"

    marked.Replace(text, replace)

/// The picture of the ratios in all runs.
let ratios (kept: Kept) =
    [
        for reader in readers kept do
            $"into {reader.Name}",
            [
                for find in [ newestGnu; Report.uutils ] do
                    for name, ratio in speedups kept reader find -> $"{namesOf kept find}, {name}", ratio
            ]
    ]
    |> List.filter (snd >> List.isEmpty >> not)
    |> Chart.forest
