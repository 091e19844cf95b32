/// Shows the progress of a run and then a table of its results.
module Yes.Bench.Terminal

open System
open System.IO
open Spectre.Console
open Spectre.Console.Rendering
open Yes.Bench.Run
open Yes.Bench.Comparison
open Yes.Bench.Format

/// A console. It is live only if the output is a terminal. Spectre.Console would also inspect environment
/// variables that CI services set.
let private console (output: TextWriter) isRedirected =
    let hasColors = not isRedirected && Variables.text "NO_COLOR" = ""

    let settings =
        AnsiConsoleSettings(
            Out = AnsiConsoleOutput output,
            Ansi = (if isRedirected then AnsiSupport.No else AnsiSupport.Yes),
            Interactive = InteractionSupport.Yes,
            ColorSystem = (if hasColors then ColorSystemSupport.Standard else ColorSystemSupport.NoColors)
        )

    settings.Enrichment.UseDefaultEnrichers <- false
    let console = AnsiConsole.Create settings

    if isRedirected then
        console.Profile.Width <- 110

    console

/// Prints a line on standard error, which may be closed.
let say (line: string) =
    try
        Console.Error.WriteLine line
    with _ ->
        ()

/// A table of the fastest programs, with at most the given number of rows.
let private table (console: IAnsiConsole) rowLimit (run: Run) =
    let first, others = run.Readers.Head, run.Readers.Tail
    let speed reader = throughput reader >> orNone bytesPerSecond

    let columns =
        [
            "program", _.Name
            $"into {first.Name}", speed first
            for other in Option.toList (reference run) do
                $"vs. {other.Name}", ratioTo (Some other) first >> orNone ratio
            if console.Profile.Width >= 80 then
                for reader in others do
                    $"into {reader.Name}", speed reader
        ]

    let table = Table(Border = TableBorder.None)

    for i, (heading, _) in List.indexed columns do
        let alignment = if i = 0 then Justify.Left else Justify.Right
        table.AddColumn(TableColumn(Markup.Escape heading, Alignment = alignment)) |> ignore

    let rows =
        run.Writers
        |> List.sortByDescending (throughput first >> Option.map _.Median)
        |> List.truncate rowLimit

    for writer in rows do
        let color = if isKind Kind.Strategy writer then "blue" else "default"
        table.AddRow [| for _, cell in columns -> $"[{color}]{Markup.Escape(cell writer)}[/]" |] |> ignore

    table

/// Runs a function that reports its progress. A terminal shows the results so far above a progress bar. The
/// screen changes only when the function reports, so nothing is drawn during a sample.
let watch measure : Run =
    let console = console Console.Error Console.IsErrorRedirected
    let mutable soFar = None

    let draw (bar: IRenderable) _ : IRenderable =
        match soFar with
        | Some run -> Rows [ table console (max 3 (console.Profile.Height - 8)) run :> IRenderable; bar ]
        | None -> bar

    let columns: ProgressColumn list =
        [
            ProgressBarColumn(Width = 20)
            PercentageColumn()
            RemainingTimeColumn()
            if console.Profile.Width >= 80 then
                TaskDescriptionColumn(Alignment = Justify.Left)
        ]

    console
        .Progress()
        .AutoRefresh(false)
        .AutoClear(true)
        .Columns(Array.ofList columns)
        .UseRenderHook(draw)
        .Start(fun context ->
            let task = context.AddTask "measuring"

            measure (fun activity finished all run ->
                soFar <- Some run
                task.Description <- Markup.Escape activity
                task.MaxValue <- float all
                task.Value <- float finished
                context.Refresh()))

/// Prints the results to standard output.
let show (run: Run) =
    let console = console Console.Out Console.IsOutputRedirected

    console.Write(table console Int32.MaxValue run)
    console.WriteLine()
    console.WriteLine $"{Report.title run}."

    for note in Report.notes run do
        console.WriteLine note
