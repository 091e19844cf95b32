/// Formats numbers and tables for people.
module Yes.Bench.Tables

open System.IO
open System.Text.RegularExpressions
open Spectre.Console
open Spectre.Console.Rendering
open Yes.Bench.Duels
open Yes.Bench.Estimate

/// Rounds to two significant digits, but to three near 1, and to as many as it takes to differ from 1.
let private format (rounding: float -> float) value =
    let exponent value = int (floor (log10 (max 1e-6 value)))
    let away = abs (value - 1.0)

    let digits =
        if away < 0.1 then
            max (if value < 1.0 then 3 else 2) -(exponent away)
        else
            1 - exponent value

    let scale = 10.0 ** float digits
    (rounding (value * scale) / scale).ToString $"F{max 0 digits}"

let private join bounds = bounds |> List.distinct |> String.concat "–"

/// A range such as 1.9–4.2, whose bounds are rounded outward.
let range (low, high) = join [ format floor low; format ceil high ]

let percents (low, high) = join [ $"%.0f{floor (100.0 * low)}%%"; $"%.0f{ceil (100.0 * high)}%%" ]

/// The lowest and the highest bound of the confidence intervals of all runs.
let bounds (estimateOf: Run -> Estimate option) runs =
    match runs |> List.choose estimateOf |> List.map interval |> List.unzip with
    | [], _ -> None
    | lows, highs -> Some(List.min lows, List.max highs)

/// Shows an estimate as a range, or as a dash if nothing was measured.
let show format estimateOf runs = runs |> bounds estimateOf |> Option.map format |> Option.defaultValue "–"

/// A table whose first row is the heading. The first column is aligned to the left.
let table border (rows: string list list) =
    let table = Table(Border = border).AddColumns(rows.Head |> List.map Markup.Escape |> Array.ofList)

    for column in table.Columns do
        column.Alignment <- if column = table.Columns[0] then Justify.Left else Justify.Right

    for row in rows.Tail do
        table.AddRow(row |> List.map Markup.Escape |> Array.ofList) |> ignore

    table

let private renderOne (item: IRenderable) =
    let text = new StringWriter()
    let console = AnsiConsole.Create(AnsiConsoleSettings(Ansi = AnsiSupport.No, Out = AnsiConsoleOutput text))
    console.Profile.Width <- 1000
    console.Write item
    (string text).Trim()

/// The text for a file or for standard output, which are wide enough for all tables.
let render items = items |> List.map renderOne |> String.concat "\n\n"

let private newestFirst (tool: Tool) =
    tool.Name, [ for part in Regex.Matches(tool.Version, @"\d+") -> -(int part.Value) ]

let private tools part isWanted runs =
    runs |> List.collect (distinct part) |> List.filter isWanted |> List.distinct |> List.sortBy newestFirst

/// The `yes` programs of other projects, beginning with the newest GNU yes.
let peers runs = tools _.Rival.Tool (fun tool -> tool.Version <> "") runs

/// The versions of a kind of reader, beginning with the newest.
let versions (kind: Plan.Reader) runs = tools _.Reader (fun tool -> tool.Name = kind.Name) runs

let readers runs = Plan.readers |> List.collect (fun kind -> versions kind runs)
let newest name runs = readers runs |> List.find (fun reader -> reader.Name = name)

let auto = { Name = "auto"; Version = "" }
let gibibytes (side: Side) = side.Rate / pown 2.0 30

/// The throughput of auto with each reader, how many times as fast it is as the rivals, and the shares of a
/// core of auto and of the first rival.
let overview border runs readers rivals =
    let code = if border = TableBorder.Markdown then sprintf "`%s`" else id
    let first = List.truncate 1 rivals

    let heading =
        [
            code "yes" + " piped into"
            "GiB/s"
            yield! [ for rival in rivals -> $"times as fast as {rival}" ]
            "core used"
            yield! [ for rival in first -> $"core used by {rival}" ]
        ]

    let row reader =
        [
            $"{code (Plan.kindOf reader).Typed} {reader.Version}"
            show range (ofProgram gibibytes auto reader) runs
            yield! [ for rival in rivals -> show range (ratio rival reader) runs ]
            yield! [ for program in auto :: first -> show percents (ofProgram _.Share program reader) runs ]
        ]

    table border (heading :: List.map row readers)

/// How fast each strategy is, and how many times as fast auto is.
let strategies border run =
    let own = { run with Duels = run.Duels |> List.filter (fun duel -> duel.Rival.Tool.Version = "") }
    let readers = distinct _.Reader own

    let cell strategy reader =
        match ofProgram gibibytes strategy reader own, ofProgram _.Share strategy reader own with
        | Some rate, Some share ->
            let times = show range (ratio strategy reader) [ own ]
            $"{format round (mean rate)} %.0f{100.0 * mean share}%% ×{times}"
        | _ -> "–"

    let rows =
        [
            for strategy in distinct _.Rival.Tool own do
                string strategy :: [ for reader in readers -> cell strategy reader ]
        ]

    table border (("GiB/s, share of a core" :: List.map string readers) :: rows)

/// The mean throughputs so far. Six readers fit into 80 columns.
let live run : IRenderable =
    let programs = distinct _.Program.Tool run @ distinct _.Rival.Tool run |> List.distinct |> List.sort
    let readers = List.truncate 6 (readers [ run ])

    let cell program reader =
        match ofProgram gibibytes program reader run with
        | Some found -> format round (mean found)
        | None -> "–"

    let rows = [ for program in programs -> string program :: List.map (cell program) readers ]
    let heading = [ for reader in readers -> $"{reader.Name}\n{reader.Version}" ]
    table TableBorder.None (("GiB/s" :: heading) :: rows)

/// The results of make bench.
let results border run : IRenderable list =
    [
        overview border [ run ] (readers [ run ]) (peers [ run ])
        strategies border run
        Text "× shows how many times as fast auto is."
    ]

/// The results of make bench-compare.
let verdicts run : IRenderable list =
    let difference (value: float) = $"%+.1f{100.0 * (value - 1.0)}%%"
    let change (mean, (low, high)) = [ difference mean; $"from {difference low} to {difference high}" ]

    let rows =
        [
            for found in comparisons run do
                [ string found.Strategy; string found.Reader; (string found.Verdict).ToLower() ]
                @ change found.Throughput
                @ change found.CoreUsed
        ]

    let heading = [ "strategy"; "reader"; "verdict"; "throughput"; "interval"; "core used"; "interval" ]
    [ table TableBorder.None (heading :: rows) ]

/// What a reader of the results has to know: failed duels, and other programs that ran at the same time.
let notes run =
    let all = rounds run
    let busy = all - rounds (withoutBusyRounds run)

    run.Failures
    @ [
        if busy > 0 then
            $"In {busy} of {all} rounds, programs waited for a core during more than 5%% of the time. "
            + "Repeat the run on a quiet machine."
    ]
