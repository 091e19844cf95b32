/// The measuring: first the output is checked, then start-up, then the rates, round by round.
module Yes.Bench.Measuring

open System
open System.IO
open System.Text
open Yes.Bench.Comparison
open Yes.Bench.Machine
open Yes.Bench.Readers
open Yes.Bench.Statistics

/// How much of the output is checked.
let private checkedMebibytes = 16

/// For how long the output of a slow producer is checked, in seconds.
let private checkedSeconds = 0.25

/// How long the first byte may take on a busy machine, in seconds.
let private patience = 3.0

/// What is wrong with the output, by what the script says.
let findFault isFile seconds output =
    match words "differs" output, words "length" output with
    | [| position; found; wanted |], _ ->
        let byte octal = Convert.ToInt32(octal, 8).ToString "x2"
        Some $"byte {int64 position - 1L} is 0x{byte found}, not 0x{byte wanted}"
    // A strategy may refuse a file. That is no wrong output, and is reported as a missing rate.
    | _, [| length |] when isFile || int64 length = (int64 checkedMebibytes <<< 20) -> None
    | _, [| "0" |] when isTimedOut output -> Some $"nothing in {seconds} seconds"
    | _, [| _ |] when isTimedOut output -> None
    | _, length -> Some $"ended after {length[0]} bytes: {describe output}"

/// The steps of a round: reader and producer. The producers follow each other within a reader, so that a
/// disturbance hits all of them. Each round begins with another producer, so that none always follows the
/// same one.
let plan round (readers: 'Reader list) (producers: 'Producer list) =
    let next = round % max 1 producers.Length
    List.allPairs readers (List.skip next producers @ List.take next producers)

/// Whether a rate needs this round: it was planned, or too few of those before it count.
let needs planned round (rate: Rate) =
    rate.Fault.IsNone && (round <= planned || rate.Counted().Length < planned)

/// Says on standard error what goes on: a line for each phase, or on a terminal a line that changes with each
/// step. No thread draws meanwhile, as that would take a core from what is measured.
let private tell phase step =
    if not Console.IsErrorRedirected then
        eprintf $"\r\x1b[K{phase}{step}"
    elif phase <> "" && step = "" then
        eprintfn $"bench: {phase}"

/// A script has neither the size nor the start nor the memory of a yes.
let private isScript (producer: Producer) =
    use file = File.OpenRead producer.Command.Head
    file.ReadByte() = int '#' && file.ReadByte() = int '!'

/// Measures until all is done or the token is cancelled. What was measured until then is reported.
let measure token (settings: Settings) (readers: Reader list) producers absent =
    let commit, busy = currentCommit (), busyCores ()
    let mutable complete = false

    if busy > tolerated then
        eprintfn $"bench: the machine is busy, {Format.digits 2 busy} cores are taken: expect noise"

    let line = Encoding.UTF8.GetBytes(settings.Line + "\n")
    let right = Array.init (checkedMebibytes <<< 20) (fun i -> line[i % line.Length])
    let run input = run token input settings.Cores

    let rec check mode seconds (one: Producer) =
        let output =
            run right mode (string checkedMebibytes) seconds (withMemory one.Command)

        match words "length" output with
        | [| "0" |] when isTimedOut output && seconds < patience -> check mode patience one
        | _ ->
            { one with
                Fault = findFault (mode = "check-file") seconds output
                PeakMemoryBytes = if isScript one then None else peakMemory output
            }

    let measureStart (one: Producer) =
        { one with
            ExecutableBytes = Some(FileInfo(one.Command.Head).Length)
            StartSeconds = run [||] "start" "21" 0.0 one.Command |> starts |> summarise
        }

    let takeRound (reader: Reader) (one: Producer) =
        let mode, argument =
            if reader.Name = "file" then
                "file", "1024"
            else
                "pipe", reader.Command

        let rate =
            match run [||] mode argument settings.SecondsPerRound one.Command |> evaluate reader with
            | Ok round ->
                { one[reader] with
                    Rounds = choose (one[reader].Rounds @ [ round ])
                }
            | Error fault -> { noRate with Fault = Some fault }

        { one with
            Rates = one.Rates.Add(reader.Name, rate)
        }

    let all =
        [|
            for one: Producer in producers ->
                { one with
                    Command = one.Command @ [ settings.Line ]
                    Rates = Map [ for reader in readers -> reader.Name, noRate ]
                }
        |]

    let step phase change i =
        tell phase $": {all[i].Name}"
        all[i] <- change all[i]

    let indices isWanted =
        [
            for i, one in Array.indexed all do
                if isWanted one then
                    i
        ]

    try
        tell "check" ""

        indices (fun _ -> true)
        |> List.iter (step "check" (check "check-pipe" checkedSeconds))

        let isRight (one: Producer) = one.Fault.IsNone

        if readers |> List.exists (fun reader -> reader.Name = "file") then
            indices isRight |> List.iter (step "check" (check "check-file" checkedSeconds))

        tell "start-up" ""

        indices (fun one -> isRight one && not (isScript one))
        |> List.iter (step "start-up" measureStart)

        for round in 1 .. mostRounds settings.Rounds do
            let phase =
                if round <= settings.Rounds then
                    $"round {round} of {settings.Rounds}"
                else
                    "again, where rounds were disturbed"

            let steps =
                plan round readers (indices isRight)
                |> List.filter (fun (reader, i) -> needs settings.Rounds round all[i].[reader])

            if not steps.IsEmpty then
                tell phase ""

            for reader, i in steps do
                step $"{phase}, {reader.Name}" (takeRound reader) i

        complete <- true
    with :? OperationCanceledException ->
        ()

    tell "" ""

    addRatios
        {
            SchemaVersion = currentSchema
            Complete = complete
            Date = DateTimeOffset.UtcNow
            Commit = commit
            Machine = thisMachine ()
            BusyCores = busy
            Settings = settings
            Readers = readers
            Absent = absent
            Producers = List.ofArray all
        }
