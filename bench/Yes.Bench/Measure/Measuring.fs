/// Measures with the program "sample". First, it checks the output of every writer. Then, in each round,
/// it starts every writer once, and runs every writer with every reader.
module Yes.Bench.Measuring

open System
open System.Diagnostics
open System.Globalization
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
let sample (path: string) (cores: int list) (mode: string) (arguments: string list) (writer: string list) =
    let cores = cores |> List.map string |> String.concat ","
    runInUsersLocale ([ path; mode; cores ] @ arguments @ writer) ||> parse

/// How a writer ended that should have written forever: its own message, or else how it exited.
let private ending output =
    match words "silent" output, words "message" output with
    | [ seconds ], _ -> $"no output for {seconds} seconds"
    | _, [ "" ] when words "writer_ended" output = [] -> "it did not end"
    | _, [ "" ] -> words "writer_ended" output |> String.concat " "
    | _, message -> String.concat " " message

let private isRunning output = Map.containsKey "running" output && not (Map.containsKey "silent" output)

/// Whether a writer ended with an error of its own. If it has written nothing, it refuses the channel, as
/// vmsplice refuses a socket.
let private hasFailed output =
    match words "writer_ended" output with
    | [ "exit"; status ] -> status <> "0" && not (isRunning output) && not (Map.containsKey "silent" output)
    | _ -> false

/// The fault that a check of the output into a pipe has found.
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

/// The number of bytes for the number of units that a reader printed, or None if it is no number.
let private countedBytes (reader: Reader) (units: string) =
    match Int64.TryParse(units, NumberStyles.None, CultureInfo.InvariantCulture) with
    | true, count when count <= Int64.MaxValue / int64 reader.BytesPerUnit ->
        Some(count * int64 reader.BytesPerUnit)
    | _ -> None

/// Adds a round to the previous rounds, or replaces all with the reason why the round failed.
let addRound (reader: Reader) (at: float) output (rate: Rate) =
    let seconds (nanoseconds: float) = Math.Round(nanoseconds / 1e9, 6)

    let usage name =
        match words name output |> List.map float with
        | [ ran; waited ] -> Some { CpuSeconds = seconds ran; WaitingSeconds = seconds waited }
        | _ -> None

    let report = words "report" output

    match words "reader_ended" output, List.tryHead report |> Option.bind (countedBytes reader) with
    | [ "exit"; "0" ], Some bytes when isRunning output ->
        let round =
            {
                At = Math.Round(at, 2)
                WakeUpNanoseconds = number "wake" output
                Bytes = bytes
                Seconds = number "elapsed" output |> Option.defaultValue 0.0 |> seconds
                Writer = usage "writer"
                Reader = usage "reader"
                MemoryBytes = number "memory" output |> Option.map int64
            }

        { rate with Rounds = rate.Rounds @ [ round ] }
    | [ "exit"; "0" ], _ when isRunning output ->
        { noRate with
            Fault = Some $"""the reader printed '{String.concat " " report}' instead of a count"""
        }
    | status, _ when status <> [ "exit"; "0" ] && not status.IsEmpty ->
        { noRate with
            Fault =
                Some $"""the reader failed: {String.concat " " (if report.IsEmpty then status else report)}"""
        }
    | _, Some 0L when hasFailed output -> { noRate with Refusal = Some(ending output) }
    | _ -> { noRate with Fault = Some(ending output) }

/// A step of a run: the number of its round, the reader (None for a startup) and the name of the writer.
type Step = int * Reader option * string

/// Draws the order of all steps. In each round, every writer starts once, and then writes to each reader
/// once. Each time, the order of the writers is drawn anew, because what ran before may decide how fast a
/// program is. A writer stays beside its counterpart, so that noise affects both.
let steps settings readers writers : Step list =
    let random = Random settings.Seed

    let addToPairs (writer: Writer) pairs =
        match pairs with
        | (next: Writer :: _ as pair) :: others when next.CounterpartOf = Some writer.Name ->
            (writer :: pair) :: others
        | _ -> [ writer ] :: pairs

    let pairs = List.foldBack addToPairs writers []
    let shuffle list = List.randomShuffleWith random list

    [
        for round in 1 .. settings.Rounds do
            for reader in None :: List.map Some readers do
                for writer in pairs |> shuffle |> List.collect shuffle do
                    round, reader, writer.Name
    ]

/// About how long a step takes. Every step starts some processes, and before a round, both cores are brought
/// into the same state.
let private expectedSeconds settings (_, reader: Reader option, _) =
    if reader.IsSome then settings.SecondsPerRound + 0.09 else 0.06

