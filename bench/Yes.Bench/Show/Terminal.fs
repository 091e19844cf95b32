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

    let rival, relative =
        match gnu run with
        | Some gnu -> gnu.Name, Report.relativeToGnu ratio run
        | None ->
            "base",
            fun reader writer -> ratioTo (counterpart run.Writers writer) reader writer |> orNone ratio

    let column importance heading alignment cell =
        importance,
        {
            Heading = heading
            Alignment = alignment
            Cells = List.map cell rows
            IsRequired = importance = 0
        }

    let bars = Math.Clamp(width / 5, 6, 30)

    let drawBar writer =
        if highest = 0.0 || median writer = 0.0 then "" else bar bars (median writer / highest)

    let cpu usage = cpuPerGib usage first >> orNone seconds

    let columns =
        [
            column 0 "\nprogram" Justify.Left _.Name
            column 0 $"into\n{first.Name}" Justify.Right (throughput first >> orNone bytesPerSecond)
            if roundCount run > 1 then
                column
                    3
                    (if roundCount run < 10 then "\nrange" else "10th–90th\npercentile")
                    Justify.Left
                    (fun writer -> throughput first writer |> orNone range)
            column 0 $"vs\n{rival}" Justify.Right (relative first)
            column 2 "" Justify.Left drawBar
            column 4 "CPU/GiB\nwriter" Justify.Right (cpu _.Writer)
            column 4 "CPU/GiB\nreader" Justify.Right (cpu _.Reader)
            for reader in others do
                let name = reader.Name.Replace(" through a Unix", "")
                column 1 $"{name}\nvs {rival}" Justify.Right (relative reader)
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

/// Prints a line on standard error. The benchmark continues even if standard error is closed.
let say (line: string) =
    try
        Console.Error.WriteLine line
    with _ ->
        ()

/// A console for standard error, where everything but the results goes.
let private errors = lazy AnsiConsole.Create(AnsiConsoleSettings(Out = AnsiConsoleOutput Console.Error))

/// Whether standard error is a terminal that can show a table which changes.
let private isLive () =
    not Console.IsErrorRedirected
    && Variables.text "NO_COLOR" = ""
    && Variables.text "TERM" <> "dumb"
    && errors.Value.Profile.Capabilities.Ansi

/// Says what is going to happen, how long it takes, and what is missing.
let announce
    (missing: string list)
    (machine: Machine.Machine)
    (settings: Settings)
    (readers: Reader list)
    (writers: Writer list)
    =
    let minutes = (expectedTime settings readers writers).TotalMinutes

    let time =
        if minutes < 1.0 then
            "less than a minute"
        else
            "about " + counted (int (ceil minutes)) "minute"

    let readerNames = enumerate [ for reader in readers -> reader.Name ]

    let programs =
        [
            for (kind, hasCounterpart), noun in
                [
                    (Kind.Strategy, false), "of this project's strategies"
                    (Kind.Technique, true), "of them also in C"
                    (Kind.Base, true), "of the base"
                    (Kind.Technique, false), "of the techniques that were tried"
                ] do
                let isMeant (writer: Writer) =
                    (writer.Kind, writer.CounterpartOf.IsSome) = (kind, hasCounterpart)

                let count = writers |> List.filter isMeant |> List.length

                if count > 0 then
                    $"{count} {noun}"
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
            for cores in Option.toList (Machine.disturbance machine) do
                $"The results will be noisy, because other programs use {number cores} cores."
        ]

    for line in lines do
        say (wrapAt (min 79 (errors.Value.Profile.Width - 1)) line)

/// The time that is left: the expected time, corrected by how long the steps have taken so far.
let private timeLeft (elapsed: TimeSpan) progress =
    let left = progress.ToDo - progress.Done
    let factor = if progress.Done < 5.0 then 1.0 else elapsed.TotalSeconds / progress.Done
    (TimeSpan.FromSeconds(left * factor)).ToString @"m\:ss"

/// Shows progress and results in place. Nothing is drawn while a program is being measured.
let private watchLive measure =
    let console = errors.Value
    let clock = Stopwatch()

    console
        .Live(Text "")
        .AutoClear(true)
        .Start(fun context ->
            measure (fun progress ->
                let width = console.Profile.Width - 1

                if progress.Checked = progress.ToCheck && not clock.IsRunning then
                    clock.Start()

                let line =
                    if clock.IsRunning then
                        let share = progress.Done / progress.ToDo
                        let bar = (bar 20 share).PadRight 20
                        $"{bar} {percent share}, {timeLeft clock.Elapsed progress} left, {progress.Activity}"
                    else
                        $"{progress.Activity}, {progress.Checked + 1} of {progress.ToCheck}"

                [
                    Text(cut width line) :> IRenderable
                    if progress.Done > 0.0 then
                        table width (max 3 (console.Profile.Height - 6)) progress.SoFar
                ]
                |> Rows
                |> context.UpdateTarget))

/// Prints a line for each tenth of the run.
let private watchInLines measure =
    let clock = Stopwatch.StartNew()
    let mutable shown = -1

    measure (fun progress ->
        let tenth =
            if progress.Checked < progress.ToCheck then
                -1
            else
                int (10.0 * progress.Done / progress.ToDo + 1e-6)

        if tenth > shown || progress.Checked = 0 then
            shown <- tenth
            let elapsed = clock.Elapsed.ToString @"m\:ss"
            let percent = max 0 (10 * tenth)
            say $"bench: {percent}%% after {elapsed}, {progress.Activity}")

/// Runs a function that reports its progress, and shows what it has measured so far.
let watch (measure: (Progress -> unit) -> Run) = if isLive () then watchLive measure else watchInLines measure

/// Shows the results where standard output goes.
let show (run: Run) =
    let print text = printfn "%s" (wrapAt (min 79 (AnsiConsole.Profile.Width - 1)) text)

    if run.Writers |> List.exists (fun writer -> not writer.Rates.IsEmpty) then
        AnsiConsole.Write(table (AnsiConsole.Profile.Width - 1) Int32.MaxValue run)
        printfn ""
        print $"{Report.title run}. {Report.rounds run}"

    Report.notes run |> List.iter print
