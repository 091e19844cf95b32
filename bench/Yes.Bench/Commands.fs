/// The commands.
module Yes.Bench.Commands

open System
open System.CommandLine
open System.IO
open System.Text.Json
open System.Text.RegularExpressions
open Spectre.Console
open Yes.Bench.Child
open Yes.Bench.Comparison
open Yes.Bench.Options

type ExitStatus =
    | Done = 0
    | WrongOutput = 1
    | BadUsage = 2
    /// What a shell has after SIGINT.
    | Interrupted = 130

let private resultsFile = "results.json"

let private json =
    JsonSerializerOptions(JsonSerializerDefaults.Web, WriteIndented = true)

/// The directory in which the results of a machine are kept.
let private keptDirectory cpu kernel =
    let name = Regex.Replace($"{cpu}-{kernel}".ToLowerInvariant(), "[^a-z0-9.]+", "-")
    $"bench/results/{name.Trim('-')}"

let private exitStatus (comparison: Comparison) =
    if not comparison.Complete then
        ExitStatus.Interrupted
    elif comparison.Producers |> List.exists _.Fault.IsSome then
        ExitStatus.WrongOutput
    else
        ExitStatus.Done

/// Whether standard output is a terminal on which a table can be drawn again and again.
let private isLive () =
    not Console.IsOutputRedirected && AnsiConsole.Profile.Capabilities.Ansi

/// Measures. On a terminal a table fills and then remains, elsewhere standard error names each phase.
let private measure (table: int -> string) (steps: (string -> unit) -> unit) =
    let run step =
        try
            steps step
        with :? OperationCanceledException ->
            // What was measured until now is reported.
            ()

    if isLive () then
        // It draws only between samples: drawing needs a core, which a sample would miss.
        AnsiConsole
            .Live(Text "")
            .Start(fun live ->
                let draw below =
                    live.UpdateTarget(Text(table AnsiConsole.Profile.Width + below))
                    live.Refresh()

                run (fun step -> draw $"\n\n{step}")
                draw "\n")
    else
        let mutable phase = ""

        run (fun step ->
            let next = step.Split(':')[0]

            if next <> phase then
                eprintfn $"bench: {next}"

            phase <- next)

/// Measures every yes: `make bench`.
let bench token =
    let command =
        RootCommand "Measures every strategy of yes, and every other yes of the machine."

    let measuring = Measuring(command, [])
    let peers = option "--peers" "'PATH ...'" "paths of further yes to measure" [] words
    let out = outOption "where results.json, report.md and the pictures go"
    command.Options.Add peers
    command.Options.Add out

    command.SetAction(fun parsed ->
        let settings = measuring.Settings parsed
        let readers = measuring.Readers parsed [ "gnuplot"; "git"; "lscpu" ]
        let strategies = measuring.Strategies parsed
        let present, absent = Producers.findPeers (parsed.GetRequiredValue peers)
        let comparison = Comparison(settings, strategies @ present, readers, absent)
        // Before anything is measured, so that no run is lost to a directory that can't be made.
        let directory = Directory.CreateDirectory(parsed.GetRequiredValue out).FullName

        measure (Report.live comparison) (fun step ->
            comparison.Check token step
            comparison.Measure token step)

        let write name text =
            File.WriteAllText(Path.Combine(directory, name), text + "\n")

        let machine = comparison.Machine
        write resultsFile (JsonSerializer.Serialize(comparison, json))
        write Report.fileName (Report.full Chart.svg comparison)

        write
            Report.readmePart
            (Report.forReadme (keptDirectory machine.Cpu machine.Kernel) Chart.svg comparison)

        let columns = AnsiConsole.Profile.Width

        printfn
            "%s\n"
            (if isLive () then
                 Report.ending columns comparison
             else
                 Report.text comparison)

        Chart.save directory comparison
        printfn "%s" (Path.Combine(parsed.GetRequiredValue out, Report.fileName))
        int (exitStatus comparison))

    command

let private ratio (reader: Readers.Reader) (pair: Measured list) =
    let now, past = pair[0][reader], pair[1][reader]

    match now.RatiosTo past with
    | Some ratio -> $"×%.2f{ratio.Median} (%.2f{ratio.Minimum} to %.2f{ratio.Maximum})"
    | None -> now.Fault |> Option.orElse past.Fault |> Option.defaultValue Format.none

