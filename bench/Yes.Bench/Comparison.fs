/// The measuring: first the output is checked, then start-up, then the rates, all round by round.
module Yes.Bench.Comparison

open System
open System.Collections.Generic
open System.Diagnostics
open System.IO
open System.Text
open System.Threading
open Yes.Bench.Child
open Yes.Bench.Producers
open Yes.Bench.Readers
open Yes.Bench.Results

/// How much of the output is checked.
let private checkedBytes = 16 * 1024 * 1024

/// For how long the output of a slow producer is checked.
let private checkedSeconds = 0.25

/// How long the first byte may take on a busy machine, in seconds.
let private patience = 3.0

let private starts = 21

/// What was measured of a producer through one reader.
type Cell() =
    /// By round, without the warm-up.
    member val Samples = List<Sample>()
    /// The last rate, also the warm-up's.
    member val LastRate: float option = None with get, set
    /// Why it can't be measured.
    member val Fault: string option = None with get, set

/// The ratios of two rates by round, without the rounds in which the second producer wrote nothing.
let ratios (one: Cell) (other: Cell) =
    Seq.zip one.Samples other.Samples
    |> Seq.filter (fun (_, sample) -> sample.Bytes > 0L)
    |> Seq.map (fun (mine, others) -> mine.Rate / others.Rate)

/// Where the output is not the line again and again.
let private findFault (line: byte[]) (output: ReadOnlySpan<byte>) =
    let start = output.CommonPrefixLength(ReadOnlySpan line)

    // After the first line, each byte equals the one that is a line's length before it.
    let right =
        if start = line.Length then
            start + output.Slice(start).CommonPrefixLength output
        else
            start

    if right = output.Length then
        None
    else
        Some $"byte {right} is 0x{output[right]:x2}, not 0x{line[right % line.Length]:x2}"

let private checkPipe token line command =
    let limited = [ "timeout"; "-s"; "INT"; string patience ] @ command
    use child = new Child(limited, 2.0 * patience, token)
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

    match findFault line (ReadOnlySpan(output, 0, length)), isEnded with
    | None, true ->
        match child.Wait() with
        | (124 | 137), _ when length = 0 -> Some $"nothing in {patience} seconds"
        | (124 | 137), _ -> Some $"nothing more after {length} bytes"
        | status, error -> Some $"ended after {length} bytes: {describeEnd status error}"
    | fault, _ -> fault

let private checkFile token line command =
    use file = openFile ()
    // A strategy may refuse a file. That is no wrong output, and is reported as a missing rate.
    fill token file checkedBytes command checkedSeconds |> ignore
    let output = Array.zeroCreate<byte>(int (RandomAccess.GetLength file))
    let length = RandomAccess.Read(file, Span output, 0L)
    findFault line (ReadOnlySpan(output, 0, length))

