/// What reads the bytes of a producer and reports how many there were. The script "sample" runs both.
module Yes.Bench.Readers

open System
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Child
open Yes.Bench.Comparison
open Yes.Bench.Machine
open Yes.Bench.Statistics

/// What the script printed, a list of words for each line, and the complaint of the producer.
let parse (text: string) complaint =
    [
        [| "complaint"; complaint |]
        for line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries) do
            line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
    ]

/// The words after that first word, none if there is no such line.
let words name output =
    output
    |> List.tryFind (fun words -> Array.head words = name)
    |> Option.map Array.tail
    |> Option.defaultValue [||]

/// Runs the script: its mode, the argument of the mode, and the producer, for some seconds. If cores are
/// given, the first is for the producer, the second for the reader.
let run token (input: byte[]) (cores: int list) (mode: string) argument (limit: float) producer =
    let script = Path.Combine(AppContext.BaseDirectory, "sample")
    let cores = cores |> List.map string |> String.concat " "
    // It ends by itself; whatever doesn't is given up half a minute later.
    let _, output, error =
        runFor (limit + 30.0) token input ([ script; mode; cores; $"%.3f{limit}"; argument ] @ producer)

    parse output error

/// Whether timeout(1) ended the producer, with SIGINT or with SIGKILL.
let isTimedOut output =
    words "status" output = [| "124" |] || words "status" output = [| "137" |]

/// How the producer ended otherwise.
let describe output =
    let status = words "status" output |> Array.tryHead |> Option.map int
    describeEnd (defaultArg status 0) (words "complaint" output).[0]

/// The times from execve(2) to the first byte, in seconds.
let starts output =
    [
        for words in output do
            match words with
            | [| "start"; start; first |] -> float first - float start
            | _ -> ()
    ]

/// The peak memory, if the producer ran under GNU time.
let peakMemory output =
    words "memory" output
    |> Array.tryHead
    |> Option.map (fun kib -> int64 kib * 1024L)

/// The producer under GNU time, which reports the peak memory to the standard output of the script.
let withMemory producer =
    [ "time"; "-q"; "-a"; "-o"; "/dev/fd/3"; "-f"; "memory %M" ] @ producer

/// The round that the script describes, with the bytes that the reader got.
let private round output bytes =
    let times name = words name output |> Array.map float

    match times "elapsed", times "writer", times "all" with
    | [| start; stop |], [| real; user; system |], [| lasted; allUser; allSystem |] ->
        let programs, stolen = processorTimes (words "before" output) (words "after" output)

        Ok
            {
                Bytes = bytes
                Seconds = stop - start
                CpuSeconds = user + system
                Cpu = (user + system) / max real 0.001
                StolenCores = stolen / lasted
                OtherCores = max 0.0 (programs - allUser - allSystem) / lasted
                Counts = true
            }
    | _ -> Error "it could not be stopped"

/// What a reader found, or why there is no rate.
let evaluate (reader: Reader) output =
    let ended = Error(describe output)

    match words "reader" output with
    | [||] -> ended
    | report ->
        match report[0], report |> Array.tryItem 1 |> Option.map Int64.TryParse with
        // The file is memory, so it grows to a GiB at most.
        | "0", Some(true, units) when isTimedOut output || reader.Name = "file" && units = (1L <<< 30) ->
            round output (units * int64 reader.BytesPerUnit)
        | "0", Some(true, _) -> ended
        | _ -> Error $"""{reader.Name}: {String.concat " " report[1..]}"""

let names = [ "pv"; "dd"; "wc"; "file" ]

/// The readers of these names, or paths of such programs. Checks that there are their programs, and others.
let find (lineLength: int) programs (chosen: string list) =
    let kindOf (word: string) = string (Path.GetFileName word)

    let versionOf word =
        Producers.versionIn (firstLine [ word; "--version" ])
        |> Option.defaultValue word

    match chosen |> List.tryFind (fun word -> not (List.contains (kindOf word) names)) with
    | Some word -> raise (Refused $"""unknown reader '{word}': there are {String.concat " " names}""")
    | None ->
        [ "env"; "bash"; "timeout"; "time"; "taskset"; "head"; "cmp" ]
        @ List.except [ "file" ] chosen
        @ programs
        |> requireTools

    [
        for word in chosen ->
            let kind = kindOf word
            // A word of the shell.
            let program = Regex.Replace(word, @"[^\w./+-]", @"\$0")

            {
                Name = if kind = "file" then kind else $"{kind} {versionOf word}"
                Command =
                    match kind with
                    // The interval is longer than any sample, so that it prints once, at its end.
                    | "pv" -> $"{program} -n -b -i 100000 > /dev/null"
                    | "dd" -> $"{program} bs=128K of=/dev/null"
                    | "wc" -> $"{program} -l"
                    | _ -> "a file on tmpfs"
                BytesPerUnit = if kind = "wc" then lineLength else 1
            }
    ]
    |> List.distinctBy _.Name
