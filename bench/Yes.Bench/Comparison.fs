/// What a run finds. results.json has all of it, so bench/README.md describes each field.
module Yes.Bench.Comparison

open System
open Yes.Bench.Machine
open Yes.Bench.Statistics

/// Raised with each change that a program which reads results.json would notice.
let currentSchema = 3

type Settings =
    {
        SecondsPerRound: float
        /// One more comes before them, as a warm-up.
        Rounds: int
        Line: string
        /// The cores of producer and reader; none if both are left to the scheduler.
        Cores: int list
    }

type Reader =
    {
        /// That of pv, or of a program that the user names by its path, has its version.
        Name: string
        Command: string
        BytesPerUnit: int
        Version: string option
    }

/// What was measured of a producer through one reader.
type Rate =
    {
        Rounds: Round list
        RatioToGnu: float option
        /// The part of the rate of the same technique in C.
        RatioToC: float option
        Fault: string option
    }

    member rate.Counted() = rate.Rounds |> List.filter _.Counts
    member rate.BytesPerSecond = rate.Counted() |> List.map _.BytesPerSecond |> summarise

    member rate.Noisy =
        rate.BytesPerSecond |> Option.exists (isNoisy (rate.Counted().Length))

    /// The producer's CPU time as a share of a core.
    member rate.Cpu = rate.Counted() |> List.map _.Cpu |> median

    member rate.CpuSecondsPerGiB =
        rate.Counted()
        |> List.filter (fun round -> round.Bytes > 0L)
        |> List.map (fun round -> round.CpuSeconds / float round.Bytes * float (1 <<< 30))
        |> median

let noRate =
    {
        Rounds = []
        RatioToGnu = None
        RatioToC = None
        Fault = None
    }

/// A program that writes a line forever, and all that was measured of it.
type Producer =
    {
        Name: string
        /// "strategy", "C" for the technique of a strategy in C, or "peer".
        Group: string
        Language: string option
        Version: string option
        Command: string list
        /// What is wrong with the output. If there is a fault, nothing was measured.
        Fault: string option
        /// None if the program is a script.
        ExecutableBytes: int64 option
        /// From execve(2) to the first byte; none if the program is a script.
        StartSeconds: Summary option
        PeakMemoryBytes: int64 option
        Rates: Map<string, Rate>
    }

    member producer.Item
        with get (reader: Reader) = producer.Rates[reader.Name]

type Comparison =
    {
        SchemaVersion: int
        /// Whether all was measured; false if the user ended it before.
        Complete: bool
        Date: DateTimeOffset
        Commit: string
        Machine: Machine
        BusyCores: float
        Settings: Settings
        Readers: Reader list
        Absent: string list
        Producers: Producer list
    }

/// Whether it is a GNU yes. Ratios are to the first one.
let isGnu (producer: Producer) = producer.Name.StartsWith "GNU "

/// The name of the same technique in C.
let inC name = $"{name} in C"

/// Computes the ratios from the medians.
let addRatios (comparison: Comparison) =
    let ratio (rate: Rate) reader isOther =
        match rate.BytesPerSecond, comparison.Producers |> List.tryFind isOther with
        | Some mine, Some other ->
            other.Rates[reader].BytesPerSecond
            |> Option.bind (fun other -> Format.ratioOf mine.Median other.Median)
        | _ -> None

    let add (one: Producer) reader rate =
        { rate with
            RatioToGnu = ratio rate reader isGnu
            RatioToC = ratio rate reader (fun other -> other.Name = inC one.Name)
        }

    let addAll (one: Producer) =
        { one with
            Rates = Map.map (add one) one.Rates
        }

    { comparison with
        Producers = List.map addAll comparison.Producers
    }
