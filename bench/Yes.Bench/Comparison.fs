/// What a run finds. results.json has all of it, by the names of the fields.
module Yes.Bench.Comparison

open System
open Yes.Bench.Machine
open Yes.Bench.Statistics

/// Raised with each change that a program which reads results.json would notice.
let currentSchema = 4

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

/// What was measured of a producer through one reader: three columns with a row for each round.
type Rate =
    {
        Fault: string option
        Bytes: int64 list
        /// From the first byte to the end of the reader.
        Seconds: float list
        /// The producer's, in user and in kernel mode.
        CpuSeconds: float list
    }

let noRate = { Fault = None; Bytes = []; Seconds = []; CpuSeconds = [] }

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
        PeakMemoryBytes: int64 option
        /// From execve(2) to the first byte, in each round; empty if the program is a script.
        StartSeconds: float list
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
        Settings: Settings
        Readers: Reader list
        Producers: Producer list
    }

/// Bytes per second in each round.
let rounds (reader: Reader) (one: Producer) =
    List.map2 (fun bytes seconds -> float bytes / seconds) one[reader].Bytes one[reader].Seconds

/// How many rounds have been measured: fewer than wanted if the user ended it before.
let measuredRounds (comparison: Comparison) =
    comparison.Producers |> Seq.collect _.Rates.Values |> Seq.map _.Bytes.Length |> Seq.fold max 0

let intervalName comparison = if measuredRounds comparison < fewestRounds then "range" else "95 % interval"

let rateOf reader one = summarise (rounds reader one)

/// The producer's CPU time as a share of a core.
let cpu (reader: Reader) (one: Producer) =
    summarise (List.map2 (/) one[reader].CpuSeconds one[reader].Seconds)

/// The ratio of two rates: what disturbs a round disturbs both.
let ratioTo (reader: Reader) (one: Producer) (other: Producer) =
    summarise (ratios (rounds reader one) (rounds reader other))

/// The GNU yes that all ratios are to.
let gnu comparison = comparison.Producers |> List.tryFind _.Name.StartsWith("GNU ")

/// What is added to the name of a strategy for the same technique in C, and for the same strategy of a base.
let inC, ofBase = " in C", " of the base"

/// The producer that has the name of a strategy with that addition.
let beside addition comparison (one: Producer) =
    comparison.Producers |> List.tryFind (fun other -> other.Name = one.Name + addition)

/// The strategy that a page is about: the last, which is the default.
let leading (comparison: Comparison) =
    comparison.Producers |> List.findBack (fun one -> one.Group = "strategy")
