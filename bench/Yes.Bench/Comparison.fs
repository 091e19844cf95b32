/// What a run finds. results.json has all of it, by the names of the fields.
module Yes.Bench.Comparison

open System
open Yes.Bench.Machine
open Yes.Bench.Statistics

/// Raised with each change that a program which reads results.json would notice.
let currentSchema = 3

type Settings =
    {
        SecondsPerRound: float
        Rounds: int
        Line: string
        /// The cores of producer and reader; none if both are left to the scheduler.
        Cores: int list
    }

type Reader =
    {
        /// With its version, since more than one may take part.
        Name: string
        Command: string
        BytesPerUnit: int
    }

/// What was measured of a producer through one reader.
type Rate =
    {
        Rounds: Round list
        Fault: string option
    }

    member rate.Counted() = rate.Rounds |> List.filter _.Counts
    member rate.BytesPerSecond = rate.Counted() |> List.map _.BytesPerSecond |> summarise

    member rate.Median() =
        rate.BytesPerSecond |> Option.map _.Median

    member rate.Noisy =
        rate.BytesPerSecond |> Option.exists (isNoisy (rate.Counted().Length))

    /// The producer's CPU time as a share of a core.
    member rate.Cpu = rate.Counted() |> List.map _.Cpu |> median

let noRate = { Rounds = []; Fault = None }

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
        with get (reader: Reader) = producer.Rates |> Map.tryFind reader.Name |> Option.defaultValue noRate

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

/// The ratio of a producer's rate to that of the first other one of that kind, as the page shows both.
let private ratio isOther (comparison: Comparison) (reader: Reader) (one: Producer) =
    let median (producer: Producer) = producer[reader].Median()

    comparison.Producers
    |> List.tryFind isOther
    |> Option.bind median
    |> Option.map2 Format.ratioOf (median one)
    |> Option.flatten

let ratioToGnu comparison = ratio isGnu comparison

/// The part of the rate of the same technique in C.
let ratioToC comparison reader (one: Producer) =
    ratio (fun other -> other.Name = inC one.Name) comparison reader one
