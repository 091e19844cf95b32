/// Figures and tables as people read them.
module Yes.Bench.Format

open System
open System.IO
open Spectre.Console
open Yes.Bench.Statistics

/// Stands where there is no figure.
let none = "–"

/// That many significant digits, and no exponent.
let digits (count: int) (value: float) =
    if value = 0.0 then
        "0"
    else
        let rounded = value.ToString $"E{count - 1}"
        let decimals = Math.Clamp(count - 1 - int (rounded.Split('E')[1]), 0, 9)
        (float rounded).ToString $"F{decimals}"

/// The binary unit of a number of bytes: its power of 1024.
let private unit value =
    Math.Log(max value 1.0, 1024.0) |> int |> min 4

let private inUnit power value = digits 3 (value / 1024.0 ** power)

/// Bytes, in binary units.
let bytes value =
    $"""{inUnit (unit value) value} {[| "B"; "KiB"; "MiB"; "GiB"; "TiB" |][unit value]}"""

/// Bytes per second.
let rate value = bytes value + "/s"

/// The ratio of two numbers of bytes as the page shows them, so that a reader who divides them gets the same;
/// none if the other is 0.
let ratioOf value other =
    let shown value =
        float (inUnit (unit value) value) * 1024.0 ** unit value

    if other > 0.0 then
        Some(shown value / shown other)
    else
        None

/// The interval of a rate, in the unit of the rate.
let interval (rate: Summary) =
    let power = unit rate.Median
    $"{inUnit power rate.Low}–{inUnit power rate.High}"

/// A ratio, as ×23 or as 1/2600.
let ratio value =
    if value > 0.0 && value < 0.1 then
        $"1/{digits 3 (1.0 / value)}"
    else
        $"×{digits 3 value}"

/// A part of a whole.
let percent part = $"{digits 2 (100.0 * part)} %%"

/// Seconds, in milliseconds.
let milliseconds value = $"{digits 2 (1000.0 * value)} ms"

/// A figure that may be missing.
let orNone format value =
    value |> Option.map format |> Option.defaultValue none

let private render columns (view: Rendering.IRenderable) =
    use text = new StringWriter()

    let console =
        AnsiConsoleSettings(Ansi = AnsiSupport.No, Out = AnsiConsoleOutput text)
        |> AnsiConsole.Create

    console.Profile.Width <- columns
    console.Write view
    [ for line in text.ToString().Trim().Split '\n' -> line.TrimEnd() ]

/// Text in lines that have at most that many columns.
let wrap columns text =
    render columns (Text text) |> String.concat "\n"

/// A table by columns: the name of each, and its cells. The first column has names, the others have figures.
type Columns = (string * string list) list

/// Markdown, of as many of the first columns as fit into a width.
let rec markdown width (columns: Columns) =
    let view = Table(Border = TableBorder.Markdown)

    for i, (header, _) in List.indexed columns do
        let align = if i = 0 then Justify.Left else Justify.Right

        view.AddColumn(TableColumn(Text header, Alignment = align, NoWrap = true))
        |> ignore

    for row in columns |> List.map snd |> List.transpose do
        view.AddRow [| for cell in row -> Text cell :> Rendering.IRenderable |]
        |> ignore

    let lines = render 1000 view

    if lines.Head.Length <= width || columns.Length = 1 then
        String.concat "\n" lines
    else
        markdown width (List.take (columns.Length - 1) columns)
