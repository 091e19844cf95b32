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

    let anyFile = readers |> List.exists (fun reader -> reader.Name = "file")

    let prepare one =
        let one = check "check-pipe" 0.25 one
        let hasFile = one.Fault.IsNone && anyFile
        let one = if hasFile then check "check-file" 0.25 one else one

        if one.Fault.IsSome || isScript one then
            one
        else
            { one with
                ExecutableBytes = Some (File.ReadAllBytes one.Command.Head).LongLength
                StartSeconds = run [||] "start" "21" 0.0 one.Command |> starts |> summarise
            }

    let takeRound (reader: Reader) (one: Producer) =
        let mode = if reader.Name = "file" then "file" else "pipe"
        let rate = one[reader]

        let rate =
            match
                run [||] mode reader.Command settings.SecondsPerRound one.Command
                |> evaluate reader
            with
            | Ok round ->
                { rate with
                    Rounds = choose (rate.Rounds @ [ round ])
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
                }
        |]

    try
        eprintfn "bench: check and start-up"

        for i in 0 .. all.Length - 1 do
            all[i] <- prepare all[i]

        let right = List.filter (fun i -> all[i].Fault.IsNone) [ 0 .. all.Length - 1 ]

        for round in 1 .. mostRounds settings.Rounds do
            let isDue (reader, i) =
                needs settings.Rounds round all[i].[reader]

            let steps = plan round readers right |> List.filter isDue

            if round <= settings.Rounds then
                eprintfn $"bench: round {round} of {settings.Rounds}"
            elif not steps.IsEmpty then
                eprintfn "bench: again, where rounds were disturbed"

            for reader, i in steps do
                all[i] <- takeRound reader all[i]

        complete <- true
    with :? OperationCanceledException ->
        ()

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
