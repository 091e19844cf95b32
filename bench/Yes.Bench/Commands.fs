/// The options, and what the commands do.
module Yes.Bench.Commands

open System
open System.CommandLine
open System.Globalization
open System.IO
open System.Text
open System.Text.RegularExpressions
open Spectre.Console
open Yes.Bench.Child
open Yes.Bench.Comparison
open Yes.Bench.Results

type ExitStatus =
    | Done = 0
    | WrongOutput = 1
    | BadUsage = 2
    /// What a shell has after SIGINT.
    | Interrupted = 130

/// A shorter sample would be all start and end, in seconds.
let private shortestSample = 0.05

let private text name value description (byDefault: string) =
    Option<string>(
        name,
        HelpName = value,
        Description = description,
        DefaultValueFactory = fun _ -> byDefault
    )

/// Words with blanks or commas between them.
let private words name value description (byDefault: string list) =
    Option<string[]>(
        name,
        HelpName = value,
        Description = description,
        DefaultValueFactory = (fun _ -> Array.ofList byDefault),
        CustomParser =
            fun result -> result.Tokens[0].Value.Split([| ' '; ',' |], StringSplitOptions.RemoveEmptyEntries)
    )

let private number name value description byDefault parse wanted =
    Option<'T>(
        name,
        HelpName = value,
        Description = description,
        DefaultValueFactory = (fun _ -> byDefault),
        CustomParser =
            fun result ->
                match parse result.Tokens[0].Value with
                | Some number -> number
                | None ->
                    result.AddError $"{name}: '{result.Tokens[0].Value}' is not {wanted}"
                    byDefault
    )

let private parseDuration (text: string) =
    match Double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture) with
    | true, seconds when seconds > 0.0 && seconds <= 3600.0 -> Some seconds
    | _ -> None

let private parseRounds (text: string) =
    match Int32.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture) with
    | true, rounds when rounds > 0 && rounds <= 1000 -> Some rounds
    | _ -> None

/// The options that say what is measured.
type private Measuring(command: Command, defaultReaders) =
    let duration =
        number
            "--duration"
            "SECONDS"
            "how long a producer writes to a reader, in all rounds together"
            1.0
            parseDuration
            "a number of seconds above 0, and 3600 at most"

    let rounds =
        number "--rounds" "NUMBER" "in how many rounds" 5 parseRounds "a whole number from 1 to 1000"

    let strategies =
        words "--strategies" "'NAME ...'" "which strategies; default: all" []

    let readers =
        words "--readers" "'NAME ...'" "which of the readers pv dd wc head file" defaultReaders

    let line = text "--line" "STRING" "the operand of each yes" "y"

    let executable =
        text "--yes" "PATH" "the executable of this project" "artifacts/yes"

    do
        // Some yes take such an operand as options, and wc counts lines.
        line.Validators.Add(fun result ->
            let value = result.GetValueOrDefault<string>() |> string

            if value.StartsWith '-' || value.Contains '\n' then
                result.AddError "--line: neither a dash at the start nor a newline will do")

        let all: Option list = [ duration; rounds; strategies; readers; line; executable ]
        all |> List.iter command.Options.Add

    member _.Settings(parsed: ParseResult) =
        let duration, rounds = parsed.GetRequiredValue duration, parsed.GetRequiredValue rounds

        if duration / float rounds < shortestSample then
            let needed = $"each takes {shortestSample} seconds at least"
            raise (Refused $"--duration is too short for {rounds} rounds: {needed}")

        {
            DurationSeconds = duration
            Rounds = rounds
            Line = parsed.GetRequiredValue line
            SecondsPerRound = duration / float rounds
        }

    /// The readers that take part. Their programs are there, and so are the tools.
    member _.Readers (parsed: ParseResult) tools =
        let lineLength = Encoding.UTF8.GetByteCount(parsed.GetRequiredValue line: string) + 1
        let wanted = parsed.GetRequiredValue readers 
        let chosen = Readers.all lineLength |> Producers.select "reader" (fun (one: Readers.Reader) -> one.Name) wanted
        requireTools ([ "env"; "bash"; "timeout"; "time" ] @ List.choose (fun (one: Readers.Reader) -> one.Program) chosen @ tools)
        chosen

    member _.Strategies(parsed: ParseResult) =
        let wanted = parsed.GetRequiredValue strategies 

        Producers.findStrategies (parsed.GetRequiredValue executable)
        |> Producers.select "strategy" (fun (one: Producers.Producer) -> one.Name) wanted

