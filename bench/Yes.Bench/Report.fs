/// Generates the page of results, its picture, and the numbers in README.md from all kept runs.
module Yes.Bench.Report

open System.IO
open System.Text.RegularExpressions
open Spectre.Console
open Yes.Bench.Duels
open Yes.Bench.Estimate
open Yes.Bench.Tables

/// The kept runs with the names of their machines.
let kept directory =
    [
        for path in Directory.GetFiles(directory, "*.tsv") |> Array.sort do
            string (Path.GetFileNameWithoutExtension path), parse (File.ReadLines path)
    ]

/// The reasons why a run can't be published.
let objections run =
    let commit = fact "commit" run
    let pairs = run.Duels |> List.countBy (fun duel -> duel.Reader, duel.Rival.Tool)
    let met = [ for (reader, rival), _ in pairs -> reader.Name, rival.Name ]
    // README.md has numbers for wc and dd, too, outside of its table.
    let stated = [ "wc"; "dd" ] @ [ for kind in Plan.mainReaders -> kind.Name ]

    [
        if pairs |> List.exists (fun (_, count) -> count < 31) then
            "it has fewer than 31 rounds"
        if rounds (withoutBusyRounds run) < 25 then
            "it has fewer than 25 rounds that were not busy"
        if commit = "" || commit.EndsWith "-dirty" then
            "its sources were not committed"
        if not run.Failures.IsEmpty then
            "a duel failed"
        if stated |> List.exists (fun reader -> not (List.contains (reader, "GNU") met)) then
            "it did not measure GNU yes with every reader in README.md"
    ]

/// The readers in README.md: the newest version of each, and the versions with which the ratio to the rival
/// differs on some machine.
let private mainReaders rival runs =
    let isLower one other run =
        match ratio rival one run, ratio rival other run with
        | Some one, Some other -> snd (interval one) < fst (interval other)
        | _ -> false

    let differs one other = runs |> List.exists (fun run -> isLower one other run || isLower other one run)

    [
        for kind in Plan.mainReaders do
            let newest = (versions kind runs).Head
            yield! versions kind runs |> List.filter (fun reader -> reader = newest || differs newest reader)
    ]

/// The machines, such as "three virtual machines (1 AMD EPYC, 2 Intel Xeon)".
let private machines runs =
    let model run = Regex.Replace(fact "Model name" run, @"\(R\)|\(TM\)| Processor| CPU.*", "")
    let models = [ for model, count in List.countBy model runs -> $"{count} {model}" ]
    let count = [ "no"; "one"; "two"; "three"; "four"; "five"; "six" ][runs.Length]

    let isVirtual run = fact "virtual" run <> ""
    let kind = if List.forall isVirtual runs then "virtual machines" else "machines"
    $"""{count} {kind} ({String.concat ", " models})"""

let private question = "How many times as fast as GNU yes is this yes?"

let private gnu runs = peers runs |> List.filter (fun peer -> peer.Name = "GNU")

/// The text for README.md. It compares with GNU yes. The page of results also has the other readers and
/// rivals.
let private block runs =
    let gnu = gnu runs
    let words estimateOf = (show range estimateOf runs).Replace("–", " to ")
    let dd128K, wc, dd = newest "dd-128K" runs, newest "wc" runs, newest "dd" runs
    let core program = show percents (ofProgram _.Share program dd128K) runs
    let times reader = words (ratio gnu.Head reader)

    $"""On {machines runs}, this `yes` feeds `dd bs=128K` {dd128K.Version} with
{words (ofProgram gibibytes auto dd128K)} GiB/s. It is {times dd128K} times as fast as GNU `yes`
{gnu.Head.Version} and uses {core auto} of a core instead of {core gnu.Head}.
With plain `wc` {wc.Version} and `dd` {dd.Version}, which read more slowly, it is {times wc} and {times dd}
times as fast.

{render [ overview TableBorder.Markdown runs (mainReaders gnu.Head runs) gnu ]}

A range covers each machine's 95%% confidence interval for the mean of short measurements,
but other machines may be outside it. [The results](bench/results/README.md) name the machines.
"""

let private picture runs =
    let gnu = gnu runs

    let rows =
        [
            for reader in mainReaders gnu.Head runs do
                (Plan.kindOf reader).Typed.Replace("/dev/null", "…") + " " + reader.Version,
                [
                    for rival in gnu do
                        for ends in Option.toList (bounds (ratio rival reader) runs) do
                            ends, $"×{range ends} {rival}"
                ]
        ]

    Picture.draw question "times as fast (logarithmic scale)" rows

/// What identifies a machine, and its results.
let private machine (name, run) =
    let quiet = withoutBusyRounds run

    $"""## {name}

```text
{String.concat "\n" run.Facts}
rounds: {rounds run}
rounds that do not count, because programs waited for a core: {rounds run - rounds quiet}
```

{render (results TableBorder.Markdown quiet)}
"""

/// All generated files with their contents.
let files root kept =
    let runs = kept |> List.map (snd >> withoutBusyRounds)
    let readme = Path.Combine(root, "README.md")
    let block = "<!-- bench -->\n\n" + block runs + "\n<!-- /bench -->"

    let page =
        $"""# Results

`make bench-save` generates this page. [Another page](../README.md#how-to-read-the-numbers) explains the
numbers.

![{question}](ratios.svg)

{render [ overview TableBorder.Markdown runs (readers runs) (peers runs) ]}

{kept |> List.map machine |> String.concat "\n"}"""

    [
        Path.Combine(root, "bench/results/README.md"), page
        Path.Combine(root, "bench/results/ratios.svg"), picture runs
        readme,
        Regex.Replace(
            File.ReadAllText readme,
            "(?s)<!-- bench -->.*<!-- /bench -->",
            block.Replace("$", "$$")
        )
    ]
