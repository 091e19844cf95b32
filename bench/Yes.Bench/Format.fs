/// Numbers and tables as people read them.
module Yes.Bench.Format

open System
open System.Text.RegularExpressions
open Yes.Bench.Statistics

/// Formats a number, or returns a dash if the number is missing.
let orNone format value = value |> Option.map format |> Option.defaultValue "–"

/// A number with the given count of significant digits, and without an exponent.
let digits (count: int) (value: float) =
    if value = 0.0 then
        "0"
    else
        let rounded = value.ToString $"E{count - 1}"
        let decimals = Math.Clamp(count - 1 - int (rounded.Split('E')[1]), 0, 9)
        (float rounded).ToString $"F{decimals}"

/// The exponent of 1024 in the unit for a number of bytes.
let private power value = Math.Log(max value 1.0, 1024.0) |> int |> min 4

let private inUnit power value = digits 3 (value / 1024.0 ** power)

/// The no-break space keeps a number and its unit on one line.
let bytes value = inUnit (power value) value + "\u00a0" + [| "B"; "KiB"; "MiB"; "GiB"; "TiB" |][power value]

let bytesPerSecond value = bytes value + "/s"

let private milliseconds value = digits 2 (1000.0 * value)

/// Formats a ratio like ×23, or like 1/2600 if it is below a half.
let ratio value = if 0.0 < value && value < 0.5 then $"1/{digits 3 (1.0 / value)}" else $"×{digits 3 value}"

let private interval show summary = $" ({show summary.Low}–{show summary.High})"

let ratioWithInterval summary = ratio summary.Median + interval ratio summary

let bytesPerSecondWithInterval summary =
    bytesPerSecond summary.Median + interval (inUnit (power summary.Median)) summary

let millisecondsWithInterval summary =
    $"{milliseconds summary.Median}\u00a0ms" + interval milliseconds summary

/// Breaks text into lines that fit a terminal.
let wrap text = Regex.Replace(text + " ", "(.{1,79}) ", "$1\n").TrimEnd()

/// A Markdown table. Each column has a heading, and a function that fills the cell of a row.
/// The first column contains names, and the others contain numbers.
let table (columns: (string * ('row -> string)) list) rows =
    let align i (heading: string, cell) =
        let cells = heading :: List.map cell rows
        let width = cells |> List.map _.Length |> List.max
        let line = String('-', width - 1)
        let pad (cell: string) = if i = 0 then cell.PadRight width else cell.PadLeft width
        List.insertAt 1 (if i = 0 then $":{line}" else $"{line}:") (List.map pad cells)

    let row cells = $"""| {String.concat " | " cells} |"""
    columns |> List.mapi align |> List.transpose |> List.map row |> String.concat "\n"
