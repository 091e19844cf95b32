/// The commands.
module Yes.Bench.Commands

open System
open System.CommandLine
open System.IO
open System.Text.Json
open System.Text.RegularExpressions
open Yes.Bench.Child
open Yes.Bench.Comparison
open Yes.Bench.Options
open Yes.Bench.Statistics

type ExitStatus =
    | Done = 0
    | WrongOutput = 1
    | BadUsage = 2
    /// A strategy is slower than that of the base, beyond doubt.
    | Slower = 3
    /// What a shell has after SIGINT.
    | Interrupted = 130

let private resultsFile = "results.json"
let private reportFile = "report.md"

let private json =
    JsonSerializerOptions(JsonSerializerDefaults.Web, WriteIndented = true)

let private exitStatus (comparison: Comparison) =
    if not comparison.Complete then
        ExitStatus.Interrupted
    elif comparison.Producers |> List.exists _.Fault.IsSome then
        ExitStatus.WrongOutput
    else
        ExitStatus.Done

/// Measures every yes: `make bench`.
let bench token =
    let command =
        RootCommand "Measures every strategy of yes, the same in C, and every other yes."

    let measuring = measuring command [ "pv" ]

    let peers =
        option command "--peers" "'PATH ...'" "paths of further yes to measure" [] words

    let inC =
        option command "--c" "PATH" "the program with the same in C" "artifacts/yes-in-c" Ok

    let out = out command "where results.json, report.md and the picture go"

    command.SetAction(fun parsed ->
        let settings, readers, strategies = measuring parsed [ "gnuplot"; "git"; "lscpu" ]

        let inC = Producers.findStrategies "C" (parsed.GetRequiredValue inC)
        let peers, absent = Producers.findPeers (parsed.GetRequiredValue peers)
        let producers = Producers.interleave Comparison.inC inC strategies @ peers
        let out = parsed.GetRequiredValue out
        // Before anything is measured, so that no run is lost to a directory that can't be made. Results are
        // moved out of it when all are there.
        let unfinished = Directory.CreateDirectory(Path.Combine(out, "unfinished")).FullName
        let comparison = Measuring.measure token settings readers producers absent

        try
            let write name text =
                File.WriteAllText(Path.Combine(unfinished, name), text + "\n")

            write resultsFile (JsonSerializer.Serialize(comparison, json))
            write reportFile (Report.full comparison)
            Chart.save unfinished comparison

            for file in Directory.GetFiles unfinished do
                File.Move(file, Path.Combine(out, Path.GetFileName file |> string), overwrite = true)
        finally
            Directory.Delete(unfinished, recursive = true)

        let isFile = Console.IsOutputRedirected
        let width = if isFile then Report.width else Console.WindowWidth
        printfn "%s\n" (Report.text width comparison)
        printfn "%s" (Path.Combine(out, reportFile))
        int (exitStatus comparison))

    command

/// What is to be said of a strategy, through a reader, beside that of the base.
let private verdict (reader: Reader) (pair: Producer list) =
    let now, past = pair[0][reader], pair[1][reader]

    match now.BytesPerSecond, past.BytesPerSecond with
    | Some rate, Some pastRate ->
        let verdict = judge (now.Counted().Length, rate) (past.Counted().Length, pastRate)
        $"{verdict} {Format.ratioOf rate.Median pastRate.Median |> Format.orNone Format.ratio}"
    | _ -> now.Fault |> Option.orElse past.Fault |> Format.orNone id

/// Measures two builds of this project in one run: `make bench-compare`.
let compare token =
    let command =
        Command("compare", "Measures two builds of this project, and says which is faster.")

    let measuring = measuring command [ "pv"; "dd"; "wc" ]

    let past =
        option command "--base" "PATH" "the executable to compare with" "artifacts/base" Ok

    command.SetAction(fun parsed ->
        let settings, readers, strategies = measuring parsed []
        let past = Producers.findStrategies "base" (parsed.GetRequiredValue past)

        let common =
            strategies
            |> List.filter (fun one -> past |> List.exists (fun other -> other.Name = one.Name))

        if common.IsEmpty then
            raise (Refused "the two executables have none of these strategies in common")

        // The two of a pair are neighbours, so that a disturbance hits both.
        let pairs = Producers.interleave (sprintf "%s of the base") past common
        let comparison = Measuring.measure token settings readers pairs []
        let pairs = List.chunkBySize 2 comparison.Producers

        for one in comparison.Producers |> List.filter _.Fault.IsSome do
            eprintfn $"""bench: wrong output of {String.concat " " one.Command}: {one.Fault.Value}"""

        let verdicts =
            [ for reader in readers -> reader.Name, List.map (verdict reader) pairs ]

        printfn "%s\n" (Format.markdown Int32.MaxValue (("strategy", List.map _.Name common) :: verdicts))

        printfn "×: to the median rate of the base. Slower or faster: the 95 %% intervals are apart."

        if not comparison.Complete then
            printfn "%s" Report.incomplete

        let any (verdict: string) =
            verdicts |> List.collect snd |> List.exists _.StartsWith(verdict)

        match exitStatus comparison with
        | ExitStatus.Done when any "slower" -> int ExitStatus.Slower
        | ExitStatus.Done when any "too noisy" ->
            raise (Refused "too noisy for some verdicts: measure again on a quiet machine with more ROUNDS")
        | status -> int status)

    command

/// The results in a directory, if they are complete and of this version.
let private load directory =
    let refuse what =
        raise (Refused $"{what}: make bench measures anew")

    try
        let text = File.ReadAllText(Path.Combine(directory, resultsFile))

        let version =
            JsonDocument.Parse(text).RootElement.GetProperty("schemaVersion").GetInt32()

        if version <> currentSchema then
            refuse $"the results in '{directory}' have schema version {version}, not {currentSchema}"

        let results = JsonSerializer.Deserialize<Comparison>(text, json) |> nonNull

        if not results.Complete then
            refuse $"the results in '{directory}' are incomplete"

        results
    with
    | :? IOException
    | :? JsonException -> refuse $"no results in '{directory}'"

/// Keeps results in the repository, and shows them in the README: `make bench-save`.
let save () =
    let command =
        Command("save", "Copies complete results to bench/results, and shows them in README.md.")

    let out = out command "where the results are"
    let force = flag command "--force" "save a noisy run too"

    command.SetAction(fun parsed ->
        let directory = parsed.GetRequiredValue out
        let results = load directory
        let noisy = String.concat ", " (Report.noisy [ results.Readers.Head ] results)

        if noisy <> "" && not (parsed.GetRequiredValue force) then
            let advice =
                "measure again on a quiet machine with more ROUNDS, or save with FORCE=1"

            raise (Refused $"too noisy: {noisy}; {advice}")

        let kept = $"bench/results/{Machine.directoryName results.Machine}"
        let start, stop = "<!-- bench:begin -->", "<!-- bench:end -->"
        let readme = File.ReadAllText "README.md"
        let marked = Regex.Match(readme, $"(?s){start}.*{stop}")

        if not marked.Success then
            raise (Refused $"no '{start}' with '{stop}' behind it in README.md")

        Directory.CreateDirectory kept |> ignore

        for file in resultsFile :: reportFile :: List.map fst Report.pictures do
            File.Copy(Path.Combine(directory, file), Path.Combine(kept, file), overwrite = true)

        let shown = Report.forReadme $"{kept}/" reportFile results
        File.WriteAllText("README.md", readme.Replace(marked.Value, $"{start}\n\n{shown}\n\n{stop}"))
        printfn $"saved to {kept}, and shown in README.md")

    command
