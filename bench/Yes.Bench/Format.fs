/// Figures and tables as people read them.
module Yes.Bench.Format

open System
open System.Text.RegularExpressions
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
let private unit value = Math.Log(max value 1.0, 1024.0) |> int |> min 4

let private inUnit power value = digits 3 (value / 1024.0 ** power)

/// Bytes, in binary units. No line breaks between a figure and its unit.
let bytes value = inUnit (unit value) value + "\u00a0" + [| "B"; "KiB"; "MiB"; "GiB"; "TiB" |][unit value]

/// Bytes per second.
let rate value = bytes value + "/s"

/// The interval of a figure.
let private range figure summary = $" ({figure summary.Low}–{figure summary.High})"

/// A ratio, as ×23, or below a half as 1/2600, and its interval in the same notation.
let ratioParts summary =
    let isPart = summary.Median < 0.5
    let show value = if isPart && value > 0.0 then $"1/{digits 3 (1.0 / value)}" else digits 3 value

    (if isPart then "" else "×") + show summary.Median, range show summary

let ratio summary = ratioParts summary |> fun (figure, interval) -> figure + interval

/// A rate with its interval, in the unit of the rate.
let rateRange summary = rate summary.Median + range (inUnit (unit summary.Median)) summary

/// A figure with its interval, as so many of a unit.
let figureRange factor unit summary =
    let inUnit value = digits 2 (factor * value)
    $"{inUnit summary.Median}\u00a0{unit}" + range inUnit summary

/// A figure that may be missing.
let orNone format value = value |> Option.map format |> Option.defaultValue none

/// Text in lines of at most that width, and no wider than a file of this project.
let wrap width text = Regex.Replace(text + " ", "(.{1," + string (min width 110) + "}) ", "$1\n").TrimEnd()

/// A table in Markdown, of as many of the first columns as fit into a width. A column has a header and cells;
/// the first one has names, the others have figures.
let markdown width (columns: (string * string list) list) =
    let align i (header: string, cells: string list) =
        let cells = [ for cell in header :: cells -> cell.Replace("|", @"\|") ]
        let length = cells |> List.map _.Length |> List.max
        let pad (cell: string) = if i = 0 then cell.PadRight length else cell.PadLeft length
        let rule = String('-', length - 1)
        List.insertAt 1 (if i = 0 then $":{rule}" else $"{rule}:") (List.map pad cells)

    let row cells = $"""| {String.concat " | " cells} |"""
    let aligned = List.mapi align columns
    let fits count = (aligned |> List.take count |> List.map _.Head |> row).Length <= width
    let count = [ columns.Length .. -1 .. 2 ] |> List.tryFind fits |> Option.defaultValue 1

    List.take count aligned |> List.transpose |> List.map row |> String.concat "\n"
