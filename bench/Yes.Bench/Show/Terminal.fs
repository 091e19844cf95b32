/// What people see: an announcement, the results as they come in, and the final table.
module Yes.Bench.Terminal

open System
open System.Diagnostics
open Spectre.Console
open Spectre.Console.Rendering
open Yes.Bench.Run
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Measuring
open Yes.Bench.Statistics

/// A bar of eighths of a character, as a share of the width. Even the shortest bar is visible.
let private bar (width: int) share =
    let eighths = max 1 (int (Math.Round(share * float (8 * width))))
    String('█', eighths / 8) + [| ""; "▏"; "▎"; "▍"; "▌"; "▋"; "▊"; "▉" |][eighths % 8]

/// A character for each of the last rounds, as high as the round is fast.
let private sparkline (width: int) rates =
    let highest = List.fold max 1.0 rates
    let character rate = "▁▂▃▄▅▆▇█"[min 7 (int (8.0 * rate / highest))]
    rates |> List.skip (max 0 (rates.Length - width)) |> List.map character |> Array.ofList |> String

let private color (writer: Writer) =
    match writer.Kind with
    | Kind.Strategy -> "blue"
    | Kind.Technique
    | Kind.Base -> "grey"
    | _ -> "default"

/// A column of the table: its heading, alignment and cells, and whether narrow terminals show it, too.
type private Column = { Heading: string; Alignment: Justify; Cells: string list; IsRequired: bool }

let private widthOf column =
    column.Heading.Split('\n') |> Seq.append column.Cells |> Seq.map _.Length |> Seq.max

/// Adds columns in the order of their importance while they fit, and then puts them into the order of the
/// list.
let private fit width separator (columns: (int * Column) list) =
    let needed = List.sumBy (fun (_, column) -> widthOf column + separator)

    let add shown candidate =
        if (snd candidate).IsRequired || needed (candidate :: shown) <= width then
            candidate :: shown
        else
            shown

    let shown = List.sortBy fst columns |> List.fold add []

    List.filter
        (fun column -> List.exists (fun (_, other) -> Object.ReferenceEquals(other, snd column)) shown)
        columns
    |> List.map snd

/// The programs from the fastest to the slowest, at most the given number. Narrow terminals show fewer
/// columns.
let table (width: int) (rowLimit: int) (run: Run) : IRenderable =
    let first, others = run.Readers.Head, run.Readers.Tail
    let median writer = throughput first writer |> Option.map _.Median |> Option.defaultValue 0.0
    let sorted = List.sortByDescending median run.Writers
    let rows = List.truncate rowLimit sorted
    let highest = median sorted.Head
    let separator = if width < 80 then 1 else 2

    let relative reader writer =
        match gnu run with
        | Some _ -> Report.relativeToGnu ratio run reader writer
        | None -> ratioTo (counterpart run.Writers writer) reader writer |> orNone ratio

    let column importance heading alignment cell =
        importance,
        {
            Heading = heading
            Alignment = alignment
            Cells = List.map cell rows
            IsRequired = importance = 0
        }

    let spread writer =
        match throughput first writer with
        | Some rate when rate.Groups.Length > 1 ->
            rate.Groups
            |> List.map (fun group ->
                bytesPerSecond { rate with Median = group.Center; Groups = [] }
                |> fun text -> text.Split('\u00a0')[0])
            |> String.concat " or "
        | Some rate when rate.Count >= fewestRounds usual -> spread rate
        | _ -> ""

    let share usage = busy usage first >> orNone percent

    let rival =
        match gnu run with
        | Some gnu -> gnu.Name
        | None -> "base"

    let bars = Math.Clamp(width / 5, 6, 30)

    let columns =
        [
            column 0 "program" Justify.Left _.Name
            column 0 $"into\n{first.Name}" Justify.Right (throughput first >> orNone bytesPerSecond)
            column 3 "\ninterval" Justify.Left spread
            column 0 $"vs\n{rival}" Justify.Right (relative first)
            column 2 "" Justify.Left (fun writer ->
                if highest = 0.0 || median writer = 0.0 then
                    ""
                else
                    bar bars (median writer / highest))
            column 5 "\nrounds" Justify.Left (rounds first >> List.map rate >> sparkline 20)
            column 4 "writer\nbusy" Justify.Right (share _.Writer)
            column 4 "reader\nbusy" Justify.Right (share _.Reader)
            for reader in others do
                column
                    1
                    ((reader.Name.Replace(" (", "\n(")).Replace(' ', '\n'))
                    Justify.Right
                    (relative reader)
        ]

    let columns = fit width separator columns
    let table = Table(Border = TableBorder.None)

    for column in columns do
        let heading = Markup $"[bold]{Markup.Escape column.Heading}[/]"

        TableColumn(
            heading,
            Alignment = column.Alignment,
            NoWrap = true,
            Padding = Padding(0, 0, separator, 0)
        )
        |> table.AddColumn
        |> ignore

    for i, writer in List.indexed rows do
        table.AddRow
            [|
                for column in columns ->
                    Markup $"[{color writer}]{Markup.Escape column.Cells[i]}[/]" :> IRenderable
            |]
        |> ignore

    if rows.Length < sorted.Length then
        table.AddRow(Markup $"[grey]and {sorted.Length - rows.Length} more[/]") |> ignore

    table

