/// What reads the bytes of a producer and reports how many there were. The script "sample" runs both.
module Yes.Bench.Readers

open System
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Child
open Yes.Bench.Comparison

/// What the script printed, as the words after the first one of each line, and the complaint of the producer.
let parse (text: string) complaint =
    Map
        [
            "complaint", [| complaint |]
            for line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries) do
                let words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
                words[0], words[1..]
        ]

/// The words after that first word, none if there is no such line.
let words name (output: Map<string, string[]>) = output |> Map.tryFind name |> Option.defaultValue [||]

/// Runs the script on some cores: with a mode, its argument, and a producer for some seconds.
let sample token (cores: int list) (mode: string) (argument: string) (seconds: float) producer =
    let script = Path.Combine(AppContext.BaseDirectory, "sample")
    let cores = cores |> List.map string |> String.concat " "
    // It ends by itself; whatever doesn't is given up half a minute later.
    let output, error =
        runFor (seconds + 30.0) token ([ script; mode; cores; $"%.3f{seconds}"; argument ] @ producer)

    parse output error

/// Whether timeout(1) ended the producer, with SIGINT or with SIGKILL.
let private isTimedOut output = words "status" output = [| "124" |] || words "status" output = [| "137" |]

/// How the producer ended otherwise.
let private describe output =
    match words "complaint" output with
    | [| "" |] -> $"""exit status {String.concat " " (words "status" output)}"""
    | complaint -> complaint[0]

/// What is wrong with so many bytes of output, by the words of cmp(1).
let findFault bytes (seconds: float) output =
    let complaint = words "cmp" output |> String.concat " "
    let number = Regex.Match(complaint, @"(differ:|after) \w+ (\d+)").Groups[2].Value

    match complaint, number with
    // The producer has ended, or else the script was killed.
    | "", _ -> if output.ContainsKey "status" then None else Some(describe output)
    | differ, number when differ.Contains "differ:" -> Some $"byte {int64 number - 1L} is wrong"
    | _, "" when isTimedOut output -> Some $"nothing in {seconds} seconds"
    | _, length when isTimedOut output -> Some $"{length} of {bytes} bytes in {seconds} seconds"
    | _, "" -> Some $"ended at once: {describe output}"
    | _, length -> Some $"ended after {length} bytes: {describe output}"

/// The time from execve(2) to the first byte, in seconds.
let start output =
    match words "start" output |> Array.map float with
    | [| start; first |] -> Some(Math.Round(first - start, 6))
    | _ -> None

/// The producer under GNU time, which reports the peak memory to the standard output of the script.
let withMemory producer = [ "time"; "-q"; "-a"; "-o"; "/dev/fd/3"; "-f"; "memory %M" ] @ producer

/// The peak memory, if the producer ran under GNU time.
let peakMemory output = words "memory" output |> Array.tryHead |> Option.map (fun kib -> int64 kib * 1024L)

/// Adds the round that the script describes to those before it, or says why there is no rate.
let addRound (reader: Reader) output (rate: Rate) =
    let fault message = { noRate with Fault = Some message }
    let times name = words name output |> Array.map float
    let report = words "reader" output
    let units = report |> Array.tryItem 1 |> Option.map Int64.TryParse

    match Array.tryHead report, units, times "elapsed", times "writer" with
    | Some "0", Some(true, units), [| start; stop |], [| user; system |] when isTimedOut output ->
        { rate with
            Bytes = rate.Bytes @ [ units * int64 reader.BytesPerUnit ]
            Seconds = rate.Seconds @ [ Math.Round(stop - start, 6) ]
            CpuSeconds = rate.CpuSeconds @ [ Math.Round(user + system, 3) ]
        }
    | Some "0", Some(true, _), _, _
    | None, _, _, _ -> fault (describe output)
    | _ -> fault $"""{reader.Name}: {String.concat " " report[1..]}"""

/// The readers of these names, or paths of such programs.
let find (lineLength: int) (chosen: string list) =
    [
        for word in chosen do
            let kind = string (Path.GetFileName word)

            let program, command, through =
                match kind with
                // The interval is longer than any sample, so that it prints once, at its end.
                | "pv" -> word, $"{word} -n -b -i 100000 > /dev/null", ""
                | "dd" -> word, $"{word} bs=128K of=/dev/null", ""
                | "wc" -> word, $"{word} -l", ""
                | "socket" -> "dd", "socket dd bs=64K of=/dev/null", " (socket)"
                | _ -> raise (Refused $"unknown reader '{word}': there are pv dd wc socket")

            if (Child.find program).IsEmpty then
                raise (Refused $"no reader '{program}'")

            let version = Producers.versionIn (firstLine [ program; "--version" ])

            {
                Name = $"{Path.GetFileName program} {defaultArg version word}{through}"
                Command = command
                BytesPerUnit = if kind = "wc" then lineLength else 1
            }
    ]
    |> List.distinctBy _.Name
