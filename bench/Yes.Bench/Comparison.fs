/// The measuring: first the output is checked, then start-up, then the rates, round by round.
module Yes.Bench.Comparison

open System
open System.Collections.Generic
open System.Diagnostics
open System.IO
open System.Text
open System.Text.Json.Serialization
open System.Threading
open Yes.Bench.Child
open Yes.Bench.Machine
open Yes.Bench.Producers
open Yes.Bench.Readers

/// Raised with each change that a program which reads results.json would notice.
let currentSchema = 2

/// A larger spread of the rounds makes a rate noisy.
let largestQuietSpread = 0.3

/// How much of the output is checked.
let private checkedBytes = 16 * 1024 * 1024

/// For how long the output of a slow producer is checked.
let private checkedSeconds = 0.25

/// How long the first byte may take on a busy machine, in seconds.
let private patience = 3.0

let private starts = 21

type Settings =
    {
        /// How long a producer writes to a reader, in all rounds together.
        DurationSeconds: float
        /// One more comes before them, as a warm-up.
        Rounds: int
        /// Without its newline.
        Line: string
    }

    member settings.SecondsPerRound = settings.DurationSeconds / float settings.Rounds

/// Several measurements of the same thing.
type Summary =
    {
        Median: float
        Minimum: float
        Maximum: float
        /// The largest minus the smallest, divided by the median; none if the median is 0.
        Spread: float option
    }

