/// The measuring: first the output is checked, then come the rounds, each with a start and the rates.
module Yes.Bench.Measuring

open System
open System.IO
open Yes.Bench.Comparison
open Yes.Bench.Readers

/// How many bytes are checked, and how long that may take on a busy machine, in seconds: the first byte, and
/// all, for which the slowest strategy needs ten.
let private checks = [ 1, 5.0; 16 <<< 20, 300.0 ]

/// Some things in the order of a round: each begins with another, so that none always follows the same one.
let private rotate round things =
    let next = round % max 1 (List.length things)
    List.skip next things @ List.take next things

/// A script has neither the size nor the start nor the memory of a yes.
let private isScript (producer: Producer) =
    use file = File.OpenRead producer.Command.Head
    file.ReadByte() = int '#' && file.ReadByte() = int '!'

/// A path is of no use elsewhere.
let private withoutPath (one: Producer) =
    { one with Command = string (Path.GetFileName one.Command.Head) :: one.Command.Tail }

/// Measures with a sample until all is done or it is cancelled. What was measured until then is reported.
let measure sample commit machine settings (readers: Reader list) (producers: Producer list) =
    let all = [| for one in producers -> { one with Command = one.Command @ [ settings.Line ] } |]

    let check i (bytes, seconds) =
        let one = all[i]

        if one.Fault.IsNone then
            let output = sample "check" (string bytes) seconds (withMemory one.Command)
            let ifProgram value = if isScript one then None else value

            all[i] <-
                { one with
                    Fault = findFault bytes seconds output
                    PeakMemoryBytes = ifProgram (peakMemory output)
                    ExecutableBytes = ifProgram (Some (File.ReadAllBytes one.Command.Head).LongLength)
                }

    let takeStart i =
        let one = all[i]

        if not (isScript one) then
            let first = sample "start" "" 0.0 one.Command |> start
            all[i] <- { one with StartSeconds = one.StartSeconds @ Option.toList first }

    let takeRound (reader: Reader) i =
        let one = all[i]

        if one[reader].Fault.IsNone then
            let output = sample "rate" reader.Command settings.SecondsPerRound one.Command
            all[i] <- { one with Rates = one.Rates.Add(reader.Name, addRound reader output one[reader]) }

    let isComplete =
        try
            eprintfn "bench: check"

            for i in 0 .. all.Length - 1 do
                List.iter (check i) checks

            for round in 1 .. settings.Rounds do
                eprintfn $"bench: round {round} of {settings.Rounds}"

                let right = List.filter (fun i -> all[i].Fault.IsNone) [ 0 .. all.Length - 1 ] |> rotate round
                List.iter takeStart right
                // The producers follow each other within a reader, so that a disturbance hits all of them.
                for reader in readers do
                    List.iter (takeRound reader) right

            true
        with :? OperationCanceledException ->
            false

    {
        SchemaVersion = currentSchema
        Complete = isComplete
        Date = DateTimeOffset.UtcNow
        Commit = commit
        Machine = machine
        Settings = settings
        Readers = readers
        Producers = List.map withoutPath (List.ofArray all)
    }
