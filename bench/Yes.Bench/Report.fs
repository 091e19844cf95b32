/// What was found as text.
module Yes.Bench.Report

open System
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Statistics

/// What is made of results.
let report, picture, ladder = "report.md", "throughput.svg", "ladder.svg"

let private table width (producers: Producer list) columns =
    ("producer", [ for one in producers -> one.Name ])
    :: [ for name, cell in columns -> name, List.map cell producers ]
    |> markdown width

/// The ratio of a producer to another one.
let private ratioTo show reader other one = other |> Option.bind (ratioTo reader one) |> orNone show

let private ratioColumn show comparison reader =
    let name = gnu comparison |> Option.map _.Name |> Option.defaultValue "GNU"
    $"to {name}", ratioTo show reader (gnu comparison)

let private rates width comparison reader =
    [
        ratioColumn ratio comparison reader
        reader.Name, rateOf reader >> orNone rateRange
        "to C", (fun one -> one |> ratioTo ratio reader (beside inC comparison one))
        "CPU", cpu reader >> orNone (figureRange 100.0 "%")
    ]
    |> table width comparison.Producers

let private costs width (comparison: Comparison) =
    [
        "first byte", (fun one -> summarise one.StartSeconds |> orNone (figureRange 1000.0 "ms"))
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
    let time = $"of {digits 2 settings.SecondsPerRound} s"

    let rounds =
        match measuredRounds comparison with
        | 1 -> $"One round {time}"
        | count -> $"Medians of {count} rounds {time}, with {intervalName comparison}s"

    $"{place comparison}, .NET SDK {comparison.Machine.Sdk}. The line '{settings.Line}'. {rounds}. "
    + "Ratios come first: when the machine becomes faster or slower, all rates change, the ratios hardly do. "
    + "To C: to the same technique in C. CPU: the processor time of the producer, as a share of a core."

/// What has to be said of the figures, a sentence each.
let notes (comparison: Comparison) =
    [
        if not comparison.Complete then
            "Incomplete: the run was ended before all was measured."

        for one in comparison.Producers do
            for fault in Option.toList one.Fault do
                $"Wrong output of {one.Name}, hence no rate: {fault}."

            for reader in comparison.Readers do
                for fault in Option.toList one[reader].Fault do
                    $"No rate of {one.Name} through {reader.Name}: {fault}."

        if comparison.Machine.BusyCores > 0.1 then
            $"Busy: {digits 2 comparison.Machine.BusyCores} cores were taken before the run began."
    ]

/// What was found, in a few words: the default beside GNU yes.
let title (comparison: Comparison) =
    let reader, one = comparison.Readers.Head, leading comparison

    match gnu comparison with
    | Some gnu -> $"{one.Name}: {ratioTo ratio reader (Some gnu) one} the rate of {gnu.Name}"
    | None -> $"{one.Name}: {rateOf reader one |> orNone rateRange}"

/// All that was found, in tables and lines of at most that width.
let text width (comparison: Comparison) =
    [
        for reader in comparison.Readers do
            wrap width $"Through {reader.Name}, `{reader.Command}`:"
            rates width comparison reader
        "Start-up, memory and size:"
        costs width comparison
        wrap width (context comparison)
        for note in notes comparison do
            wrap width note
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

/// The table of the README: medians of the strategies and the other yes, through the first and last reader.
let forReadme directory (comparison: Comparison) =
    let shown = comparison.Producers |> List.filter (fun one -> one.Group <> "C")

    let columns (reader: Reader) =
        [
            ratioColumn (ratioParts >> fst) comparison reader
            reader.Name, (fun one -> rateOf reader one |> Option.map _.Median |> orNone Format.rate)
        ]

    [
        [ List.head comparison.Readers; List.last comparison.Readers ]
        |> List.distinct
        |> List.collect columns
        |> table Int32.MaxValue shown
        wrap
            Int32.MaxValue
            $"{place comparison}; `{command comparison}`; [all rows and columns]({directory}/{report})."
    ]
    |> String.concat "\n\n"
