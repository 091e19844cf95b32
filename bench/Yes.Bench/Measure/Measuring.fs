/// Checks the output of every writer. Then, in each round, uses the sample program to measure every writer
/// with every reader.
module Yes.Bench.Measuring

open System
open System.Collections.Generic
open System.Diagnostics
open System.Text.RegularExpressions
open Yes.Bench.Run

/// Runs the sample program with the given words. Returns either the program's output or an error message.
let private start (path: string) settings words =
    let processors = settings.Pinned |> List.map string |> String.concat ","
    let status, output, message = Child.run (path :: processors :: words)

    if status = 0 then
        Ok
            [
                for line in Regex.Matches(output, @"(\w+) (\d+)\n") ->
                    line.Groups[1].Value, float line.Groups[2].Value
            ]
    else
        Error(if message = "" then $"the measurement ended with status {status}" else message)

/// The costs in seconds that the sample program measures before a run.
let probe path settings =
    match start path settings [ "probe" ] with
    | Ok costs -> Map [ for name, nanoseconds in costs -> name, nanoseconds / 1e9 ]
    | Error reason -> failwith reason

/// Measures a writer, or a writer and a rival that take turns. Their commands differ only in the path of the
/// program. Returns a map for each writer, from the name of each measurement to its value.
let sample path settings (reader: Reader) (writers: Writer list) =
    let rival = writers.Tail |> List.map _.Command.Head |> String.concat ""
    let seconds = $"%.3f{settings.SecondsPerSample}"

    [ reader.Channel; seconds; reader.Program; reader.Arguments; rival ]
    @ writers.Head.Command
    @ [ settings.Line ]
    |> start path settings
    |> Result.map (fun values -> values |> List.splitInto writers.Length |> List.map Map)

let private toSample round at (reader: Reader) (numbers: Map<string, float>) =
    let seconds name = Math.Round(numbers[name] / 1e9, 9)

    {
        Round = round
        At = Some at
        StartSeconds = seconds "start"
        Bytes = numbers["count"] * float reader.BytesPerUnit
        Seconds = seconds "elapsed"
        WriterCpuSeconds = seconds "writer_ran"
        ReaderCpuSeconds = seconds "reader_ran"
    }

/// A random order for all samples, because a program's speed can depend on the program before it. A
/// machine's speed changes within seconds, so programs that the report compares run one after the other: a
/// strategy and its technique in C, and the default strategy between two programs from elsewhere. A strategy
/// and the same strategy from another commit even take turns in a single sample. Round 0 is a warm-up.
let order settings (readers: Reader list) (writers: Writer list) =
    let others, own = writers |> List.partition (fun writer -> writer.Kind >= Kind.Tried)
    let leading = own |> List.filter (isKind Kind.Strategy) |> List.tryLast

    let pairs =
        own
        |> List.groupBy (fun writer -> defaultArg writer.CounterpartOf writer.Name)
        |> List.map snd
        |> List.filter (fun pair -> others.IsEmpty || pair <> Option.toList leading)

    [
        for round in 0 .. settings.Rounds do
            let partsOfOthers = List.randomShuffle others |> List.chunkBySize 2

            let groups =
                [ for part in partsOfOthers -> part.Head :: Option.toList leading @ part.Tail ]
                @ List.map List.randomShuffle pairs

            for reader, group in List.allPairs readers groups |> List.randomShuffle do
                if List.exists (isKind Kind.Base) group then
                    round, reader, List.map _.Name group
                else
                    for writer in group do
                        round, reader, [ writer.Name ]
    ]

/// Measures the writers of a run that has no samples yet.
let measure sample verify (plan: Run) =
    Child.report "checking the output of every program"

    let writers =
        [
            for writer in plan.Writers ->
                match sample plan.Settings verify [ writer ] with
                | Error reason -> { writer with Fault = Some reason }
                | Ok _ -> writer
        ]

    let all = Dictionary [ for writer in writers -> KeyValuePair(writer.Name, writer) ]
    let steps = writers |> List.filter _.Fault.IsNone |> order plan.Settings plan.Readers
    let clock = Stopwatch.StartNew()

    for i, (round, reader, names) in List.indexed steps do
        let group = [ for name in names -> all[name] ]

        if group |> List.forall (fun writer -> writer[reader].Fault.IsNone) then
            let at = Math.Round(clock.Elapsed.TotalSeconds, 3)
            let results = sample plan.Settings reader group

            for k, writer in List.indexed group do
                let rate =
                    match results with
                    | Error reason -> { Fault = Some reason; Samples = [] }
                    | Ok(numbers: Map<string, float> list) ->
                        let next = if round = 0 then [] else [ toSample round at reader numbers[k] ]
                        { Fault = None; Samples = writer[reader].Samples @ next }

                all[writer.Name] <- { writer with Rates = writer.Rates.Add(reader.Name, rate) }

        // One line for each tenth of the run is enough.
        let finished = i + 1

        if 10 * finished / steps.Length > 10 * i / steps.Length then
            let left = clock.Elapsed * (float (steps.Length - finished) / float finished)
            Child.report $"{100 * finished / steps.Length}%%, {left:``m\:ss``} left"

    { plan with Writers = [ for writer in writers -> all[writer.Name] ] }