let private runCompare (comparison: Comparison) token =
    let rows = comparison.Producers |> List.chunkBySize 2

    let table columns =
        ("strategy", [ for pair in rows -> pair.Head.Name ])
        :: [
            for reader in comparison.Readers -> reader.Name, List.map (ratio reader) rows
        ]
        |> Format.fit columns
        |> Format.markdown

    comparison.Check token ignore

    match comparison.Producers |> List.tryFind _.Fault.IsSome with
    | Some wrong ->
        eprintfn $"""bench: wrong output of {String.concat " " wrong.Command}: {wrong.Fault.Value}"""
        ExitStatus.WrongOutput
    | None ->
        measure table (comparison.Measure token)

        if not (isLive ()) then
            printfn "%s" (table Int32.MaxValue)

        printfn "The rate divided by that of the base: median (smallest to largest) of the rounds."

        if not comparison.Complete then
            printfn "%s" Report.incomplete

        exitStatus comparison

/// Measures two builds of this project in one run: `make bench-compare`.
let compare token =
    let command =
        Command("compare", "Measures two builds of this project, and shows the ratios.")

    let measuring = Measuring(command, [ "pv"; "dd"; "wc" ])

    let past =
        Option<string>("--base", HelpName = "PATH", Description = "the executable to compare with")

    past.Required <- true
    command.Options.Add past

    command.SetAction(fun parsed ->
        let readers = measuring.Readers parsed []
        let pastStrategies = Producers.findStrategies (parsed.GetRequiredValue past)

        // The two of a pair are neighbours, so that a disturbance hits both.
        let pairs =
            [
                for now in measuring.Strategies parsed do
                    match pastStrategies |> List.tryFind (fun past -> past.Name = now.Name) with
                    | Some past -> yield! [ now; past ]
                    | None -> ()
            ]

        if pairs.IsEmpty then
            raise (Refused "the two executables have none of these strategies in common")

        int (runCompare (Comparison(measuring.Settings parsed, pairs, readers, [])) token))

    command

let private load directory =
    try
        JsonDocument.Parse(File.ReadAllText(Path.Combine(directory, resultsFile)))
    with
    | :? IOException
    | :? JsonException -> raise (Refused $"no results in '{directory}': make bench measures")

let private runSave directory force =
    use results = load directory
    let root = results.RootElement

    let text (element: JsonElement) (name: string) =
        string (element.GetProperty(name).GetString())

    let version = root.GetProperty("schemaVersion").GetInt32()

    if version <> currentSchema then
        let found =
            $"the results in '{directory}' have schema version {version}, not {currentSchema}"

        raise (Refused $"{found}: make bench measures anew")

    if not (root.GetProperty("complete").GetBoolean()) then
        raise (Refused $"the results in '{directory}' are incomplete: make bench measures anew")

    let reader = text (root.GetProperty("readers")[0]) "name"

    let noisy =
        [
            for one in root.GetProperty("producers").EnumerateArray() do
                let isNoisy =
                    one.GetProperty("rates").GetProperty(reader).GetProperty("noisy").GetBoolean()

                if isNoisy && Report.isInReadme (text one "name") then
                    text one "name"
        ]

    if not (noisy.IsEmpty || force) then
        let advice =
            "measure again on a quiet machine with a longer DURATION, or save with FORCE=1"

        raise (Refused $"""too noisy through {reader}: {String.concat ", " noisy}; {advice}""")

    let readme =
        if File.Exists "README.md" then
            File.ReadAllText "README.md"
        else
            ""

    let start, stop = "<!-- bench:begin -->", "<!-- bench:end -->"
    let first, last = readme.IndexOf start, readme.IndexOf stop

    if first < 0 || last < first then
        raise (Refused $"no '{start}' with '{stop}' behind it in README.md")

    let machine = root.GetProperty "machine"
    let kept = keptDirectory (text machine "cpu") (text machine "kernel")
    Directory.CreateDirectory kept |> ignore

    for file in [ resultsFile; Report.fileName; Chart.svg; Chart.png ] do
        File.Copy(Path.Combine(directory, file), Path.Combine(kept, file), overwrite = true)

    let shown = File.ReadAllText(Path.Combine(directory, Report.readmePart))
    File.WriteAllText("README.md", $"{readme[.. first - 1]}{start}\n\n{shown}\n{readme[last..]}")
    printfn $"saved to {kept}, and shown in README.md"

/// Keeps results in the repository, and shows them in the README: `make bench-save`.
let save () =
    let command =
        Command("save", "Copies complete results to bench/results, and shows them in README.md.")

    let out = outOption "where the results are"
    let force = Option<bool>("--force", Description = "save a noisy run too")
    command.Options.Add out
    command.Options.Add force
    command.SetAction(fun parsed -> runSave (parsed.GetRequiredValue out) (parsed.GetRequiredValue force))
    command
