/// The results as text.
module Yes.Bench.Report

open System
open System.IO
open Yes.Bench.Format
open Yes.Bench.Producers
open Yes.Bench.Results

let fileName = "report.md"

let incomplete = "Incomplete: the run was ended before all was measured."

/// The producers that the README shows: at most eight.
let shownInReadme results =
    let strategies = [ "printfn"; "console"; "streamwriter"; "span"; "native"; "auto" ]

    results.Producers
    |> List.filter (fun producer -> isGnu producer.Name || List.contains producer.Name strategies)
    |> List.truncate 8

/// The name of the GNU yes that ratios are to.
let private gnuName results =
    results.Producers
    |> List.tryFind (fun producer -> isGnu producer.Name)
    |> function
        | Some gnu -> gnu.Name
        | None -> "GNU"

let private median (found: RateResult) =
    found.BytesPerSecond |> Option.map _.Median

let private rateOf reader (producer: ProducerResult) =
    producer.Rates[reader] |> median |> orNone rate

let private ratioOf reader (producer: ProducerResult) =
    producer.Rates[reader].RatioToGnu |> orNone ratio

let private cpuOf reader (producer: ProducerResult) =
    producer.Rates[reader].Cpu |> orNone percent

let private names (producers: ProducerResult list) =
    "producer", [ for one in producers -> one.Name ]

/// A column for each reader.
let private byReader results cell : Table =
    names results.Producers
    :: [
        for reader in results.Readers -> reader.Name, List.map (cell reader.Name) results.Producers
    ]

/// What matters most: the first reader.
let private headline results producers : Table =
    let reader = results.Readers.Head.Name

    [
        names producers
        reader, List.map (rateOf reader) producers
        $"to {gnuName results}", List.map (ratioOf reader) producers
        "CPU", List.map (cpuOf reader) producers
    ]

let private rates results =
    byReader results (fun reader producer ->
        (rateOf reader producer + " " + ratioOf reader producer).Replace($" {none}", ""))

let private costs results : Table =
    let column name cell = name, List.map cell results.Producers

    [
        names results.Producers
        column "first byte" (fun one -> one.StartSeconds |> Option.map _.Median |> orNone milliseconds)
        column "CPU s/GiB" (fun one -> one.CpuSecondsPerGiB |> orNone digits)
        column "peak memory" (fun one -> one.PeakMemoryBytes |> Option.map float |> orNone bytes)
        column "executable" (fun one -> bytes (float one.ExecutableBytes))
        column "version" (fun one -> one.Version |> Option.defaultValue none)
    ]

let private context results =
    let machine, settings = results.Machine, results.Settings

    let rounds =
        if settings.Rounds = 1 then
            "one round"
        else
            $"{settings.Rounds} rounds, of which the median counts"

    let commit =
        match results.Commit with
        | Some commit -> $", commit {commit.Id[..11]}" + (if commit.Dirty then " with changes" else "")
        | None -> ""

    $"{machine.Cpu}, {machine.Cores} cores, Linux {machine.Kernel}, .NET SDK {machine.Sdk}, "
    + $"{results.Date:``yyyy-MM-dd``}{commit}. "
    + $"The line '{settings.Line}', {settings.DurationSeconds} s for each reader in {rounds}."

let private noise results (producers: ProducerResult list) readers =
    let noisy =
        [
            for producer in producers do
                for reader in readers do
                    if producer.Rates[reader].Noisy then
                        $"{producer.Name} ({reader})"
        ]

    let limit = percent largestQuietSpread

    if results.Settings.Rounds = 1 then
        "One round can't show how noisy it is."
    elif noisy.IsEmpty then
        $"Noise: the rounds of each rate lie at most {limit} of it apart."
    else
        $"""Noise: the rounds lie more than {limit} of the rate apart for {String.concat ", " noisy}."""

