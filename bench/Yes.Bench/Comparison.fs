/// The results of a run. The names of the fields are those in results.json.
module Yes.Bench.Comparison

open System
open Yes.Bench.Machine
open Yes.Bench.Statistics

type Settings =
    {
        SecondsPerRound: float
        Rounds: int
        Line: string
        /// The processors of producer and reader, or none if the scheduler chooses them.
        Cores: int list
    }

type Reader =
    {
        /// The name includes the version, because one run may use two versions.
        Name: string
        Command: string
        /// The size in bytes of the unit that the reader counts, a byte or a line.
        BytesPerUnit: int
    }

/// The measurements of a producer with a reader. Each list has a number for each round.
type Rate =
    {
        /// The reason why the measurement failed, if it did. The lists are empty then.
        Fault: string option
        Bytes: int64 list
        /// The time from the first byte to the end of the reader.
        Seconds: float list
        /// The CPU time of the producer, in user and in kernel mode.
        CpuSeconds: float list
    }

let noRate = { Fault = None; Bytes = []; Seconds = []; CpuSeconds = [] }

/// A program that writes a line forever.
type Producer =
    {
        Name: string
        /// "strategy", "C" for a technique in C, "base" for another commit, or "peer" for any other program.
        Group: string
        Language: string option
        Version: string option
        Command: string list
        /// What is wrong with the output, if anything. Startup and rates are not measured then.
        Fault: string option
        /// None if the program is a script.
        ExecutableBytes: int64 option
        PeakMemoryBytes: int64 option
        /// The time from execve(2) to the first byte, for each round.
        StartSeconds: float list
        /// The keys are the names of the readers.
        Rates: Map<string, Rate>
    }

    member producer.Item
        with get (reader: Reader) = producer.Rates |> Map.tryFind reader.Name |> Option.defaultValue noRate

type Comparison =
    {
        /// False if the user interrupted the run.
        Complete: bool
        Date: DateTimeOffset
        Commit: string
        Machine: Machine
        Settings: Settings
        Readers: Reader list
        Producers: Producer list
    }

/// The bytes per second in each round.
let private rounds (reader: Reader) (one: Producer) =
    List.map2 (fun bytes seconds -> float bytes / seconds) one[reader].Bytes one[reader].Seconds

let throughput reader one = summarise (rounds reader one)

/// The CPU time of a producer as a share of a core.
let cpu (reader: Reader) (one: Producer) =
    summarise (List.map2 (/) one[reader].CpuSeconds one[reader].Seconds)

/// The throughput relative to that of another producer in the same rounds.
let ratioTo (other: Producer option) reader one =
    let others = other |> Option.map (rounds reader) |> Option.defaultValue []

    Seq.zip (rounds reader one) others
    |> Seq.filter (fun (_, other) -> other > 0.0)
    |> Seq.map (fun (value, other) -> value / other)
    |> summarise

/// The GNU yes with which all programs are compared.
let gnu comparison = comparison.Producers |> List.tryFind _.Name.StartsWith("GNU ")

let isStrategy (one: Producer) = one.Group = "strategy"

/// Whether another producer is the counterpart of a strategy, in C or from another commit. The
/// name of the counterpart is the name of the strategy with a suffix.
let isCounterpart (strategy: Producer) (other: Producer) = other.Name.StartsWith(strategy.Name + " ")

/// The last strategy, which is the default.
let leading comparison = List.findBack isStrategy comparison.Producers