let private directoryOption description =
    text "--out" "DIRECTORY" description "artifacts/bench"

/// Whether standard output is a terminal on which a table can be drawn again and again.
let private isLive () =
    not Console.IsOutputRedirected && AnsiConsole.Profile.Capabilities.Ansi

/// Shows what is measured: on a terminal a table that fills and then remains, elsewhere lines on standard error.
let private showProgress (table: int -> string) (measure: (string -> unit) -> unit) =
    if isLive () then
        // It draws only between samples: drawing needs a core, which a sample would miss.
        AnsiConsole
            .Live(Text "")
            .Start(fun live ->
                let draw below =
                    live.UpdateTarget(Text(table AnsiConsole.Profile.Width + below))
                    live.Refresh()

                measure (fun step -> draw $"\n\n{step}")
                draw "\n")
    else
        let mutable phase = ""

        measure (fun step ->
            let next = step.Split(':')[0]

            if next <> phase then
                eprintfn $"bench: {next}"

            phase <- next)

let private runBench (comparison: Comparison) directory token =
    // Before anything is measured, so that no run is lost to a directory that can't be made.
    Directory.CreateDirectory directory |> ignore
    showProgress (fun columns -> Report.live columns comparison.Results) (comparison.Measure token)
    let results = comparison.Results
    Results.save directory results
    Report.save directory Chart.svg results

    printfn
        "%s\n"
        (if isLive () then
             Report.ending results
         else
             Report.plain results)

    Chart.save directory results
    printfn $"{Path.Combine(directory, Report.fileName)}"

    if not results.Complete then
        ExitStatus.Interrupted
    elif results.Producers |> List.exists _.Fault.IsSome then
        ExitStatus.WrongOutput
    else
        ExitStatus.Done

/// Measures every yes: `make bench`.
let bench token =
    let command =
        RootCommand "Measures every strategy of yes, and every other yes of the machine."

    let measuring = Measuring(command, [])
    let peers = words "--peers" "'PATH ...'" "paths of further yes to measure" []
    let directory = directoryOption "where results.json, report.md and the pictures go"
    command.Options.Add peers
    command.Options.Add directory

    command.SetAction(fun parsed ->
        let settings = measuring.Settings parsed
        let readers = measuring.Readers parsed [ "gnuplot"; "git"; "dotnet"; "lscpu" ]
        let strategies = measuring.Strategies parsed
        let present, absent = parsed.GetRequiredValue peers  |> Producers.findPeers
        let comparison = Comparison(settings, strategies @ present, readers, absent)
        int (runBench comparison (parsed.GetRequiredValue directory) token))

    command

let private ratioText (now: Cell) (past: Cell) =
    match summarise (ratios now past) with
    | Some ratio -> $"×%.2f{ratio.Median} (%.2f{ratio.Minimum} to %.2f{ratio.Maximum})"
    | None -> now.Fault |> Option.orElse past.Fault |> Option.defaultValue Format.none

