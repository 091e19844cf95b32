/// What was found as text.
module Yes.Bench.Report

open System
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Readers
open Yes.Bench.Machine

let fileName = "report.md"

/// The name of the file with what the README shows.
let readmePart = "readme.md"

let incomplete = "Incomplete: the run was ended before all was measured."

/// Whether the README shows a producer.
let isInReadme name =
    Producers.isGnu name
    || List.contains name [ "printfn"; "console"; "streamwriter"; "span"; "native"; "auto" ]

/// The producers that the README shows: at most eight.
let private inReadme (comparison: Comparison) =
    comparison.Producers
    |> List.filter (fun one -> isInReadme one.Name)
    |> List.truncate 8

let private gnuName (comparison: Comparison) =
    comparison.Gnu |> Option.map _.Name |> Option.defaultValue "GNU"

let rateOf (reader: Reader) (one: Measured) =
    one[reader].BytesPerSecond |> Option.map _.Median |> orNone rate

let ratioOf (reader: Reader) (one: Measured) = one[reader].RatioToGnu |> orNone ratio

let private cpuOf reader (one: Measured) = one[reader].Cpu |> orNone percent

/// A table with a row for each of these producers.
let private table (producers: Measured list) columns : Table =
    ("producer", [ for one in producers -> one.Name ])
    :: [ for name, cell in columns -> name, List.map cell producers ]

let private byReader (comparison: Comparison) cell =
    table comparison.Producers [ for reader in comparison.Readers -> reader.Name, cell reader ]

/// What matters most: the first reader.
let private headline (comparison: Comparison) producers =
    let reader = comparison.Readers.Head

    table
        producers
        [
            reader.Name, rateOf reader
            $"to {gnuName comparison}", ratioOf reader
            "CPU", cpuOf reader
        ]

let private rates comparison =
    byReader comparison (fun reader one ->
        $"{rateOf reader one} {ratioOf reader one}".Replace($" {none}", ""))

let private costs (comparison: Comparison) =
    table
        comparison.Producers
        [
            "first byte", (fun one -> one.StartSeconds |> Option.map _.Median |> orNone milliseconds)
            "CPU s/GiB", (fun one -> one.CpuSecondsPerGiB |> orNone digits)
            "peak memory", (fun one -> one.PeakMemoryBytes |> Option.map float |> orNone bytes)
            "executable", (fun one -> bytes (float one.ExecutableBytes))
            "version", (fun one -> defaultArg one.Version none)
        ]

let private context (comparison: Comparison) =
    let settings = comparison.Settings

    let dirty (commit: Commit) =
        if commit.Dirty then " with changes" else ""

    let commit =
        comparison.Commit
        |> Option.map (fun commit -> $", commit {commit.Id[..11]}{dirty commit}")

    $"{comparison.Machine}, .NET SDK {comparison.Machine.Sdk}, {comparison.Date:``yyyy-MM-dd``}"
    + $"{defaultArg commit String.Empty}. The line '{settings.Line}', {settings.DurationSeconds} s "
    + $"for each reader in {settings.Rounds} rounds, of which the median counts."

let private noise (producers: Measured list) (readers: Reader list) =
    let noisyReaders (one: Measured) =
        readers |> List.filter (fun reader -> one[reader].Noisy) |> List.map _.Name

    let noisy =
        [
            for one in producers do
                match noisyReaders one with
                | [] -> ()
                | names -> $"""{one.Name} ({String.concat " " names})"""
        ]

    let limit = percent largestQuietSpread

    match noisy with
    | [] -> $"Noise: the rounds of each rate lie at most {limit} of it apart."
    | _ -> $"""Noise: the rounds lie more than {limit} of the rate apart for {String.concat ", " noisy}."""