/// A console for standard error, where everything but the results goes.
let private errors = lazy AnsiConsole.Create(AnsiConsoleSettings(Out = AnsiConsoleOutput Console.Error))

/// Whether standard error is a terminal that can show a table which changes.
let private isLive () =
    not Console.IsErrorRedirected
    && Variables.text "NO_COLOR" = ""
    && Variables.text "TERM" <> "dumb"
    && errors.Value.Profile.Capabilities.Ansi

/// The time that measuring takes, apart from the check, in which a sample takes this much longer than its
/// round.
let private overhead = 0.05

/// Says what is going to happen, how long it takes, and what is missing.
let announce
    (missing: string list)
    (machine: Machine.Machine)
    (settings: Settings)
    (readers: Reader list)
    (writers: Writer list)
    =
    let samples = settings.Rounds * readers.Length * writers.Length
    let minutes = 0.2 + float samples * (settings.SecondsPerRound + overhead) / 60.0

    let time =
        if minutes < 1.0 then
            "less than a minute"
        else
            "about " + counted (int (ceil minutes)) "minute"

    let count kind = writers |> List.filter (fun writer -> writer.Kind = kind) |> List.length

    let readerNames = enumerate [ for reader in readers -> reader.Name ]

    let programs =
        [
            for kind, noun in
                [
                    Kind.Strategy, "of this project's strategies"
                    Kind.Technique, "of them also in C"
                    Kind.Base, "of the base"
                ] do
                if count kind > 0 then
                    $"{count kind} {noun}"
            for peer in writers do
                if peer.Kind = Kind.Peer then
                    peer.Name
        ]

    let lines =
        [
            $"This machine: {Report.describeMachine machine}."
            $"To measure, in {time}: {enumerate programs}, each into {readerNames}."
            if not missing.IsEmpty then
                $"Not found: {enumerate missing}. The command 'make bench-peers' downloads newer programs."
            if machine.BusyCores > Machine.busyMachine then
                $"The results will be noisy, because other programs use {digits 2 machine.BusyCores} cores."
        ]

    for line in lines do
        eprintfn "%s" (wrapAt (min 79 (errors.Value.Profile.Width - 1)) line)

/// Shows progress and results in place. Nothing is drawn while a program is being measured.
let private watchLive measure =
    let console = errors.Value
    let mutable latest = None
    let bars = Math.Clamp(console.Profile.Width / 4, 10, 30)
    let room = console.Profile.Width - bars - 18

    console
        .Progress()
        .AutoRefresh(false)
        .AutoClear(true)
        .Columns(
            ProgressBarColumn(Width = bars),
            PercentageColumn(),
            RemainingTimeColumn(),
            TaskDescriptionColumn(Alignment = Justify.Left)
        )
        .UseRenderHook(fun progress _ ->
            let rowLimit = max 3 (console.Profile.Height - 9)
            Rows(progress :: Option.toList (Option.map (table (console.Profile.Width - 1) rowLimit) latest)))
        .Start(fun context ->
            // A single task would have to guess how long a round takes from how long a check takes.
            let check, rounds = context.AddTask "checking", context.AddTask("rounds", autoStart = false)

            let update (task: ProgressTask) finished total (text: string) =
                task.MaxValue <- float (max 1 total)
                task.Value <- float finished
                task.Description <- Markup.Escape(text[.. room - 1])

            measure (fun progress ->
                latest <- if progress.Sampled = 0 then None else Some progress.SoFar

                if progress.Checked < progress.ToCheck then
                    update check progress.Checked progress.ToCheck progress.Activity
                else
                    update check progress.Checked progress.ToCheck "the output of every program is checked"

                    if not rounds.IsStarted then
                        rounds.StartTask()

                    update rounds progress.Sampled progress.ToSample progress.Activity

                context.Refresh()))

/// Prints a line for each tenth of the run.
let private watchInLines measure =
    let clock = Stopwatch.StartNew()
    let mutable shown = -1

    measure (fun progress ->
        let tenth =
            if progress.Checked < progress.ToCheck then
                -1
            else
                10 * progress.Sampled / max 1 progress.ToSample

        if tenth > shown || progress.Checked = 0 then
            shown <- tenth
            let elapsed = clock.Elapsed.ToString @"m\:ss"
            let percent = max 0 (10 * tenth)
            eprintfn $"bench: {percent}%% after {elapsed}, {progress.Activity}")

/// Runs a function that reports its progress, and shows what it has measured so far.
let watch (measure: (Progress -> unit) -> Run) =
    if isLive () then watchLive measure else watchInLines measure

/// Shows the results where standard output goes.
let show (run: Run) =
    let print text = printfn "%s" (wrapAt (min 79 (AnsiConsole.Profile.Width - 1)) text)

    if run.Writers |> List.exists (fun writer -> not writer.Rates.IsEmpty) then
        AnsiConsole.Write(table (AnsiConsole.Profile.Width - 1) Int32.MaxValue run)
        printfn ""
        print $"{Report.title run}."

    Report.notes run |> List.iter print
