/// Measures with the program "sample". First, it checks the output of every writer. Then, in each round,
/// it starts every writer once, and runs every writer with every reader.
module Yes.Bench.Measuring

open System
open System.Diagnostics
open System.IO
open Yes.Bench.Child
open Yes.Bench.Run

/// Maps the first word of each line to the other words, and "message" to the writer's message.
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

let private number name output = words name output |> List.tryHead |> Option.map float

/// Runs the program sample, which explains its modes and their arguments.
let sample
    token
    (path: string)
    (cores: int list)
    (mode: string)
    (arguments: string list)
    (writer: string list)
    =
    let cores = cores |> List.map string |> String.concat ","
    // The time limit only ends a reader that never sleeps or never ends. The program has its own for
    // writers.
    runFor 3600.0 token ([ path; mode; cores ] @ arguments @ writer) ||> parse

/// How a writer ended that should have written forever: its own message, or else how it exited.
let private ending output =
    match words "silent" output, words "message" output with
    | [ seconds ], _ -> $"no output for {seconds} seconds"
    | _, [ "" ] when words "writer_ended" output = [] -> "it did not end"
    | _, [ "" ] -> words "writer_ended" output |> String.concat " "
    | _, message -> String.concat " " message

let private isRunning output = Map.containsKey "running" output && not (Map.containsKey "silent" output)

/// The fault that a check has found.
let findFault output =
    match words "wrong" output, words "checked" output with
    | [ byte ], _ -> Some $"byte {byte} is wrong"
    | _, [ _ ] when isRunning output -> None
    | _, [ "0" ] -> Some $"it wrote nothing ({ending output})"
    | _, [ length ] -> Some $"it ended after {length} bytes ({ending output})"
    | _ -> Some(ending output)

/// The time from execve(2) to the first byte.
let startSeconds output = [ for time in Option.toList (number "start" output) -> time / 1e9 ]

/// The cost of a system call or of a round trip between cores, in nanoseconds.
let costs output name = number name output

/// Adds a round to the previous rounds, or replaces all with the reason why the round failed.
let addRound (reader: Reader) (at: float) output (rate: Rate) =
    let share name = number name output |> Option.defaultValue 0.0
    let window = max 1.0 (share "window")
    let rounded (value: float) = Math.Round(value, 4)

    let usage name =
        match words name output |> List.map float with
        | [ ran; waited ] -> Some { Busy = rounded (ran / window); Waiting = rounded (waited / window) }
        | _ -> None

    match words "reader_ended" output, words "report" output with
    | [ "exit"; "0" ], units :: _ when isRunning output && Seq.forall Char.IsDigit units ->
        let round =
            {
                At = Some(Math.Round(at, 1))
                Bytes = int64 units * int64 reader.BytesPerUnit
                Seconds = Math.Round(share "elapsed" / 1e9, 6)
                Writer = usage "writer"
                Reader = usage "reader"
                Stolen = Some(rounded (share "stolen" / window))
            }

        { rate with Rounds = rate.Rounds @ [ round ] }
    | [ "exit"; "0" ], report when isRunning output ->
        { noRate with
            Fault = Some $"""the reader printed '{String.concat " " report}' instead of a count"""
        }
    | status, report when status <> [ "exit"; "0" ] && not status.IsEmpty ->
        { noRate with
            Fault =
                Some $"""the reader failed: {String.concat " " (if report.IsEmpty then status else report)}"""
        }
    | _, ("0" :: _) when words "writer_ended" output <> [ "exit"; "0" ] && not (Map.containsKey "silent" output) ->
        { noRate with Refusal = Some(ending output) }
    | _ -> { noRate with Fault = Some(ending output) }

/// The order of the writers in a round. Each round begins with a different writer, and every other
/// round runs backwards, so that none always comes first. A writer and its counterpart stay neighbours.
let order round (writers: Writer list) =
    let add (writer: Writer) units =
        match units with
        | (next: Writer :: _ as unit) :: others when next.CounterpartOf = Some writer.Name ->
            (writer :: unit) :: others
        | _ -> [ writer ] :: units

    let units = List.foldBack add writers []
    let next = if units.IsEmpty then 0 else round / 2 % units.Length
    let rotated = List.concat (List.skip next units @ List.take next units)
    if round % 2 = 0 then List.rev rotated else rotated

