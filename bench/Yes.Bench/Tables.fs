/// Formats numbers and tables for people.
module Yes.Bench.Tables

open System.IO
open Spectre.Console
open Spectre.Console.Rendering
open Yes.Bench.Duels
open Yes.Bench.Estimate

/// Rounds to two significant digits, but a ratio near 1 to two or three decimals.
let private format isRatio (rounding: float -> float) value =
    let digits =
        if isRatio && value > 0.9 && value < 1.01 then 3
        elif isRatio && value > 1.0 && value < 1.1 then 2
        else 1 - int (floor (log10 (max 1e-6 value)))

    let scale = 10.0 ** float digits
    (rounding (value * scale) / scale).ToString $"F{max 0 digits}"

/// A range whose bounds are rounded outward, or the mean if that is both bounds.
let private outward format (low, high) =
    if low = high then
        format round low
    else
        [ format floor low; format ceil high ] |> List.distinct |> String.concat "–"

let range ends = outward (format true) ends
let rates ends = outward (format false) ends
let percents ends = outward (fun rounding value -> $"%.0f{rounding (100.0 * value)}%%") ends

/// A range of a throughput in GiB/s. A low throughput is easier to read in MiB/s.
let private throughput (low, high) =
    if high < 0.1 then $"{rates (1024.0 * low, 1024.0 * high)} MiB/s" else rates (low, high)

/// Shows the range from the lowest to the highest bound of the confidence intervals of all runs, or a dash if
/// nothing was measured.
let show format (estimateOf: Run -> Estimate option) runs =
    match runs |> List.choose estimateOf |> List.map interval |> List.unzip with
    | [], _ -> "–"
    | lows, highs -> format (List.min lows, List.max highs)

/// A table of columns. A column has a heading and the text for a row. Columns of text come before numbers.
let private table border texts rows columns =
    let escaped words = words |> List.map Markup.Escape |> Array.ofList
    let table = Table(Border = border).AddColumns(escaped (List.map fst columns))

    for i, column in Seq.indexed table.Columns do
        column.Alignment <- if i < texts then Justify.Left else Justify.Right
        column.NoWrap <- i < texts

        if border = TableBorder.None then
            column.Padding <- Padding(0, 0, 1, 0)

    for row in rows do
        table.AddRow(escaped [ for _, text in columns -> text row ]) |> ignore

    table

/// The text for a file or for standard output.
let render width items =
    let renderOne (item: IRenderable) =
        let text = new StringWriter()
        let settings = AnsiConsoleSettings(Ansi = AnsiSupport.No, Out = AnsiConsoleOutput text)
        let console = AnsiConsole.Create settings
        console.Profile.Width <- width
        console.Write item
        (string text).Trim()

    items |> List.map renderOne |> String.concat "\n\n"

let private auto = { Name = "auto"; Version = "" }
let private gibibytes (side: Side) = side.Rate / pown 2.0 30

/// Only a page shows the text between backticks in the typeface of code.
let private plain border (text: string) =
    if border = TableBorder.Markdown then text else text.Replace("`", "")

let typed (reader: Tool) = $"`{(Plan.kindOf reader).Typed}` {reader.Version}"

/// The throughput of auto with each reader, how many times as fast it is as the rivals, and the shares of a
/// core of auto and of the first rival.
let overview border runs readers rivals =
    let columns =
        [
            plain border "`yes` piped into", typed >> plain border
            "GiB/s", (fun reader -> show rates (ofProgram gibibytes auto reader) runs)
            for rival in rivals do
                $"times as fast as {rival}", (fun reader -> show range (ratio rival reader) runs)
            "core used", (fun reader -> show percents (ofProgram _.Share auto reader) runs)
            for rival in List.truncate 1 rivals do
                $"core used by {rival}", (fun reader -> show percents (ofProgram _.Share rival reader) runs)
        ]

    table border 1 readers columns