let private runCompare settings readers (pairs: (Measured * Measured) list) token =
    // The two of a pair are neighbours, so that a disturbance hits both.
    let all = pairs |> List.collect (fun (now, past) -> [ now; past ])

    let isWrong (one: Measured) =
        one.Check token
        one.Fault.IsSome

    match all |> List.tryFind isWrong with
    | Some wrong ->
        let command = String.concat " " wrong.Producer.Command
        eprintfn $"bench: wrong output of {command}: {wrong.Fault.Value}"
        ExitStatus.WrongOutput
    | None ->
        let table columns =
            let ratios (reader: Readers.Reader) =
                [ for now, past in pairs -> ratioText now[reader] past[reader] ]

            let strategies = "strategy", [ for now, _ in pairs -> now.Producer.Name ]

            strategies :: [ for reader: Readers.Reader in readers -> reader.Name, ratios reader ]
            |> Format.fit columns
            |> Format.markdown

        let mutable status = ExitStatus.Done

        let measure step =
            try
                measureRates token settings readers step all
            with :? OperationCanceledException ->
                status <- ExitStatus.Interrupted

        showProgress table measure

        if not (isLive ()) then
            printfn $"{table Int32.MaxValue}"

        printfn "The rate divided by that of the base: median (smallest to largest) of the rounds."

        if status = ExitStatus.Interrupted then
            printfn $"{Report.incomplete}"

        status

/// Measures two builds of this project in one run: `make bench-compare`.
let compare token =
    let command =
        Command("compare", "Measures two builds of this project, and shows the ratios.")

    let measuring = Measuring(command, [ "pv"; "dd"; "wc" ])

    let past =
        Option<string>(
            "--base",
            HelpName = "PATH",
            Description = "the executable to compare with",
            Required = true
        )

    command.Options.Add past

    command.SetAction(fun parsed ->
        let settings = measuring.Settings parsed
        let readers = measuring.Readers parsed []
        let pastStrategies = Producers.findStrategies (parsed.GetRequiredValue past)

        let measured producer =
            Measured(producer, settings.Line, readers)

        let pairs =
            [
                for now in measuring.Strategies parsed do
                    for past in pastStrategies do
                        if past.Name = now.Name then
                            measured now, measured past
            ]

        if pairs.IsEmpty then
            raise (Refused "the two executables have none of these strategies in common")

        int (runCompare settings readers pairs token))

    command

let private runSave directory force =
    let results = Results.load directory

    if not results.Complete then
        raise (Refused $"the results in '{directory}' are incomplete: make bench measures anew")

    let reader = results.Readers.Head.Name

    let noisy =
        [
            for one in Report.shownInReadme results do
                if one.Rates[reader].Noisy then
                    one.Name
        ]

    if not (noisy.IsEmpty || force) then
        let names = String.concat ", " noisy

        let advice =
            "measure again on a quiet machine with a longer DURATION, or save with FORCE=1"

        raise (Refused $"too noisy through {reader}: {names}; {advice}")

    let start, stop = "<!-- bench:begin -->", "<!-- bench:end -->"

    let readme =
        if File.Exists "README.md" then
            File.ReadAllText "README.md"
        else
            ""

    let first, last = readme.IndexOf start, readme.IndexOf stop

    if first < 0 || last < first then
        raise (Refused $"no '{start}' with '{stop}' behind it in README.md")

    let machine = $"{results.Machine.Cpu}-{results.Machine.Kernel}".ToLowerInvariant()
    let kept = "bench/results/" + Regex.Replace(machine, "[^a-z0-9.]+", "-").Trim('-')
    Directory.CreateDirectory kept |> ignore

    for file in [ Results.fileName; Report.fileName; Chart.svg; Chart.png ] do
        File.Copy(Path.Combine(directory, file), Path.Combine(kept, file), overwrite = true)

    let block = Report.forReadme kept Chart.svg results
    File.WriteAllText("README.md", $"{readme[.. first - 1]}{start}\n\n{block}\n\n{readme[last..]}")
    printfn $"saved to {kept}, and shown in README.md"

/// Keeps results in the repository, and shows them in the README: `make bench-save`.
let save () =
    let command =
        Command("save", "Copies complete results to bench/results, and shows them in README.md.")

    let directory = directoryOption "where the results are"
    let force = Option<bool>("--force", Description = "save a noisy run too")
    command.Options.Add directory
    command.Options.Add force
    command.SetAction(fun parsed -> runSave (parsed.GetRequiredValue directory) (parsed.GetRequiredValue force))
    command
