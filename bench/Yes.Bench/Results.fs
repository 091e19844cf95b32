/// What a comparison found: the content of results.json, which bench/README.md describes.
module Yes.Bench.Results

open System
open System.Collections.Generic
open System.IO
open System.Runtime.InteropServices
open System.Text.Json
open System.Text.Json.Serialization
open Yes.Bench.Child
open Yes.Bench.Producers

type Commit = { Id: string; Dirty: bool }

type Machine =
    {
        Cpu: string
        Cores: int
        Kernel: string
        /// The .NET SDK, which builds the executable.
        Sdk: string
        /// The .NET that runs the benchmark.
        Runtime: string
    }

type Settings =
    {
        /// How long a producer writes to a reader, in all rounds together.
        DurationSeconds: float
        /// One more comes before them, as a warm-up.
        Rounds: int
        /// Without its newline.
        Line: string
        SecondsPerRound: float
    }

type Summary =
    {
        Median: float
        Minimum: float
        Maximum: float
        /// The largest minus the smallest, divided by the median; none if the median is 0.
        Spread: float option
    }

type ReaderResult =
    {
        Name: string
        Command: string
        Version: string option
    }

type RateResult =
    {
        /// In bytes per second; 0 if no byte arrived.
        Rounds: float list
        BytesPerSecond: Summary option
        /// Whether the rounds are too far apart to show the rate.
        Noisy: bool
        /// The median of the ratios to the first GNU yes, round by round.
        RatioToGnu: float option
        /// The producer's CPU time as a share of a core, the median of the rounds.
        Cpu: float option
        /// Why there is no rate.
        Fault: string option
    }

type ProducerResult =
    {
        Name: string
        Group: Group
        Language: string option
        Version: string option
        Command: string list
        ExecutableBytes: int64
        /// What is wrong with its output. If there is a fault, nothing was measured.
        Fault: string option
        /// From execve(2) to the first byte.
        StartSeconds: Summary option
        /// Through the first reader.
        CpuSecondsPerGiB: float option
        PeakMemoryBytes: int64 option
        /// By the reader's name.
        Rates: Dictionary<string, RateResult>
    }

type Results =
    {
        SchemaVersion: int
        /// Whether all was measured, not only what the user waited for.
        Complete: bool
        Date: DateTimeOffset
        Commit: Commit option
        Machine: Machine
        Settings: Settings
        Readers: ReaderResult list
        Producers: ProducerResult list
        /// The peers that the machine doesn't have.
        Absent: string list
    }

/// Raised with each change that a program which reads the file would notice.
let currentSchema = 2

let fileName = "results.json"

/// A larger spread makes a rate noisy.
let largestQuietSpread = 0.3

let summarise values =
    match values |> Seq.sort |> Seq.toArray with
    | [||] -> None
    | sorted ->
        let median = (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2.0
        let range = sorted[sorted.Length - 1] - sorted[0]

        Some
            {
                Median = median
                Minimum = sorted[0]
                Maximum = sorted[sorted.Length - 1]
                Spread = if median > 0.0 then Some(range / median) else None
            }

/// The commit of the current directory; none outside of a git repository.
let currentCommit () =
    match run [ "git"; "rev-parse"; "HEAD" ] with
    | 0, id, _ ->
        let _, changes, _ = run [ "git"; "status"; "--porcelain" ]

        Some
            {
                Id = id.Trim()
                Dirty = changes <> ""
            }
    | _ -> None

let thisMachine () =
    let _, lscpu, _ = run [ "lscpu" ]

    let model =
        // Not /proc/cpuinfo, which has no model name on many architectures.
        lscpu.Split('\n')
        |> Array.tryFind (fun row -> row.StartsWith "Model name:")
        |> Option.map (fun row -> row.Substring("Model name:".Length).Trim())

    {
        Cpu = model |> Option.defaultValue (string RuntimeInformation.ProcessArchitecture)
        Cores = Environment.ProcessorCount
        Kernel = File.ReadAllText("/proc/sys/kernel/osrelease").Trim()
        Sdk = firstLine [ "dotnet"; "--version" ]
        Runtime = RuntimeInformation.FrameworkDescription
    }

let private json =
    let options =
        JsonSerializerOptions(JsonSerializerDefaults.Web, WriteIndented = true)

    options.Converters.Add(JsonStringEnumConverter JsonNamingPolicy.CamelCase)
    options

let save directory (results: Results) =
    File.WriteAllText(Path.Combine(directory, fileName), JsonSerializer.Serialize(results, json) + "\n")

/// Reads the file from a directory.
let load directory =
    try
        let text = File.ReadAllText(Path.Combine(directory, fileName))
        use document = JsonDocument.Parse text
        let version = document.RootElement.GetProperty("schemaVersion").GetInt32()

        if version <> currentSchema then
            let found =
                $"the results in '{directory}' have schema version {version}, not {currentSchema}"

            raise (Refused $"{found}: make bench measures anew")

        nonNull (JsonSerializer.Deserialize<Results>(text, json))
    with
    | :? IOException
    | :? JsonException
    | :? KeyNotFoundException -> raise (Refused $"no results in '{directory}': make bench measures")