/// The language of a program, and how it writes into a pipe.
let private describe tool =
    match tool.Name, numbers tool with
    | ("auto" | "auto again" | "tee"), _ -> "C#", "`tee(2)` of 32 KiB blocks"
    | "vmsplice", _ -> "C#", "`vmsplice(2)` of pages"
    | "native", _ -> "C#", "`write(2)` of 8 KiB"
    | "span", _ -> "F#", "`Stream.Write` of 8 KiB"
    | "streamwriter", _ -> "F#", "8 KiB `StreamWriter`"
    | "console", _ -> "F#", "`Console.WriteLine` calls"
    | "printfn", _ -> "F#", "`printfn` calls"
    | "GNU", version when version >= [ 9; 11 ] -> "C", "`vmsplice(2)` of pages"
    | "GNU", _ -> "C", "`write(2)` of 8 KiB"
    | "uutils", version when version >= [ 0; 12 ] -> "Rust", "`tee(2)` of pages"
    | _ -> "", ""

/// How fast each program is with one of the system's readers, beginning with the fastest.
let programs border kind runs =
    let reader run = run |> own |> distinct _.Reader |> List.find (fun reader -> reader.Name = kind)
    let estimated value program run = ofProgram value program (reader run) run

    let fastest program =
        runs |> List.choose (estimated gibibytes program) |> List.map mean |> List.fold max 0.0

    // A page shows only auto, because `auto again` is the same program, and auto uses tee for a pipe.
    let hidden = if border = TableBorder.Markdown then [ "auto again"; "tee" ] else []

    let programs =
        auto :: List.collect (distinct _.Rival.Tool) runs
        |> List.except [ for name in hidden -> { auto with Name = name } ]
        |> List.sortByDescending fastest

    let title (program: Tool) = if program.Version = "" then $"`{program}`" else string program

    let columns =
        [
            "program", title >> plain border
            "language", describe >> fst
            "way of writing", describe >> snd >> plain border
            plain border $"GiB/s into {typed (reader runs.Head)}",
            (fun program -> show throughput (estimated gibibytes program) runs)
            "core used", (fun program -> show percents (estimated _.Share program) runs)
        ]

    table border 3 programs columns

/// The results of make bench. On a screen, there is room for the strategies with only one reader.
let results border run : IRenderable list =
    let kinds = [ for reader in distinct _.Reader (own run) -> reader.Name ] |> List.sortBy ((=) "dd-128K")
    let shown = if border = TableBorder.Markdown then kinds else List.truncate 1 (List.rev kinds)

    overview border [ run ] (readers Plan.readers [ run ]) (peers [ run ])
    :: [ for kind in shown -> programs border kind [ run ] ]

/// The results of make bench-compare.
let verdicts run : IRenderable list =
    let difference (value: float) = $"%+.1f{100.0 * (value - 1.0)}%%"
    let bound value (mean, ends) = if ends = (mean, mean) then "–" else difference (value ends)

    [
        table
            TableBorder.None
            3
            (comparisons run)
            [
                "strategy", (fun found -> string found.Strategy)
                "reader", _.Reader.Name
                "verdict", (fun found -> (string found.Verdict).ToLower())
                "speed", (fun found -> difference (fst found.Throughput))
                "from", (fun found -> bound fst found.Throughput)
                "to", (fun found -> bound snd found.Throughput)
                "core", (fun found -> difference (fst found.CoreUsed))
                "from", (fun found -> bound fst found.CoreUsed)
                "to", (fun found -> bound snd found.CoreUsed)
            ]
    ]

/// What a reader of the results has to know: failed duels, and other programs that ran at the same time.
let notes run =
    [
        yield! run.Failures
        match rounds run - rounds (withoutBusyRounds run) with
        | 0 -> ()
        | busy ->
            $"In {busy} of {rounds run} rounds, programs waited for a core during more than 5%% of the time. "
            + "Repeat the run on a quiet machine."
    ]