/// About how long a run takes, including the check of the output.
let expectedTime settings readers (writers: Writer list) =
    TimeSpan.FromSeconds(
        float writers.Length + List.sumBy (expectedSeconds settings) (steps settings readers writers)
    )

/// The size of an executable, or None for a script.
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
        /// The expected time of the steps that were taken, and of all steps, in seconds.
        Done: float
        ToDo: float
        SoFar: Run
    }

/// A check inspects this number of bytes, or the output of this number of reads if that is less. A read
/// returns at least one write, however busy the machine is. A program that writes line by line would need
/// longer for 16 MiB than for all its rounds.
let private checkedBytes, private checkedReads = 16 <<< 20, 1 <<< 16

/// A program that writes nothing for this number of seconds hangs.
let private longestSilence = 30

/// Measures until everything is done or the user interrupts the run.
let measure watch sample commit machine (settings: Settings) (readers: Reader list) (writers: Writer list) =
    let all = [| for writer in writers -> { writer with Command = writer.Command @ [ settings.Line ] } |]
    let clock = Stopwatch.StartNew()
    let stolen () = Machine.stolenSeconds settings.Cores (Machine.stat ())
    let stolenBefore = stolen ()

    let check (writer: Writer) =
        let output channel =
            sample
                "check"
                (channel :: List.map string [ longestSilence; checkedBytes; checkedReads ])
                writer.Command

        let intoPipe = output "pipe"

        let faults =
            [
                yield! Option.toList (findFault intoPipe)

                if readers |> List.exists (fun reader -> reader.Channel = "socket") then
                    let intoSocket = output "socket"

                    if words "checked" intoSocket <> [ "0" ] || not (hasFailed intoSocket) then
                        for fault in Option.toList (findFault intoSocket) do
                            $"into a socket, {fault}"
            ]

        { writer with
            Fault = List.tryHead faults
            CheckedBytes = number "checked" intoPipe |> Option.map int64
            ExecutableBytes = executableBytes writer
        }

    let addStart (writer: Writer) =
        let start = startSeconds (sample "start" [] writer.Command)
        { writer with StartSeconds = writer.StartSeconds @ start }

    let addRate (reader: Reader) (writer: Writer) =
        let at = clock.Elapsed.TotalSeconds

        let output =
            sample "rate" [ reader.Channel; $"%.3f{settings.SecondsPerRound}"; reader.Command ] writer.Command

        { writer with
            Rates = writer.Rates.Add(reader.Name, addRound reader at output writer[reader])
        }

    // The path of a program is of no use on another machine.
    let withoutPath (writer: Writer) =
        { writer with
            Command = string (Path.GetFileName writer.Command.Head) :: writer.Command.Tail
        }

    let result isComplete =
        let share before after =
            (after - before) / clock.Elapsed.TotalSeconds / float (max 1 settings.Cores.Length)

        {
            Complete = isComplete
            Date = DateTimeOffset.UtcNow
            Commit = commit
            Machine = machine
            Settings = settings
            Stolen =
                Option.map2 share stolenBefore (stolen ()) |> Option.map (fun share -> Math.Round(share, 4))
            Readers = readers
            Writers = List.map withoutPath (List.ofArray all)
        }

    let mutable isChecked, finished, toDo = 0, 0.0, 1.0

    let report activity =
        watch
            {
                Activity = activity
                Checked = isChecked
                ToCheck = all.Length
                Done = finished
                ToDo = toDo
                SoFar = result false
            }

    let isComplete =
        try
            for i in 0 .. all.Length - 1 do
                report $"checking {all[i].Name}"
                all[i] <- check all[i]
                isChecked <- i + 1

            let correct = List.ofArray all |> List.filter _.Fault.IsNone
            let steps = steps settings readers correct
            toDo <- List.sumBy (expectedSeconds settings) steps

            for round, reader, name as step in steps do
                let i = all |> Array.findIndex (fun writer -> writer.Name = name)

                let into =
                    reader |> Option.map (fun reader -> $"into {reader.Name}") |> Option.defaultValue "starts"

                report $"round {round} of {settings.Rounds}: {name} {into}"

                match reader with
                | None when all[i].ExecutableBytes.IsSome -> all[i] <- addStart all[i]
                | Some reader when all[i].[reader].Fault.IsNone && all[i].[reader].Refusal.IsNone ->
                    all[i] <- addRate reader all[i]
                | _ -> ()

                finished <- finished + expectedSeconds settings step

            true
        with :? OperationCanceledException ->
            false

    report "finished"
    result isComplete
