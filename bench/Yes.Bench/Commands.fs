/// The commands.
module Yes.Bench.Commands

open System
open System.CommandLine
open System.IO
open System.Text.Json
open Spectre.Console
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

/// Measures. On a terminal a table fills and then remains, elsewhere standard error names each phase.
let private measure token readers producers absent settings table =
    let prepared = Measuring.prepare settings readers producers absent

    if prepared.BusyCores > tolerated then
        let busy = Format.digits 2 prepared.BusyCores
        eprintfn $"bench: the machine is busy, {busy} cores are taken: expect noise"

    let measure show = Measuring.measure show token prepared

    if not Console.IsOutputRedirected && AnsiConsole.Profile.Capabilities.Ansi then
        // It draws only between samples: drawing needs a core, which a sample would miss.
        AnsiConsole
            .Live(Text "")
            .Start(fun live ->
                measure (fun comparison step ->
                    live.UpdateTarget(Text $"{table AnsiConsole.Profile.Width comparison}\n\n{step}")
                    live.Refresh()))
    else
        let mutable phase = ""

        measure (fun _ step ->
            let next = step.Split([| ':'; ',' |])[0]

            if next <> phase && next <> "" then
                eprintfn $"bench: {next}"

            phase <- next)

/// Measures every yes: `make bench`.
let bench token =
    let command =
        RootCommand "Measures every strategy of yes, the same in C, and every other yes."

    let measuring = Measuring(command, [ "pv"; "wc" ])

    let peers =
        option command "--peers" "'PATH ...'" "paths of further yes to measure" [] words

    let inC =
        option command "--c" "PATH" "the program with the same in C" "artifacts/yes-in-c" Ok

    let out = out command "where results.json, report.md and the picture go"

    command.SetAction(fun parsed ->
        let readers = measuring.Readers parsed [ "gnuplot"; "git"; "lscpu" ]
        let strategies = measuring.Strategies parsed
        let programs = Producers.findStrategies "C" (parsed.GetRequiredValue inC)
        let peers, absent = Producers.findPeers (parsed.GetRequiredValue peers)
        let producers = Producers.withC strategies programs @ peers
        let out = parsed.GetRequiredValue out
        // Before anything is measured, so that no run is lost to a directory that can't be made. Results are
        // moved out of it when all are there.
        let unfinished = Directory.CreateDirectory(Path.Combine(out, "unfinished")).FullName

        let comparison =
            measure token readers producers absent (measuring.Settings parsed) Report.overview

        try
            let write name text =
                File.WriteAllText(Path.Combine(unfinished, name), text + "\n")

            write resultsFile (JsonSerializer.Serialize(comparison, json))
            write reportFile (Report.full Chart.fileName comparison)
            Chart.save unfinished comparison

            for file in Directory.GetFiles unfinished do
                File.Move(file, Path.Combine(out, Path.GetFileName file |> string), overwrite = true)
        finally
            Directory.Delete(unfinished, recursive = true)

        printfn "%s\n" (Report.text comparison)
        printfn "%s" (Path.Combine(out, reportFile))
        int (exitStatus comparison))

    command

let private baseName name = $"{name} of the base"

/// What is to be said of a strategy beside that of the base.
let private verdict (comparison: Comparison) (reader: Reader) name =
    let rate name =
        (comparison.Producers |> List.find (fun one -> one.Name = name))[reader]

    let now, past = rate name, rate (baseName name)

    match now.BytesPerSecond, past.BytesPerSecond with
    | Some rate, Some pastRate ->
        let verdict = judge (now.Counted.Length, rate) (past.Counted.Length, pastRate)
        $"{verdict} {Format.ratioOf rate.Median pastRate.Median |> Format.orNone Format.ratio}"
    | _ -> now.Fault |> Option.orElse past.Fault |> Format.orNone id

