/// Checks the output of every writer. Then, in each round, uses the sample program to measure every writer
/// with every reader.
module Yes.Bench.Measuring

open System
open System.Diagnostics
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Run

/// Runs the sample program. The first comment in sample.c explains its arguments. Returns a map from the
/// name of each measurement to its value, or an error message.
let sample (path: string) settings (reader: Reader) (writer: Writer) =
    let cores = settings.Pinned |> List.map string |> String.concat ","
    let seconds = $"%.3f{settings.SecondsPerSample}"

    let status, output, message =
        // The program limits its own running time. A limit here would expire while the run is suspended.
        [ path; cores; reader.Channel; seconds; reader.Program; reader.Arguments ]
        @ writer.Command
        @ [ settings.Line ]
        |> Child.runFor Threading.Timeout.InfiniteTimeSpan

    if status = 0 then
        Ok(
            Map
                [
                    for line in Regex.Matches(output, @"(\w+) (\d+)\n") ->
                        line.Groups[1].Value, float line.Groups[2].Value
                ]
        )
    else
        Error(if message = "" then $"the measurement ended with status {status}" else message)

/// Adds a sample to the previous ones. If the measurement failed, the reason replaces the samples.
let addSample round at (reader: Reader) rate result =
    match result with
    | Error reason -> { Fault = Some reason; Samples = [] }
    | Ok(numbers: Map<string, float>) ->
        let seconds name = Math.Round(numbers[name] / 1e9, 9)

        let sample =
            {
                Round = round
                At = Some at
                WakeUpSeconds = seconds "wake_up"
                StartSeconds = seconds "start"
                Bytes = numbers["count"] * float reader.BytesPerUnit
                Seconds = seconds "elapsed"
                WriterCpuSeconds = seconds "writer_ran"
                ReaderCpuSeconds = seconds "reader_ran"
                MemoryBytes = numbers["memory"]
            }

        { rate with Samples = rate.Samples @ [ sample ] }

/// Chooses a random order for all samples, because a program's speed can depend on the program before it. In
/// each round, each pair of writers runs with each reader once. The two writers of a pair run one after the
/// other, so noise affects both.
let order settings (readers: Reader list) writers =
    let random = Random settings.Seed
    let shuffle list = List.randomShuffleWith random list

    let pairs =
        writers
        |> List.groupBy (fun (writer: Writer) -> defaultArg writer.CounterpartOf writer.Name)
        |> List.map snd

    [
        for round in 1 .. settings.Rounds do
            for reader, pair in List.allPairs readers pairs |> shuffle do
                for writer in shuffle pair do
                    round, reader, writer.Name
    ]

/// The size of an executable, or None for a script.
let private executableBytes (writer: Writer) =
    use file = File.OpenRead writer.Command.Head
    let isScript = file.ReadByte() = int '#' && file.ReadByte() = int '!'
    if isScript then None else Some(float file.Length)

/// Measures the writers of a run that has no samples yet, until everything is done or the user interrupts the
/// run. Before each sample, the function watch receives the progress and the results so far.
let measure watch sample verify (plan: Run) =
    let all = Array.ofList plan.Writers
    let clock = Stopwatch.StartNew()

    // A program's path is useless on another machine.
    let nameOnly (writer: Writer) =
        { writer with
            Command = string (Path.GetFileName writer.Command.Head) :: writer.Command.Tail
        }

    let result isComplete =
        { plan with Complete = isComplete; Writers = all |> Seq.map nameOnly |> List.ofSeq }

    /// A writer may reject a socket, but it must not write wrong bytes to it.
    let check (writer: Writer) =
        let faults =
            [
                for channel in List.distinct ("pipe" :: [ for reader in plan.Readers -> reader.Channel ]) do
                    match sample plan.Settings (verify channel) writer with
                    | Error(reason: string) when channel = "pipe" || reason.Contains "verify" -> reason
                    | _ -> ()
            ]

        { writer with Fault = List.tryHead faults; ExecutableBytes = executableBytes writer }

    try
        for i in 0 .. all.Length - 1 do
            watch $"checking {all[i].Name}" 0 1 (result false)
            all[i] <- check all[i]

        let steps = List.ofArray all |> List.filter _.Fault.IsNone |> order plan.Settings plan.Readers

        for finished, (round, reader, name) in List.indexed steps do
            let i = all |> Array.findIndex (fun writer -> writer.Name = name)

            if all[i].[reader].Fault.IsNone then
                watch $"{name} into {reader.Name}" finished steps.Length (result false)
                let at = Math.Round(clock.Elapsed.TotalSeconds, 3)
                let rate = sample plan.Settings reader all[i] |> addSample round at reader all[i].[reader]
                all[i] <- { all[i] with Rates = all[i].Rates.Add(reader.Name, rate) }

        result true
    with :? OperationCanceledException ->
        result false
