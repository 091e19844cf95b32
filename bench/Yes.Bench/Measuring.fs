/// Measures with the script "sample". First, it checks the output of every producer. Then, in
/// each round, it starts every producer once, and runs every producer with every reader.
module Yes.Bench.Measuring

open System
open System.IO
open Yes.Bench.Child
open Yes.Bench.Comparison

/// Maps the first word of each line to the other words, and "message" to the producer's message.
let parse (text: string) message =
    Map
        [
            "message", [ message ]
            for line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries) do
                let words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
                words[0], List.ofArray words[1..]
        ]

let private words name (output: Map<string, string list>) =
    output |> Map.tryFind name |> Option.defaultValue []

/// Runs a producer for some seconds. The script explains the modes and their arguments.
let sample token (cores: int list) (mode: string) (argument: string) (seconds: float) producer =
    let script = Path.Combine(AppContext.BaseDirectory, "sample")
    let cores = cores |> List.map string |> String.concat " "
    let command = [ script; mode; cores; $"%.3f{seconds}"; argument ] @ producer
    // The additional 30 seconds end the script only if something hangs.
    runFor (seconds + 30.0) token command ||> parse

/// Whether timeout(1) ended the producer, with SIGINT or SIGKILL.
let private isTimedOut output = List.contains (words "status" output) [ [ "124" ]; [ "137" ] ]

/// How the producer ended: its own message, or else its exit status.
let private ending output =
    match words "message" output with
    | [ "" ] when isTimedOut output -> "the time was up"
    | [ "" ] -> "exit status" :: words "status" output |> String.concat " "
    | message -> String.concat " " message

/// The fault that a check has found. To be too slow to write all the bytes is not a fault.
let findFault output =
    match words "wrong" output, words "ended" output with
    | [ byte ], _ -> Some $"byte {byte} is wrong"
    | _, [ "0" ] -> Some $"it wrote nothing ({ending output})"
    | _, [ length ] when not (isTimedOut output) -> Some $"it ended after {length} bytes ({ending output})"
    | _ -> if Map.containsKey "status" output then None else Some(ending output)

/// The time from execve(2) to the first byte.
let startSeconds output = [ for microseconds in words "start" output -> float microseconds / 1e6 ]

/// Runs the producer under GNU time, which adds the peak memory to the output of the script.
let withMemory producer = [ "time"; "-q"; "-a"; "-o"; "/dev/fd/3"; "-f"; "memory %M" ] @ producer

let peakMemory output = words "memory" output |> List.tryHead |> Option.map (fun kib -> int64 kib * 1024L)

/// Adds a round to the previous rounds, or replaces all by the reason why the round failed.
let addRound (reader: Reader) output (rate: Rate) =
    let sum name = words name output |> List.sumBy float

    match words "reader" output with
    | "0" :: units :: _ when isTimedOut output && Seq.forall Char.IsDigit units ->
        { rate with
            Bytes = rate.Bytes @ [ int64 units * int64 reader.BytesPerUnit ]
            Seconds = rate.Seconds @ [ sum "elapsed" / 1e6 ]
            CpuSeconds = rate.CpuSeconds @ [ Math.Round(sum "cpu", 3) ]
        }
    | _ :: report when isTimedOut output ->
        { noRate with Fault = Some $"""the reader failed: {String.concat " " report}""" }
    | _ -> { noRate with Fault = Some(ending output) }

/// Makes each round begin with a different producer, so that none always comes first.
let private rotate round producers =
    let next = round % max 1 (List.length producers)
    List.skip next producers @ List.take next producers

/// The size of an executable, or None for a script, because the size, memory and startup of a
/// script are not those of the yes that it runs.
let private executableBytes (producer: Producer) =
    use file = File.OpenRead producer.Command.Head
    let isScript = file.ReadByte() = int '#' && file.ReadByte() = int '!'
    if isScript then None else Some file.Length

/// Measures until everything is done or the user interrupts the run.
let measure sample commit machine settings (readers: Reader list) (producers: Producer list) =
    let all = [| for one in producers -> { one with Command = one.Command @ [ settings.Line ] } |]

    let check (one: Producer) =
        // This checks 16 MiB, or all that the producer writes in five seconds.
        let output = sample "check" (string (16 <<< 20)) 5.0 (withMemory one.Command)
        let size = executableBytes one

        { one with
            Fault = findFault output
            ExecutableBytes = size
            PeakMemoryBytes = if size.IsSome then peakMemory output else None
        }

    let addStart (one: Producer) =
        let start = startSeconds (sample "start" "" 0.0 one.Command)
        { one with StartSeconds = one.StartSeconds @ start }

    let addRate (reader: Reader) (one: Producer) =
        let rate = one[reader]

        if rate.Fault.IsSome then
            one
        else
            let output = sample "rate" reader.Command settings.SecondsPerRound one.Command
            { one with Rates = one.Rates.Add(reader.Name, addRound reader output rate) }

    let isComplete =
        try
            eprintfn "bench: checking the output of every program"

            for i in 0 .. all.Length - 1 do
                all[i] <- check all[i]

            let right = List.filter (fun i -> all[i].Fault.IsNone) [ 0 .. all.Length - 1 ]

            for round in 1 .. settings.Rounds do
                eprintfn $"bench: round {round} of {settings.Rounds}"
                let order = rotate round right

                for i in order do
                    if all[i].ExecutableBytes.IsSome then
                        all[i] <- addStart all[i]

                // The producers run one after the other, so that noise affects all of them.
                for reader in readers do
                    for i in order do
                        all[i] <- addRate reader all[i]

            true
        with :? OperationCanceledException ->
            false

    // The path of a program is of no use on another machine.
    let withoutPath (one: Producer) =
        { one with Command = string (Path.GetFileName one.Command.Head) :: one.Command.Tail }

    {
        Complete = isComplete
        Date = DateTimeOffset.UtcNow
        Commit = commit
        Machine = machine
        Settings = settings
        Readers = readers
        Producers = List.map withoutPath (List.ofArray all)
    }
