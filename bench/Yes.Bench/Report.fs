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
    let pairs = run.Duels |> List.countBy (fun duel -> duel.Reader, duel.Program.Tool, duel.Rival.Tool)

    let meetsGnu (kind: Plan.Reader) =
        pairs |> List.exists (fun ((reader, _, rival), _) -> reader.Name = kind.Name && rival.Name = "GNU")

    [
        if pairs |> List.exists (fun (_, count) -> count < 31) then
            "it has fewer than 31 rounds"
        if rounds (withoutBusyRounds run) < 25 then
            "it has fewer than 25 rounds that were not busy"
        if commit = "" || commit.EndsWith "-dirty" then
            "its sources were not committed"
        if not run.Failures.IsEmpty then
            "a duel failed"
        if not (List.forall meetsGnu Plan.readers) then
            "it did not measure GNU yes with every reader"
    ]

/// The readers in README.md: the newest version of each, and the versions with which the ratio to the rival
/// differs on some machine.
let private mainReaders rival runs =
    let interval reader run = ratio auto rival reader run |> Option.map interval

    let differs one other =
        runs
        |> List.exists (fun run ->
            match interval one run, interval other run with
            | Some(low, high), Some(otherLow, otherHigh) -> low > otherHigh || otherLow > high
            | _ -> false)

    [
        for kind in Plan.mainReaders do
            let newest = (versions kind runs).Head
            yield! versions kind runs |> List.filter (fun reader -> reader = newest || differs newest reader)
    ]

let private count number =
    [ "no"; "one"; "two"; "three"; "four"; "five"; "six"; "seven"; "eight"; "nine" ][number]

/// The machines, such as "three virtual machines (two Intel Xeon, one AMD EPYC)".
let private machines runs =
    let model run = Regex.Replace(fact "Model name" run, @"\(R\)|\(TM\)| Processor| CPU.*", "")
    let models = [ for model, number in List.countBy model runs -> $"{count number} {model}" ]
    let isVirtual = runs |> List.forall (fun run -> fact "virtual" run <> "")
    let kind = if isVirtual then "virtual machine" else "machine"
    let plural = if runs.Length = 1 then "" else "s"
    $"""{count runs.Length} {kind}{plural} ({String.concat ", " models})"""

/// Breaks lines that are too long.
let private wrap text = Regex.Replace(text, @"(.{1,100})( |$)", "$1\n").TrimEnd()

/// The number of measurements that each interval comes from.
let private measurements runs =
    let counts = List.map rounds runs
    $"{List.min counts} to {List.max counts} short measurements"

let private explanation runs =
    "A range extends from the lowest to the highest bound of the 95% confidence intervals, one for each "
    + $"machine. An interval estimates the mean of {measurements runs} "
    + "in which the program and its reader each get a core. On another machine, the numbers may be outside "
    + "the range."

let private question = "How many times as fast as GNU yes is this yes?"

/// The text for README.md. It compares with GNU yes. The page of results also has the other readers and
/// rivals.
let private block runs =
    let gnu = peers runs |> List.filter (fun peer -> peer.Name = "GNU")
    let words estimateOf = (show range estimateOf runs).Replace("–", " to ")
    let times reader = words (ratio auto gnu.Head reader)

    let newest name = readers runs |> List.find (fun reader -> reader.Name = name)
    let core program reader = show percents (ofProgram _.Share program reader) runs
    let dd128K, wc, dd = newest "dd-128K", newest "wc", newest "dd"

    let sentences =
        [
            $"On {machines runs}, this `yes` feeds `dd bs=128K` with"
            $"{words (ofProgram gibibytes auto dd128K)} GiB/s. It is {times dd128K} times as fast as"
            $"GNU `yes` {gnu.Head.Version} and uses {core auto dd128K} of a core instead of"
            $"{core gnu.Head dd128K}."
            $"With plain `wc` and `dd`, which read more slowly, it is {times wc} and {times dd}"
            "times as fast."
        ]
        |> String.concat " "

    let ranges =
        "A range covers each machine's 95% confidence interval for the mean of "
        + $"{measurements runs}, but other machines may be outside it. "
        + "[The results](bench/results/README.md) name the machines."

    $"""{wrap sentences}

{overview TableBorder.Markdown runs (mainReaders gnu.Head runs) gnu}

{wrap ranges}
"""

let private picture runs =
    let gnu = peers runs |> List.filter (fun peer -> peer.Name = "GNU")

    let rows =
        [
            for reader in mainReaders gnu.Head runs do
                (Plan.kindOf reader).Typed.Replace("/dev/null", "…") + " " + reader.Version,
                [
                    for rival in gnu do
                        for ends in Option.toList (bounds (ratio auto rival reader) runs) do
                            ends, "×" + range ends
                ]
        ]

    Picture.draw question "times as fast (logarithmic scale)" (List.map string gnu) rows

/// What identifies a machine, and its results.
let private machine (name, run) =
    let quiet = withoutBusyRounds run

    $"""## {name}

```text
{String.concat "\n" run.Facts}
rounds: {rounds run}
rounds that do not count, because programs waited for a core: {rounds run - rounds quiet}
```

{results TableBorder.Markdown quiet}
"""

/// All generated files with their contents.
let files root =
    let kept = kept (Path.Combine(root, "bench/results"))
    let runs = kept |> List.map (snd >> withoutBusyRounds)
    let readme = Path.Combine(root, "README.md")
    let block = "<!-- bench -->\n\n" + block runs + "\n<!-- /bench -->"

    let page =
        $"""# Results

`make bench-save` generates this page. [Another page](../README.md) explains the method.

![{question}](ratios.svg)

{overview TableBorder.Markdown runs (readers runs) (peers runs)}

{wrap (explanation runs)}

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