/// What has to be said of the figures, a sentence each.
let private notes results =
    [
        if not results.Complete then
            incomplete

        for producer in results.Producers do
            match producer.Fault with
            | Some fault -> $"Wrong output of {producer.Name}, hence no rate: {fault}"
            | None -> ()

            for reader in results.Readers do
                let found = producer.Rates[reader.Name]

                match found.Fault, found.Rounds |> List.filter ((=) 0.0) |> List.length with
                | Some fault, _ -> $"No rate of {producer.Name} through {reader.Name}: {fault}"
                | None, 0 -> ()
                | None, empty ->
                    $"Not a byte of {producer.Name} through {reader.Name} in {empty} of {found.Rounds.Length} rounds."

        noise results results.Producers [ for reader in results.Readers -> reader.Name ]

        if not results.Absent.IsEmpty then
            $"""Absent: {String.concat ", " results.Absent}."""
    ]

/// What the results say, in one sentence.
let title results =
    let reader = results.Readers.Head.Name

    match results.Producers |> List.tryFind (fun producer -> producer.Name = "auto") with
    | Some auto when auto.Rates[reader].RatioToGnu.IsSome ->
        $"yes writes {rateOf reader auto} to {reader}, {ratioOf reader auto} the rate of {gnuName results}"
    | _ -> $"The rate of each yes through {reader}"

/// What the results look like as a picture: an alternative text.
let private alternative results =
    let first = results.Readers.Head.Name
    let bars = [ for one in shownInReadme results -> $"{one.Name} {rateOf first one}" ]
    $"""{title results}. A bar for each yes: {String.concat ", " bars}."""

let private picture results path =
    wrap $"![{alternative results}]({path})"

/// What follows the rates on a terminal.
let ending results =
    String.concat
        "\n\n"
        [
            markdown (costs results)
            context results + "\n" + String.concat "\n" (notes results)
        ]

/// All that was found.
let plain results =
    String.concat
        "\n\n"
        [
            $"Rate, and ratio to {gnuName results}:"
            markdown (rates results)
            "CPU time of the producer as a share of a core:"
            markdown (byReader results cpuOf)
            ending results
        ]

/// Writes the report into a directory.
let save directory svg results =
    let reader (reader: ReaderResult) =
        $"- `{reader.Command}`"
        + (reader.Version
           |> Option.map (fun version -> $", {version}")
           |> Option.defaultValue "")

    let sections =
        [
            "# The comparison"
            picture results svg
            $"## Rate, and ratio to {gnuName results}"
            markdown (rates results)
            "## CPU time of the producer as a share of a core"
            markdown (byReader results cpuOf)
            "## Start-up, CPU, memory and size"
            markdown (costs results)
            "## How it was measured"
            wrap (context results)
            results
            |> notes
            |> List.map (fun note -> wrap $"- {note}")
            |> String.concat "\n"
            results.Readers |> List.map reader |> String.concat "\n"
        ]

    File.WriteAllText(Path.Combine(directory, fileName), String.concat "\n\n" sections + "\n")

/// What the README shows of results that are kept in a directory.
let forReadme directory svg results =
    let reader = results.Readers.Head.Name
    let producers = shownInReadme results

    String.concat
        "\n\n"
        [
            picture results $"{directory}/{svg}"
            markdown (headline results producers)
            wrap (
                $"Rate through `{reader}`, ratio to {gnuName results}, and CPU time of the producer as a share of a "
                + $"core. {context results} {noise results producers [ reader ]} "
                + $"[Every yes through every reader]({directory}/{fileName})"
            )
        ]

/// The table of rates while it fills, for a terminal: the columns that have room, and bars for the first reader.
let live columns results =
    let first = results.Readers.Head.Name

    let others =
        [
            for reader in results.Readers.Tail -> reader.Name, List.map (rateOf reader.Name) results.Producers
        ]

    let table = headline results results.Producers @ others |> fit (columns - 11)
    let barWidth = Math.Clamp(columns - width table - 3, 0, 30)

    let medians =
        [
            for one in results.Producers -> median one.Rates[first] |> Option.defaultValue 0.0
        ]

    let fastest = max 1.0 (List.max medians)

    let bar value =
        let eighths = int (round (value / fastest * float barWidth * 8.0))

        let rest =
            if eighths % 8 = 0 then
                ""
            else
                string (" ▏▎▍▌▋▊▉"[eighths % 8])

        (String('█', eighths / 8) + rest).PadRight barWidth

    markdown (table @ [ "", List.map bar medians ])
