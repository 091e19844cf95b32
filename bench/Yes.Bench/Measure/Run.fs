/// The results of a run. The names of the fields are those in results.json.
module Yes.Bench.Run

open System
open Yes.Bench.Machine

type Settings =
    {
        SecondsPerRound: float
        Rounds: int
        Line: string
        /// The processors of writer and reader, or none if the scheduler chooses them.
        Cores: int list
        /// The locale of the writers.
        Locale: string
        /// What the order of the samples is drawn from.
        Seed: int
    }

type Reader =
    {
        /// The name includes the version, because one run may use two versions.
        Name: string
        /// What connects the writer with the reader: a pipe or a socket.
        Channel: string
        Command: string
        /// The size in bytes of the unit that the reader counts, a byte or a line.
        BytesPerUnit: int
        /// What the reader does with the data, as in "pv, which ...".
        Does: string
    }

/// The time that a process spent on a processor during a round, and the time that it waited for one.
type Usage = { CpuSeconds: float; WaitingSeconds: float }

type Round =
    {
        /// When the round began, in seconds since the beginning of the run.
        At: float
        /// How long the two cores took to wake each other up, there and back, just before the round.
        WakeUpNanoseconds: float option
        Bytes: int64
        /// The time from the first byte to the end of the reader.
        Seconds: float
        Writer: Usage option
        Reader: Usage option
        /// The most memory that the writer has occupied.
        MemoryBytes: int64 option
    }

/// The measurements of a writer with a reader.
type Rate =
    {
        /// The reason why the measurement failed, if it did. There are no rounds then.
        Fault: string option
        /// The writer's own message, if it refuses to write to this kind of reader.
        Refusal: string option
        Rounds: Round list
    }

let noRate = { Fault = None; Refusal = None; Rounds = [] }

/// What a writer is to this project.
type Kind =
    | Strategy = 0
    /// A technique of a strategy, written in C.
    | Technique = 1
    /// A strategy of another commit.
    | Base = 2
    /// Another yes.
    | Peer = 3

/// A program that writes a line forever.
type Writer =
    {
        Name: string
        Kind: Kind
        /// The strategy with which a technique in C or a strategy of another commit is compared.
        CounterpartOf: string option
        Language: string option
        Version: string option
        /// The year of the copyright, which says more than a version.
        Year: int option
        Command: string list
        /// What is wrong with the output, if anything. Startup and rates are not measured then.
        Fault: string option
        /// The number of bytes that were compared with the expected output.
        CheckedBytes: int64 option
        /// None if the program is a script, whose startup and memory are not those of the yes that it runs.
        ExecutableBytes: int64 option
        /// The time from execve(2) to the first byte, for each round.
        StartSeconds: float list
        /// The keys are the names of the readers.
        Rates: Map<string, Rate>
    }

    member writer.Item
        with get (reader: Reader) = writer.Rates |> Map.tryFind reader.Name |> Option.defaultValue noRate

type Run =
    {
        /// False if the user interrupted the run.
        Complete: bool
        Date: DateTimeOffset
        Commit: string
        Machine: Machine
        Settings: Settings
        /// The share of the run for which the host took the two processors away.
        Stolen: float option
        Readers: Reader list
        Writers: Writer list
    }

/// Whether a writer is a technique that was tried, and not that of a strategy.
let isTried (writer: Writer) = writer.Kind = Kind.Technique && writer.CounterpartOf.IsNone

/// Whether a run measured such techniques.
let wasTried (run: Run) = List.exists isTried run.Writers

let isStrategy (writer: Writer) = writer.Kind = Kind.Strategy

/// Another yes whose name begins with the name of its project.
let isOf (project: string) (writer: Writer) = writer.Kind = Kind.Peer && writer.Name.StartsWith(project + " ")

/// The technique in C or the strategy of another commit with which a strategy is compared.
let counterpart writers (strategy: Writer) =
    if isStrategy strategy then
        writers |> List.tryFind (fun other -> other.CounterpartOf = Some strategy.Name)
    else
        None
