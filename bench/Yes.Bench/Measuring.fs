/// The measuring: first the output is checked, then start-up, then the rates, round by round.
module Yes.Bench.Measuring

open System
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

/// Lets a producer write into a pipe or a file, and compares.
let rec private check run mode (input: byte[]) seconds command =
    let output = run input mode (string checkedMebibytes) seconds command

    match words "length" output with
    | [| "0" |] when isTimedOut output && seconds < patience -> check run mode input patience command
    | _ -> findFault (mode = "check-file") seconds output

/// The steps of a round: reader and producer. The producers follow each other within a reader, so that a
/// disturbance hits all of them. Each round begins with another producer, so that none always follows the
/// same one.
let plan round (readers: 'Reader list) (producers: 'Producer list) =
    let next = round % max 1 producers.Length
    List.allPairs readers (List.skip next producers @ List.take next producers)

/// Whether a rate needs this round: it was planned, or too few of those before it count.
let needs planned round (rate: Rate) =
    rate.Fault.IsNone && (round <= planned || rate.Counted.Length < planned)

/// A comparison in which nothing is measured.
let prepare (settings: Settings) readers producers absent =
    {
        SchemaVersion = currentSchema
        Complete = false
        Date = DateTimeOffset.UtcNow
        Commit = currentCommit ()
        Machine = thisMachine ()
        BusyCores = busyCores ()
        Settings = settings
        Readers = readers
        Absent = absent
        Producers =
            [
                for one in producers ->
                    { one with
                        Command = one.Command @ [ settings.Line ]
                        Rates = Map [ for reader in readers -> reader.Name, noRate ]
                    }
            ]
    }

/// Measures until all is done or the token is cancelled. Before each step it shows what it has, and the step.
let measure (show: Comparison -> string -> unit) token (prepared: Comparison) =
    let settings = prepared.Settings
    let run input = run token input settings.Cores
    let line = Encoding.UTF8.GetBytes(settings.Line + "\n")
    let right = Array.init (checkedMebibytes <<< 20) (fun i -> line[i % line.Length])
    let mutable now = prepared

    let step title name change =
        show now $"{title}: {name}"

        let producers =
            [ for one in now.Producers -> if one.Name = name then change one else one ]

        now <- addRatios { now with Producers = producers }

    let checkAll (one: Producer) =
        let fault = check run "check-pipe" right checkedSeconds one.Command

        { one with
            Fault =
                if fault.IsNone && one.Rates.ContainsKey "file" then
                    check run "check-file" right checkedSeconds one.Command
                else
                    fault
        }

    let measureStart (one: Producer) =
        { one with
            ExecutableBytes = Some(Producers.executableBytes one)
            StartSeconds = run [||] "start" "21" 0.0 one.Command |> starts |> summarise
        }

    let takeRound isWarmUp (reader: Reader) (one: Producer) =
        // GNU time would add to the start, so it takes part in the warm-up only.
        let command =
            if isWarmUp && reader = prepared.Readers.Head then
                withMemory one.Command
            else
                one.Command

        let rate = one[reader]

        let mode, argument =
            if reader.Name = "file" then
                "file", "1024"
            else
                "pipe", reader.Command

        let output = run [||] mode argument settings.SecondsPerRound command

        let rate =
            match evaluate reader output with
            | Ok _ when isWarmUp -> rate
            | Ok round ->
                { rate with
                    Rounds = choose (rate.Rounds @ [ round ])
                }
            | Error fault -> { noRate with Fault = Some fault }

        { one with
            PeakMemoryBytes = Option.orElse (peakMemory output) one.PeakMemoryBytes
            Rates = one.Rates.Add(reader.Name, rate)
        }

    try
        for one in prepared.Producers do
            step "check" one.Name checkAll

        let right = now.Producers |> List.filter _.Fault.IsNone

        for one in right |> List.filter (Producers.isScript >> not) do
            step "start-up" one.Name measureStart

        for round in 0 .. mostRounds settings.Rounds do
            for reader, name in plan round prepared.Readers [ for one in right -> one.Name ] do
                let one = now.Producers |> List.find (fun one -> one.Name = name)

                if needs settings.Rounds round one[reader] then
                    let title =
                        if round = 0 then
                            "warm-up"
                        elif round <= settings.Rounds then
                            $"round {round} of {settings.Rounds}"
                        else
                            "again, where rounds were disturbed"

                    step $"{title}, {reader.Name}" name (takeRound (round = 0) reader)

        now <- { now with Complete = true }
    with :? OperationCanceledException ->
        // What was measured until now is reported.
        ()

    show now ""

    { now with
        Date = DateTimeOffset.UtcNow
    }