/// A producer, and all that was measured of it.
type Measured(producer: Producer, line: string, readers: Reader list) =
    let command = producer.Command @ [ line ]
    let cells = dict [ for reader in readers -> reader.Name, Cell() ]
    let mutable peakMemory = None

    member _.Producer = producer

    /// What is wrong with the output.
    member val Fault: string option = None with get, set

    member val StartSeconds: Summary option = None with get, set

    member _.Item
        with get (reader: Reader) = cells[reader.Name]

    /// Checks what it writes to a pipe and, if that reader takes part, to a file.
    member measured.Check token =
        let bytes = Encoding.UTF8.GetBytes(line + "\n")
        let writesFile = readers |> List.exists (fun reader -> reader.Program.IsNone)

        measured.Fault <-
            match checkPipe token bytes command with
            | None when writesFile -> checkFile token bytes command
            | fault -> fault

    member measured.MeasureStart token =
        measured.StartSeconds <- measureStarts token starts command |> summarise

    /// Takes one more sample, unless that failed before.
    member _.Measure token (reader: Reader) seconds isWarmUp =
        let cell = cells[reader.Name]

        if cell.Fault.IsNone then
            // GNU time would add to the start, so it takes part in the warm-up only.
            let isForMemory = isWarmUp && reader.Name = readers.Head.Name

            match
                reader.Take token (if isForMemory then withMemory command else command) seconds cell.LastRate
            with
            | Ok sample ->
                cell.LastRate <- Some sample.Rate
                peakMemory <- peakMemory |> Option.orElse sample.PeakMemory

                if not isWarmUp then
                    cell.Samples.Add sample
            | Error fault ->
                cell.Fault <- Some fault
                cell.Samples.Clear()

    /// All of it as a part of the results; the ratios are to GNU yes.
    member measured.Result(gnu: Measured option) =
        let rate (reader: Reader) =
            let cell = measured[reader]
            let rates = [ for sample in cell.Samples -> sample.Rate ]
            let summary = summarise rates

            {
                Rounds = rates
                BytesPerSecond = summary
                Noisy =
                    match summary with
                    | Some { Spread = Some spread } -> spread > largestQuietSpread
                    | Some { Maximum = largest } -> largest > 0.0
                    | None -> false
                RatioToGnu =
                    gnu
                    |> Option.bind (fun gnu -> summarise (ratios cell gnu[reader]))
                    |> Option.map _.Median
                Cpu = cell.Samples |> Seq.map _.Cpu |> summarise |> Option.map _.Median
                Fault = cell.Fault
            }

        let samples = measured[readers.Head].Samples

        let gibibytes =
            (samples |> Seq.sumBy (fun sample -> float sample.Bytes)) / float (1 <<< 30)
        // A program of many names is often a link.
        let executable =
            File.ResolveLinkTarget(producer.Command.Head, returnFinalTarget = true)

        let path = executable |> Option.ofObj |> Option.map _.FullName

        {
            Name = producer.Name
            Group = producer.Group
            Language = producer.Language
            Version = producer.Version
            Command = command
            ExecutableBytes = FileInfo(defaultArg path producer.Command.Head).Length
            Fault = measured.Fault
            StartSeconds = measured.StartSeconds
            CpuSecondsPerGiB =
                if gibibytes > 0.0 then
                    Some((samples |> Seq.sumBy _.CpuSeconds) / gibibytes)
                else
                    None
            PeakMemoryBytes = peakMemory
            Rates =
                Dictionary(Seq.map (fun (reader: Reader) -> KeyValuePair(reader.Name, rate reader)) readers)
        }

/// Measures the rates of all producers through all readers, round by round. The producers follow each other within a
/// reader, so that a disturbance hits all of them. Each round begins with another producer, so that none always
/// follows the same one. Calls a function before each step with its name.
let measureRates
    token
    (settings: Settings)
    (readers: Reader list)
    (step: string -> unit)
    (all: Measured list)
    =
    for round in 0 .. settings.Rounds do
        let title =
            if round = 0 then
                "warm-up"
            else
                $"round {round} of {settings.Rounds}"

        for reader in readers do
            for i in 0 .. all.Length - 1 do
                let one = all[(i + round) % all.Length]
                step $"{title}: {one.Producer.Name}, {reader.Name}"
                one.Measure token reader settings.SecondsPerRound (round = 0)

/// A comparison of producers.
type Comparison(settings: Settings, producers: Producer list, readers: Reader list, absent: string list) =
    let all =
        producers
        |> List.map (fun producer -> Measured(producer, settings.Line, readers))

    let gnu = all |> List.tryFind (fun one -> isGnu one.Producer.Name)
    let mutable isComplete = false

    // Found before, so that the results can be written down at any time.
    let commit = currentCommit ()
    let machine = thisMachine ()

    let readerResults: ReaderResult list =
        [
            for reader in readers do
                {
                    Name = reader.Name
                    Command = reader.Command
                    Version = reader.Program |> Option.map (fun program -> firstLine [ program; "--version" ])
                }
        ]

    /// What was found so far.
    member _.Results =
        {
            SchemaVersion = currentSchema
            Complete = isComplete
            Date = DateTimeOffset.UtcNow
            Commit = commit
            Machine = machine
            Settings = settings
            Readers = readerResults
            Producers = [ for one in all -> one.Result gnu ]
            Absent = absent
        }

    /// Measures until all is measured or the token is cancelled. Calls a function before each step with its name.
    member _.Measure (token: CancellationToken) step =
        try
            for one in all do
                step $"check: {one.Producer.Name}"
                one.Check token

            let right = all |> List.filter _.Fault.IsNone

            for one in right do
                step $"start-up: {one.Producer.Name}"
                one.MeasureStart token

            measureRates token settings readers step right
            isComplete <- true
        with :? OperationCanceledException ->
            ()