/// The size of an executable, or None for a script, because the size, memory and startup of a script are
/// not those of the yes that it runs.
let private executableBytes (writer: Writer) =
    use file = File.OpenRead writer.Command.Head
    let isScript = file.ReadByte() = int '#' && file.ReadByte() = int '!'
    if isScript then None else Some file.Length

/// How far a run has come.
type Progress =
    {
        /// What happens next.
        Activity: string
        /// The number of programs whose output has been checked, and of all programs.
        Checked: int
        ToCheck: int
        /// The number of samples that have been taken, and of all samples.
        Sampled: int
        ToSample: int
        SoFar: Run
    }

/// What a check inspects: as many bytes, or the output of as many reads. A read returns at least one write,
/// however busy the machine is. Sixteen MiB of a program that writes line by line would take longer than all
/// its rounds.
let private checkedBytes, private checkedReads = 16 <<< 20, 1 <<< 16

/// A program that writes nothing for this number of seconds hangs.
let private longestSilence = 30

/// Measures until everything is done or the user interrupts the run.
let measure
    watch
    sample
    commit
    machine
    (settings: Settings)
    (readers: Reader list)
    (writers: Writer list)
    =
    let all =
        [| for writer in writers -> { writer with Command = writer.Command @ [ settings.Line ] } |]

    let clock = Stopwatch.StartNew()

    let check (writer: Writer) =
        let output =
            sample "check" (List.map string [ longestSilence; checkedBytes; checkedReads ]) writer.Command

        let size = executableBytes writer

        { writer with
            Fault = findFault output
            CheckedBytes = number "checked" output |> Option.map int64
            ExecutableBytes = size
            PeakMemoryBytes = if size.IsSome then number "memory" output |> Option.map int64 else None
        }

    let addStart (writer: Writer) =
        let start = startSeconds (sample "start" [] writer.Command)
        { writer with StartSeconds = writer.StartSeconds @ start }

    let addRate (reader: Reader) (writer: Writer) =
        let at = clock.Elapsed.TotalSeconds
        let output = sample "rate" [ $"%.3f{settings.SecondsPerRound}"; reader.Command ] writer.Command

        { writer with
            Rates = writer.Rates.Add(reader.Name, addRound reader at output writer[reader])
        }

    // The path of a program is of no use on another machine.
    let withoutPath (writer: Writer) =
        { writer with
            Command = string (Path.GetFileName writer.Command.Head) :: writer.Command.Tail
        }

    let result isComplete =
        {
            Complete = isComplete
            Date = DateTimeOffset.UtcNow
            Commit = commit
            Machine = machine
            Settings = settings
            Readers = readers
            Writers = List.map withoutPath (List.ofArray all)
        }

    let mutable isChecked, sampled = 0, 0

    let report activity =
        let correct = all |> Array.filter _.Fault.IsNone |> Array.length

        watch
            {
                Activity = activity
                Checked = isChecked
                ToCheck = all.Length
                Sampled = sampled
                ToSample = correct * settings.Rounds * readers.Length
                SoFar = result false
            }

    let isComplete =
        try
            for i in 0 .. all.Length - 1 do
                report $"checking {all[i].Name}"
                all[i] <- check all[i]
                isChecked <- i + 1

            let index (writer: Writer) =
                Array.findIndex (fun (other: Writer) -> other.Name = writer.Name) all

            let correct =
                [
                    for writer in all do
                        if writer.Fault.IsNone then
                            writer
                ]

            for round in 1 .. settings.Rounds do
                let order = order round correct |> List.map index
                report $"round {round} of {settings.Rounds}: startup"

                for i in order do
                    if all[i].ExecutableBytes.IsSome then
                        all[i] <- addStart all[i]

                // The writers run one after the other, so that noise affects all of them.
                for reader in readers do
                    for i in order do
                        let rate = all[i].Item reader

                        if rate.Fault.IsNone && rate.Refusal.IsNone then
                            report $"round {round} of {settings.Rounds}: {all[i].Name} into {reader.Name}"
                            all[i] <- addRate reader all[i]

                        sampled <- sampled + 1

            true
        with :? OperationCanceledException ->
            false

    report "finished"
    result isComplete
