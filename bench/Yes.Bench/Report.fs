/// What was found as text.
module Yes.Bench.Report

open System
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Statistics

/// What is made of results.
let report, picture, ladder = "report.md", "throughput.svg", "ladder.svg"

let incomplete = "Incomplete: the run was ended before all was measured."

/// Text in lines as narrow as a file of this project has them, or narrower.
let private wrapped width = wrap (min width 110)

let private gnuName comparison = gnu comparison |> Option.map _.Name |> Option.defaultValue "GNU"

let private table width (producers: Producer list) columns =
    ("producer", [ for one in producers -> one.Name ])
    :: [ for name, cell in columns -> name, List.map cell producers ]
    |> markdown width

let private ratioColumn comparison (reader: Reader) =
    $"to {gnuName comparison}", ratioToGnu comparison reader >> orNone ratioWithRange

let private rates width comparison reader =
    [
        ratioColumn comparison reader
        reader.Name, rateOf reader >> orNone rateRange
        "to C", ratioToC comparison reader >> orNone (fun ratio -> (ratioWithRange ratio).TrimStart '×')
        "CPU", cpu reader >> orNone percentRange
    ]
    |> table width comparison.Producers

let private costs width (comparison: Comparison) =
    [
        "first byte", (fun one -> summarise one.StartSeconds |> orNone millisecondsRange)
        "peak memory", (fun one -> one.PeakMemoryBytes |> orNone (float >> bytes))
        "executable", (fun one -> one.ExecutableBytes |> orNone (float >> bytes))
    ]
    |> table width comparison.Producers

/// Where and when it was measured.
let private place (comparison: Comparison) =
    let machine = comparison.Machine

    $"{machine.Cpu}, {machine.Cores} cores, Linux {machine.Kernel}, {comparison.Date:``yyyy-MM-dd``}, "
    + $"commit {comparison.Commit}"

/// How it was measured, and how to read it.
let private context (comparison: Comparison) =
    let settings = comparison.Settings

    $"{place comparison}, .NET SDK {comparison.Machine.Sdk}. The line '{settings.Line}'. Medians of "
    + $"{settings.Rounds} rounds of {digits 2 settings.SecondsPerRound} s, with 95 %% intervals. "
    + "Ratios come first: when the machine is faster or slower, all rates change, the ratios hardly. "
    + "To C: to the same technique in C. CPU: the processor time of the producer, as a share of a core."

/// What has to be said of the figures, a sentence each.
let private notes (comparison: Comparison) =
    [
        if not comparison.Complete then
            incomplete

        for one in comparison.Producers do
            for fault in Option.toList one.Fault do
                $"Wrong output of {one.Name}, hence no rate: {fault}."

            for reader in comparison.Readers do
                for fault in Option.toList one[reader].Fault do
                    $"No rate of {one.Name} through {reader.Name}: {fault}."

                match List.filter ((=) 0L) one[reader].Bytes with
                | [] -> ()
                | empty -> $"Not a byte of {one.Name} through {reader.Name} in {empty.Length} rounds."

        if comparison.Machine.BusyCores > Machine.tolerated then
            $"Busy: {digits 2 comparison.Machine.BusyCores} cores were taken before the run began."
    ]

/// What was found, in a few words: the default beside GNU yes.
let title (comparison: Comparison) =
    let reader, one = comparison.Readers.Head, leading comparison

    match ratioToGnu comparison reader one with
    | Some ratio -> $"{one.Name}: {ratioWithRange ratio} the rate of {gnuName comparison}"
    | None -> $"{one.Name}: {rateOf reader one |> orNone rateRange}"

/// All that was found, in tables and lines of at most that width.
let text width (comparison: Comparison) =
    [
        for reader in comparison.Readers do
            wrapped width $"Through {reader.Name}, `{reader.Command}`:"
            rates width comparison reader
        "Start-up, memory and size:"
        costs width comparison
        wrapped width (context comparison)
        for note in notes comparison do
            wrapped width note
    ]
    |> String.concat "\n\n"

/// The report, beside the picture.
let full (comparison: Comparison) =
    [ "# The comparison"; $"![{title comparison}]({picture})"; text Int32.MaxValue comparison ]
    |> String.concat "\n\n"

/// How to measure the same again.
let private command (comparison: Comparison) =
    let words = [ for reader in comparison.Readers -> reader.Command.Split(' ')[0] ]
    $"""make bench ROUNDS={comparison.Settings.Rounds} READERS='{String.concat " " words}'"""

/// The picture, in that directory.
let chart directory comparison = $"![{title comparison}]({directory}/{picture})"

/// The table of the README: the strategies and GNU yes, through the first and the last reader. The default
/// stands for the strategy that it chooses. The picture has the others.
let forReadme directory (comparison: Comparison) =
    let family = comparison.Producers |> List.filter (fun one -> one.Group = "strategy")

    let chosen =
        if (leading comparison).Language.IsNone then
            family |> List.truncate (family.Length - 1) |> List.tryLast
        else
            None

    let shown = List.except (Option.toList chosen) family @ Option.toList (gnu comparison)

    let columns (reader: Reader) =
        [
            ratioColumn comparison reader
            reader.Name, (fun one -> rateOf reader one |> Option.map _.Median |> orNone Format.rate)
        ]

    [
        [ List.head comparison.Readers; List.last comparison.Readers ]
        |> List.distinct
        |> List.collect columns
        |> table Int32.MaxValue shown
        wrapped
            Int32.MaxValue
            $"{place comparison}; `{command comparison}`; [all rows and columns]({directory}/{report})."
    ]
    |> String.concat "\n\n"
