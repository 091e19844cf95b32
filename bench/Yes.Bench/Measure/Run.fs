/// The results of a run. The fields have the same names as in results.json. A saved file may contain more
/// fields, because an older benchmark recorded them.
module Yes.Bench.Run

open System
open Yes.Bench.Machine

type Settings =
    {
        SecondsPerSample: float
        Rounds: int
        Line: string
        /// The processors for the writer and the reader, or none if the scheduler chooses them.
        Pinned: int list
    }

type Reader =
    {
        /// The name includes the version, because one run may use two versions.
        Name: string
        /// What connects the writer to the reader: pipe, socket or tcp.
        Channel: string
        Program: string
        /// The program's arguments and redirections, in shell syntax.
        Arguments: string
        /// The size, in bytes, of the unit that the reader counts, which is either a byte or a line.
        BytesPerUnit: int
        /// The SHA-256 of the program, if known. For a script, this is the hash of the program that it runs.
        Sha256: string option
    }

/// A single measurement of one pair of writer and reader.
type Sample =
    {
        Round: int
        /// The time from the beginning of the run to the sample, if known.
        At: float option
        /// The time from execve(2) to the first byte.
        StartSeconds: float
        Bytes: float
        /// The time from the first byte until the reader has read everything.
        Seconds: float
        /// The CPU time that the writer and all its threads used during the sample.
        WriterCpuSeconds: float
        ReaderCpuSeconds: float
    }

/// The samples for a pair of writer and reader, or the reason why there are none.
type Rate = { Fault: string option; Samples: Sample list }

/// The role of a writer in the benchmark.
type Kind =
    | Strategy = 0
    /// A strategy's technique, written in C.
    | Technique = 1
    /// A strategy from another commit.
    | Base = 2
    /// A technique in C that was tried but not adopted.
    | Tried = 3
    /// Another project's yes.
    | Peer = 4

/// A program that writes a line forever.
type Writer =
    {
        Name: string
        Kind: Kind
        /// The name of the strategy that this writer corresponds to.
        CounterpartOf: string option
        Command: string list
        /// What is wrong with the output, if anything. A faulty writer is not measured.
        Fault: string option
        /// None if the program is a script, whose startup takes longer than that of the yes it runs.
        ExecutableBytes: float option
        /// The SHA-256 of the program, by the same rules as for a reader.
        Sha256: string option
        /// The keys are the names of the readers.
        Rates: Map<string, Rate>
    }

    member writer.Item
        with get (reader: Reader) =
            writer.Rates |> Map.tryFind reader.Name |> Option.defaultValue { Fault = None; Samples = [] }

type Run =
    {
        /// The time at which the run began.
        Date: DateTimeOffset
        /// The commit from which the strategies were built.
        Commit: string
        /// The commit of the benchmark, if known.
        Harness: string option
        /// The command that repeats the run, if known.
        Command: string option
        Machine: Machine
        Settings: Settings
        Readers: Reader list
        Writers: Writer list
    }

let isKind kind (writer: Writer) = writer.Kind = kind

/// Whether a writer is the given project's yes.
let isOf (project: string) (writer: Writer) = writer.Kind = Kind.Peer && writer.Name.StartsWith(project + " ")

/// The counterpart of a strategy, which is the same technique in C or the same strategy from another commit.
let counterpart writers (strategy: Writer) =
    writers |> List.tryFind (fun other -> other.CounterpartOf = Some strategy.Name)