/// What has to be said of the figures, a sentence each.
let notes (comparison: Comparison) =
    [
        if not comparison.Complete then
            incomplete

        for one in comparison.Producers do
            match one.Fault with
            | Some fault -> $"Wrong output of {one.Name}, hence no rate: {fault}"
            | None -> ()

            for reader in comparison.Readers do
                let name = $"{one.Name} through {reader.Name}"
                let rounds = one[reader].Rounds

                match one[reader].Fault, rounds |> List.filter ((=) 0.0) |> List.length with
                | Some fault, _ -> $"No rate of {name}: {fault}"
                | None, 0 -> ()
                | None, empty -> $"Not a byte of {name} in {empty} of {rounds.Length} rounds."

        noise comparison.Producers comparison.Readers

        if not comparison.Absent.IsEmpty then
            $"""Absent: {String.concat ", " comparison.Absent}."""
    ]

/// What was found, in one sentence.
let title (comparison: Comparison) =
    let reader = comparison.Readers.Head

    match comparison.Producers |> List.tryFind (fun one -> one.Name = "auto") with
    | Some auto when auto[reader].RatioToGnu.IsSome ->
        $"yes writes {rateOf reader auto} to {reader.Name}, "
        + $"{ratioOf reader auto} the rate of {gnuName comparison}"
    | _ -> $"The rate of each yes through {reader.Name}"

/// The picture, with a text for those who don't see it.
let private picture (comparison: Comparison) path =
    let rate = rateOf comparison.Readers.Head
    let bars = [ for one in inReadme comparison -> $"{one.Name} {rate one}" ]
    wrap 100 $"""![{title comparison}. A bar for each yes: {String.concat ", " bars}.]({path})"""

let private sections columns (comparison: Comparison) =
    [
        "Start-up, CPU, memory and size:"
        markdown (fit columns (costs comparison))
        wrap columns (context comparison)
        notes comparison
        |> List.map (fun note -> wrap columns $"- {note}")
        |> String.concat "\n"
    ]

/// What follows the table of rates on a terminal with that many columns.
let ending columns comparison =
    sections columns comparison |> String.concat "\n\n"

/// All that was found.
let text comparison =
    [
        $"Rate, and ratio to {gnuName comparison}:"
        markdown (rates comparison)
        "CPU time of the producer as a share of a core:"
        markdown (byReader comparison cpuOf)
    ]
    @ sections 100 comparison
    |> String.concat "\n\n"

/// The report.
let full svg (comparison: Comparison) =
    let reader (reader: Reader) =
        $"- {reader.Name}: `{reader.Command}` {defaultArg reader.Version String.Empty}".TrimEnd()

    let readers = comparison.Readers |> List.map reader |> String.concat "\n"

    String.concat
        "\n\n"
        [
            "# The comparison"
            picture comparison svg
            text comparison
            "The readers:"
            readers
        ]

/// What the README shows when the results are kept.
let forReadme directory svg (comparison: Comparison) =
    let reader = comparison.Readers.Head
    let producers = inReadme comparison

    let about =
        $"Rate through `{reader.Name}`, ratio to {gnuName comparison}, "
        + $"and CPU time of the producer as a share of a core. {context comparison} "
        + $"{noise producers [ reader ]} "
        + $"[Every yes through every reader]({directory}/{fileName})"

    let table = markdown (headline comparison producers)

    String.concat "\n\n" [ picture comparison $"{directory}/{svg}"; table; wrap 100 about ]

/// The table of rates while it fills: the columns that fit, and bars for the first reader.
let live (comparison: Comparison) columns =
    let rates =
        headline comparison comparison.Producers
        @ (byReader comparison rateOf |> List.skip 2)
    // As wide from the start as they are at the end, so that no column moves.
    let widen (name: string, cells) =
        name.PadLeft(if name = "CPU" then 5 else 10), cells

    let table = rates.Head :: List.map widen rates.Tail |> fit (columns - 11)
    let barWidth = Math.Clamp(columns - width table - 3, 0, 30)

    let median (one: Measured) =
        one[comparison.Readers.Head].BytesPerSecond
        |> Option.map _.Median
        |> Option.defaultValue 0.0

    let fastest = comparison.Producers |> List.map median |> List.max |> max 1.0

    let bar one =
        let eighths = int (round (median one / fastest * float barWidth * 8.0))
        let rest = " ▏▎▍▌▋▊▉".Substring(eighths % 8, 1)
        (String('█', eighths / 8) + rest).TrimEnd().PadRight barWidth

    markdown (table @ [ "", List.map bar comparison.Producers ])
