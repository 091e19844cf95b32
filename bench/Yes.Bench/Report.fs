/// What was found as text.
module Yes.Bench.Report

open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Statistics

let incomplete = "Incomplete: the run was ended before all was measured."

/// The columns of a line in a file.
let width = 110

let private gnuName (comparison: Comparison) =
    comparison.Producers
    |> List.tryFind isGnu
    |> Option.map _.Name
    |> Option.defaultValue "GNU"

let rateOf (reader: Reader) (one: Producer) = one[reader].Median() |> orNone rate

let private table width (comparison: Comparison) columns =
    ("producer", [ for one in comparison.Producers -> one.Name ])
    :: [ for name, cell in columns -> name, List.map cell comparison.Producers ]
    |> markdown width

/// The rates through a reader, what belongs to them, and further columns: as much as fits into a width.
let private rates width (comparison: Comparison) (reader: Reader) more =
    [
        reader.Name, rateOf reader
        $"to {gnuName comparison}", ratioToGnu comparison reader >> orNone ratio
        "to C", ratioToC comparison reader >> orNone (digits 3)
        "CPU", (fun one -> one[reader].Cpu |> orNone percent)
    ]
    @ more
    |> table width comparison

let private costs width (comparison: Comparison) =
    [
        "first byte", (fun one -> one.StartSeconds |> Option.map _.Median |> orNone milliseconds)
        "peak memory", (fun one -> one.PeakMemoryBytes |> orNone (float >> bytes))
        "executable", (fun one -> one.ExecutableBytes |> orNone (float >> bytes))
    ]
    |> table width comparison

/// The rates through these readers, each with the names of producer and reader.
let private named (readers: Reader list) (comparison: Comparison) =
    [
        for one in comparison.Producers do
            for reader in readers -> $"{one.Name} through {reader.Name}", one[reader]
    ]

/// The names of the noisy rates through these readers.
let noisy readers comparison =
    named readers comparison |> List.filter (snd >> _.Noisy) |> List.map fst

let private noise (comparison: Comparison) =
    let list = String.concat ", " (noisy comparison.Readers comparison)

    $"Noisy, as the interval reaches further than {percent quiet} from the rate, or there are fewer than "
    + $"""{fewestRounds} rounds: {if list = "" then "none" else list}."""

/// Where, when and how it was measured.
let private context (comparison: Comparison) =
    let settings = comparison.Settings
    let rates = [ for _, rate in named comparison.Readers comparison -> rate.Rounds ]
    let rounds = List.concat rates

    let again = List.sum [ for one in rates -> max 0 (one.Length - settings.Rounds) ]
    let left = List.length (rounds |> List.filter (_.Counts >> not))

    let cores kind =
        median (List.map kind rounds) |> orNone (digits 2)

    let placement =
        match settings.Cores with
        | [ writer; reader ] -> $"Producers ran on core {writer}, readers on core {reader}."
        | _ -> "The scheduler chose the cores."

    $"{comparison.Machine}, .NET SDK {comparison.Machine.Sdk}, {comparison.Date:``yyyy-MM-dd``}, commit "
    + $"{comparison.Commit}. The line '{settings.Line}', medians of {settings.Rounds} rounds of "
    + $"{digits 2 settings.SecondsPerRound} s. {placement} In the median round other processes took "
    + $"{cores _.OtherCores} cores, and the host {cores _.StolenCores}. {again} rounds were measured again, "
    + $"and {left} left out: they lost {tolerated} cores more than the best of their kind."

/// What has to be said of the figures, a sentence each.
let private notes (comparison: Comparison) =
    [
        if not comparison.Complete then
            incomplete

        for one in comparison.Producers do
            match one.Fault with
            | Some fault -> $"Wrong output of {one.Name}, hence no rate: {fault}"
            | None -> ()

        for name, rate in named comparison.Readers comparison do
            let counted = rate.Counted()
            let empty = counted |> List.filter (fun round -> round.Bytes = 0L)

            match rate.Fault with
            | Some fault -> $"No rate of {name}: {fault}"
            | None when empty.IsEmpty -> ()
            | None -> $"Not a byte of {name} in {empty.Length} of {counted.Length} rounds."

        if comparison.BusyCores > tolerated then
            $"Busy: {digits 2 comparison.BusyCores} cores were taken before the run began."

        noise comparison

        if not comparison.Absent.IsEmpty then
            $"""Absent: {String.concat ", " comparison.Absent}."""
    ]

/// What was found, in one sentence: the last strategy, which is the fastest or chooses it, beside GNU yes.
let title (comparison: Comparison) =
    let reader = comparison.Readers.Head

    let last = comparison.Producers |> List.findBack (fun one -> one.Group = "strategy")

    $"{last.Name} writes {rateOf reader last} to {reader.Name}, "
    + $"{ratioToGnu comparison reader last |> orNone ratio} the rate of {gnuName comparison}"

/// What the figures of a table through that reader are.
let private legend comparison (reader: Reader) =
    $"Rate through `{reader.Command}`, {reader.Name}, ratio to {gnuName comparison} and "
    + "to the same in C, CPU time of the producer as a share of a core"

/// The picture for light pages and that for dark ones, each with the colour of its text.
let pictures = [ "throughput.svg", "#333333"; "throughput-dark.svg", "#dddddd" ]

/// Shows the picture that suits the page. Both are in that directory.
let private picture directory comparison =
    $"""<picture>
<source media="(prefers-color-scheme: dark)"
  srcset="{directory}{fst pictures[1]}">
<img alt="{title comparison}"
  src="{directory}{fst pictures[0]}">
</picture>"""

/// All that was found, in tables and lines of at most that width.
let text width (comparison: Comparison) =
    [
        for reader in comparison.Readers do
            wrap width $"{legend comparison reader}, and 95 %% confidence interval:"

            rates
                width
                comparison
                reader
                [ "95 %", (fun one -> one[reader].BytesPerSecond |> orNone interval) ]
        "Start-up, memory and size:"
        costs width comparison
        wrap width (context comparison)
        [ for note in notes comparison -> wrap width $"- {note}" ] |> String.concat "\n"
    ]
    |> String.concat "\n\n"

/// The report, in the directory of the pictures.
let full (comparison: Comparison) =
    [ "# The comparison"; picture "" comparison; text width comparison ]
    |> String.concat "\n\n"

/// What the README shows when the results are kept in that directory.
let forReadme directory report (comparison: Comparison) =
    let reader, others = comparison.Readers.Head, comparison.Readers.Tail

    let about =
        $"{legend comparison reader}, and rates through other readers. {context comparison} "
        + $"{noise comparison} [Every yes through every reader]({directory}{report})"

    [
        picture directory comparison
        rates width comparison reader [ for other in others -> other.Name, rateOf other ]
        wrap width about
    ]
    |> String.concat "\n\n"
