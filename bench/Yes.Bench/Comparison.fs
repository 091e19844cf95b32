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
        /// What the reader does with the data, as in "pv, which ...".
        Does: string
    }

/// The share of a round that a process spent on a processor, and waiting for one.
type Usage = { Busy: float; Waiting: float }

type Round =
    {
        /// When the round began, in seconds since the beginning of the run.
        At: float option
        Bytes: int64
        /// The time from the first byte to the end of the reader.
        Seconds: float
        /// The shares are those of the time from the first byte until the producer was stopped.
        Writer: Usage option
        Reader: Usage option
        /// The share of the round for which the host took a processor away.
        Stolen: float option
    }

/// The measurements of a producer with a reader.
type Rate =
    {
        /// The reason why the measurement failed, if it did. There are no rounds then.
        Fault: string option
        /// The producer's own message, if it refuses to write to this kind of reader.
        Refusal: string option
        Rounds: Round list
    }

let noRate = { Fault = None; Refusal = None; Rounds = [] }

/// What a producer is to this project.
type Group =
    | Strategy = 0
    /// A technique of a strategy, written in C.
    | Technique = 1
    /// A strategy of another commit.
    | Base = 2
    /// Another yes.
    | Peer = 3

/// A program that writes a line forever.
type Producer =
    {
        Name: string
        Group: Group
        /// The strategy with which a technique in C or a strategy of another commit is compared.
        CounterpartOf: string option
        Language: string option
        Version: string option
        Command: string list
        /// What is wrong with the output, if anything. Startup and rates are not measured then.
        Fault: string option
        /// The number of bytes that were compared with the expected output.
        CheckedBytes: int64 option
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

/// The bytes per second of a round.
let rate (round: Round) = float round.Bytes / round.Seconds

let rounds (reader: Reader) (producer: Producer) = producer[reader].Rounds

let throughput reader producer = rounds reader producer |> Seq.map rate |> summarise

/// The median share of a core that a producer, or the reader, used.
let busy (usage: Round -> Usage option) reader producer =
    rounds reader producer |> List.choose usage |> List.map _.Busy |> summarise |> Option.map _.Median

/// The throughput relative to that of another producer in the same rounds, with an interval of a confidence.
let ratioAt confidence (other: Producer option) reader producer =
    let others = other |> Option.map (rounds reader) |> Option.defaultValue []

    Seq.zip (rounds reader producer) others
    |> Seq.filter (fun (round, other) -> round.Bytes > 0L && other.Bytes > 0L)
    |> Seq.map (fun (round, other) -> rate round / rate other)
    |> summariseAt confidence

let ratioTo other reader producer = ratioAt usual other reader producer

let isStrategy (producer: Producer) = producer.Group = Group.Strategy

/// Another yes whose name begins with the name of its project.
let isOf (project: string) (producer: Producer) =
    producer.Group = Group.Peer && producer.Name.StartsWith(project + " ")

/// The GNU yes with which all programs are compared.
let gnu comparison = comparison.Producers |> List.tryFind (isOf "GNU")

/// The technique in C or the strategy of another commit with which a strategy is compared.
let counterpart producers (strategy: Producer) =
    if isStrategy strategy then
        producers |> List.tryFind (fun other -> other.CounterpartOf = Some strategy.Name)
    else
        None

/// The last strategy, which is the default.
let leading comparison = List.findBack isStrategy comparison.Producers

/// The most bytes that a reader handled per second of its own time on a processor, and with which producer.
let limit (comparison: Comparison) reader =
    [
        for producer in comparison.Producers do
            match throughput reader producer, busy _.Reader reader producer with
            | Some rate, Some share when share > 0.0 -> rate.Median / share, producer
            | _ -> ()
    ]
    |> function
        | [] -> None
        | limits -> Some(List.maxBy fst limits)

/// The share of a round for which a process waited for a processor, or for which the host took one away.
/// Without a core for each of them, producer and reader wait for each other.
let noise (settings: Settings) (round: Round) =
    let waiting =
        if settings.Cores.IsEmpty then
            []
        else
            List.choose id [ round.Writer; round.Reader ] |> List.map _.Waiting

    List.sum (Option.toList round.Stolen @ waiting)

/// A round with more noise than this is noisy.
let noisyRound = 0.05

/// A run is noisy if more than this share of its rounds is.
let noisyRun = 0.1

/// The share of the rounds that are noisy.
let noisyShare (comparison: Comparison) =
    let all =
        [
            for producer in comparison.Producers do
                for rate in producer.Rates.Values do
                    yield! rate.Rounds
        ]

    let noisy = all |> List.filter (fun round -> noise comparison.Settings round > noisyRound)
    if all.IsEmpty then 0.0 else float noisy.Length / float all.Length