let private runCompare token (readers: Reader list) (pairs: Producer list) settings =
    let strategies =
        [
            for one in pairs |> List.filter (fun one -> one.Group = "strategy") -> one.Name
        ]

    let verdicts comparison =
        [
            for reader in readers -> reader.Name, List.map (verdict comparison reader) strategies
        ]

    let table columns comparison =
        Format.markdown columns (("strategy", strategies) :: verdicts comparison)

    let comparison = measure token readers pairs [] settings table

    for one in comparison.Producers |> List.filter _.Fault.IsSome do
        eprintfn $"""bench: wrong output of {String.concat " " one.Command}: {one.Fault.Value}"""

    printfn "%s\n" (table Int32.MaxValue comparison)
    printfn "×: the median rate divided by that of the base. Slower or faster: the 95 %% intervals are apart."

    if not comparison.Complete then
        printfn "%s" Report.incomplete

    let any (verdict: string) =
        verdicts comparison |> List.collect snd |> List.exists _.StartsWith(verdict)

    match exitStatus comparison with
    | ExitStatus.Done when any "slower" -> ExitStatus.Slower
    | ExitStatus.Done when any "too noisy" ->
        raise (Refused "too noisy for some verdicts: measure again on a quiet machine with more ROUNDS")
    | status -> status

/// Measures two builds of this project in one run: `make bench-compare`.
let compare token =
    let command =
        Command("compare", "Measures two builds of this project, and says which is faster.")

    let measuring = Measuring(command, [ "pv"; "dd"; "wc" ])

    let past =
        option command "--base" "PATH" "the executable to compare with" "artifacts/base" Ok

    command.SetAction(fun parsed ->
        let readers = measuring.Readers parsed []
        let pastStrategies = Producers.findStrategies "base" (parsed.GetRequiredValue past)

        // The two of a pair are neighbours, so that a disturbance hits both.
        let pairs =
            [
                for now in measuring.Strategies parsed do
                    for past in pastStrategies do
                        if past.Name = now.Name then
                            yield! [ now; { past with Name = baseName past.Name } ]
            ]

        if pairs.IsEmpty then
            raise (Refused "the two executables have none of these strategies in common")

        int (runCompare token readers pairs (measuring.Settings parsed)))

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

let private runSave directory force =
    let results = load directory

    match
        Report.noisy
            { results with
                Readers = [ results.Readers.Head ]
            }
    with
    | _ :: _ as noisy when not force ->
        let noisy = String.concat ", " noisy

        let advice =
            "measure again on a quiet machine with more ROUNDS, or save with FORCE=1"

        raise (Refused $"too noisy: {noisy}; {advice}")
    | _ -> ()

    let readme =
        if File.Exists "README.md" then
            File.ReadAllText "README.md"
        else
            ""

    let start, stop = "<!-- bench:begin -->", "<!-- bench:end -->"
    let first, last = readme.IndexOf start, readme.IndexOf stop

    if first < 0 || last < first then
        raise (Refused $"no '{start}' with '{stop}' behind it in README.md")

    let kept = $"bench/results/{Machine.directoryName results.Machine}"
    Directory.CreateDirectory kept |> ignore

    for file in [ resultsFile; reportFile; Chart.fileName ] do
        File.Copy(Path.Combine(directory, file), Path.Combine(kept, file), overwrite = true)

    let shown =
        Report.forReadme $"{kept}/{reportFile}" $"{kept}/{Chart.fileName}" results

    File.WriteAllText("README.md", $"{readme[.. first - 1]}{start}\n\n{shown}\n\n{readme[last..]}")
    printfn $"saved to {kept}, and shown in README.md"

/// Keeps results in the repository, and shows them in the README: `make bench-save`.
let save () =
    let command =
        Command("save", "Copies complete results to bench/results, and shows them in README.md.")

    let out = out command "where the results are"
    let force = flag command "--force" "save a noisy run too"
    command.SetAction(fun parsed -> runSave (parsed.GetRequiredValue out) (parsed.GetRequiredValue force))
    command