let summarise values =
    match values |> Seq.sort |> Seq.toArray with
    | [||] -> None
    | sorted ->
        let median = (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2.0
        let range = Array.last sorted - sorted[0]

        Some
            {
                Median = median
                Minimum = sorted[0]
                Maximum = Array.last sorted
                Spread = if median > 0.0 then Some(range / median) else None
            }

/// What was measured of a producer through one reader.
type Cell() =
    /// By round, without the warm-up.
    [<JsonIgnore>]
    member val Samples = List<Sample>()

    /// The last rate, also the warm-up's.
    [<JsonIgnore>]
    member val LastRate: float option = None with get, set

    /// The rate of the first GNU yes through this reader.
    [<JsonIgnore>]
    member val Gnu: Cell option = None with get, set

    /// In bytes per second; 0 if no byte arrived.
    member cell.Rounds = [ for sample in cell.Samples -> sample.Rate ]

    member cell.BytesPerSecond = summarise cell.Rounds

    member cell.Noisy =
        match cell.BytesPerSecond with
        | Some rate -> rate.Maximum > 0.0 && defaultArg rate.Spread infinity > largestQuietSpread
        | None -> false

    /// The median of the ratios to the first GNU yes, round by round.
    member cell.RatioToGnu = cell.Gnu |> Option.bind cell.RatiosTo |> Option.map _.Median

    /// The producer's CPU time as a share of a core, the median of the rounds.
    member cell.Cpu = cell.Samples |> Seq.map _.Cpu |> summarise |> Option.map _.Median

    /// Why there is no rate.
    member val Fault: string option = None with get, set

    /// The ratios to another rate by round, without the rounds in which that was 0.
    member cell.RatiosTo(other: Cell) =
        Seq.zip cell.Rounds other.Rounds
        |> Seq.filter (fun (_, others) -> others > 0.0)
        |> Seq.map (fun (mine, others) -> mine / others)
        |> summarise

/// Where the output is not the line again and again.
let private findFault (line: byte[]) (output: byte[]) length =
    let output = ReadOnlySpan(output, 0, length)
    let start = output.CommonPrefixLength(ReadOnlySpan line)
    // After the first line, each byte equals the one that is a line's length before it.
    let rest =
        if start = line.Length then
            output.Slice(start).CommonPrefixLength output
        else
            0

    let right = start + rest

    if right = length then
        None
    else
        Some $"byte {right} is 0x{output[right]:x2}, not 0x{line[right % line.Length]:x2}"

let private checkPipe token line command =
    use child =
        new Child([ "timeout"; "-s"; "INT"; $"{patience}" ] @ command, 2.0 * patience, token)

    let output = Array.zeroCreate<byte> checkedBytes
    let sinceFirstByte = Stopwatch()

    let rec read length =
        if length = output.Length || sinceFirstByte.Elapsed.TotalSeconds > checkedSeconds then
            length, false
        else
            match child.Output.Read(output, length, output.Length - length) with
            | 0 -> length, true
            | count ->
                sinceFirstByte.Start()
                read (length + count)

    let length, isEnded = read 0
    token.ThrowIfCancellationRequested()

    match findFault line output length with
    | None when isEnded ->
        match child.Wait() with
        | (124 | 137), _ when length = 0 -> Some $"nothing in {patience} seconds"
        | (124 | 137), _ -> Some $"nothing more after {length} bytes"
        | status, error -> Some $"ended after {length} bytes: {describeEnd status error}"
    | fault -> fault

let private checkFile token line command =
    use file = openFile ()
    // A strategy may refuse a file. That is no wrong output, and is reported as a missing rate.
    fill token file checkedBytes command checkedSeconds |> ignore
    let output = Array.zeroCreate<byte> checkedBytes
    findFault line output (RandomAccess.Read(file, Span output, 0L))

/// A producer, and all that was measured of it.
type Measured(producer: Producer, line: string, readers: Reader list) =
    member _.Name = producer.Name
    member _.Group = if producer.IsPeer then "peer" else "strategy"
    member _.Language = producer.Language
    member _.Version = producer.Version
    member _.Command = producer.Command @ [ line ]

    member _.ExecutableBytes =
        // A program of many names is often a link.
        match File.ResolveLinkTarget(producer.Command.Head, returnFinalTarget = true) with
        | null -> FileInfo(producer.Command.Head).Length
        | target -> FileInfo(target.FullName).Length

    /// What is wrong with the output. If there is a fault, nothing was measured.
    member val Fault: string option = None with get, set

    /// From execve(2) to the first byte.
    member val StartSeconds: Summary option = None with get, set

    /// Through the first reader.
    member measured.CpuSecondsPerGiB =
        let samples = measured[readers.Head].Samples

        let gibibytes =
            (samples |> Seq.sumBy (fun sample -> float sample.Bytes)) / float (1 <<< 30)

        if gibibytes > 0.0 then
            Some(Seq.sumBy _.CpuSeconds samples / gibibytes)
        else
            None

    /// Through the first reader.
    member val PeakMemoryBytes: int64 option = None with get, set

    /// By the name of the reader.
    member val Rates = dict [ for reader in readers -> reader.Name, Cell() ]

    member measured.Item
        with get (reader: Reader): Cell = measured.Rates[reader.Name]

    /// Checks what it writes to a pipe and, if that reader takes part, to a file.
    member measured.Check token =
        let bytes = Encoding.UTF8.GetBytes(line + "\n")

        measured.Fault <-
            match checkPipe token bytes measured.Command with
            | None when readers |> List.exists _.Program.IsNone -> checkFile token bytes measured.Command
            | fault -> fault

    member measured.MeasureStart token =
        measured.StartSeconds <- measureStarts token starts measured.Command |> summarise

    /// Takes one more sample, unless that failed before.
    member measured.Measure token (reader: Reader) seconds isWarmUp =
        let cell = measured[reader]

        if cell.Fault.IsNone then
            // GNU time would add to the start, so it takes part in the warm-up only.
            let isForMemory = isWarmUp && reader.Name = readers.Head.Name

            let command =
                if isForMemory then
                    withMemory measured.Command
                else
                    measured.Command

            match reader.Take token command seconds cell.LastRate with
            | Ok sample ->
                cell.LastRate <- Some sample.Rate
                measured.PeakMemoryBytes <- measured.PeakMemoryBytes |> Option.orElse sample.PeakMemory

                if not isWarmUp then
                    cell.Samples.Add sample
            | Error fault ->
                cell.Fault <- Some fault
                cell.Samples.Clear()

/// A comparison of producers: what results.json has, which bench/README.md describes.
type Comparison(settings: Settings, producers: Producer list, readers: Reader list, absent: string list) =
    let all = [ for one in producers -> Measured(one, settings.Line, readers) ]
    let gnu = all |> List.tryFind (fun one -> isGnu one.Name)

    do
        for one in all do
            for reader in readers do
                one[reader].Gnu <- gnu |> Option.map _.Item(reader)

    /// Raised with each change that a program which reads the file would notice.
    member _.SchemaVersion = currentSchema

    /// Whether all was measured; false if the user ended it before.
    member val Complete = false with get, set

    member _.Date = DateTimeOffset.UtcNow
    member val Commit = currentCommit ()
    member val Machine = thisMachine ()
    member _.Settings = settings
    member _.Readers = readers
    member _.Producers = all

    /// What ratios are to.
    [<JsonIgnore>]
    member _.Gnu = gnu

    /// The peers that the machine doesn't have.
    member _.Absent = absent

    /// Checks the output of all producers. Calls a function before each step with its name, as Measure does.
    member _.Check token (step: string -> unit) =
        for one in all do
            step $"check: {one.Name}"
            one.Check token

    /// Measures start-up and rates. The producers follow each other within a reader, so that a disturbance
    /// hits all of them. Each round begins with another producer, so that none always follows the same one.
    member comparison.Measure token (step: string -> unit) =
        let right = all |> List.filter _.Fault.IsNone

        for one in right do
            step $"start-up: {one.Name}"
            one.MeasureStart token

        for round in 0 .. settings.Rounds do
            let title =
                if round = 0 then
                    "warm-up"
                else
                    $"round {round} of {settings.Rounds}"

            for reader in readers do
                for i in 0 .. right.Length - 1 do
                    let one = right[(i + round) % right.Length]
                    step $"{title}: {one.Name}, {reader.Name}"
                    one.Measure token reader settings.SecondsPerRound (round = 0)

        comparison.Complete <- true
