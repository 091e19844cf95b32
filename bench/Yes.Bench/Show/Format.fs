/// Formats numbers and tables for people.
module Yes.Bench.Format

open System
open System.Text.RegularExpressions
open Yes.Bench.Statistics

/// Formats a value, or returns a dash if the value is missing.
let orNone format value = value |> Option.map format |> Option.defaultValue "–"

/// A number with two significant digits and no exponent.
let number (value: float) =
    let rounded = value.ToString "E1"
    (float rounded).ToString $"F{Math.Clamp(1 - int (rounded.Split('E')[1]), 0, 9)}"

/// Formats a median. The confidence interval follows in parentheses unless it is unbounded.
let private withInterval notation (suffix: string) summary =
    let median = notation summary.Median + suffix

    if Double.IsInfinity summary.High then
        median
    else
        $"{median} ({notation summary.Low:string}–{notation summary.High})"

let private units = [| "B"; "KiB"; "MiB"; "GiB"; "TiB" |]

/// The index of the unit for a byte count, such as 2 for MiB.
let private power value = Math.Log(max value 1.0, 1024.0) |> int |> min 4

/// The no-break space keeps a number and its unit on one line.
let bytes value =
    let power = power value
    number (value / pown 1024.0 power) + "\u00a0" + units[power]

/// Formats throughputs in the unit that suits the median.
let bytesPerSecondWithInterval summary =
    let power = power summary.Median
    withInterval (fun value -> number (value / pown 1024.0 power)) $"\u00a0{units[power]}/s" summary

let bytesPerSecond summary = bytesPerSecondWithInterval { summary with High = infinity }

/// Formats a ratio like ×23.
let ratioWithInterval summary = "×" + withInterval number "" summary

/// Formats a fraction as a percentage, such as the share of a core that a program used.
let percent summary = $"%.0f{100.0 * summary.Median}%%"

/// Formats seconds as milliseconds.
let millisecondsWithInterval summary =
    withInterval (fun seconds -> number (1000.0 * seconds)) "\u00a0ms" summary

/// Formats a ratio as a percentage difference.
let differenceWithInterval summary = withInterval (fun ratio -> $"%+.1f{100.0 * (ratio - 1.0)}%%") "" summary

/// Wraps a paragraph at 79 columns, but returns a table unchanged.
let wrap (text: string) =
    if text.StartsWith '|' then
        text
    else
        Regex.Replace(text + " ", "(.{1,79}) ", "$1\n").TrimEnd()

/// Joins words with commas and "and".
let rec enumerate words =
    match words with
    | [] -> ""
    | [ word ] -> word
    | [ one; other ] -> $"{one} and {other}"
    | word :: rest -> $"{word}, {enumerate rest}"

/// A Markdown table. Each column consists of a heading and a function that returns the cell for a row. Names
/// and texts are left-aligned, and numbers are right-aligned.
let table (columns: (string * ('row -> string)) list) rows =
    let align i (heading: string, cell) =
        let body = List.map cell rows
        let width = heading :: body |> List.map _.Length |> List.max
        let isLeft = i = 0 || body |> List.exists (fun cell -> Regex.IsMatch(cell, " [a-z]"))
        let line = String('-', width - 1)
        let pad (cell: string) = if isLeft then cell.PadRight width else cell.PadLeft width
        List.insertAt 1 (if isLeft then $":{line}" else $"{line}:") (List.map pad (heading :: body))

    let row cells = $"""| {String.concat " | " cells} |"""
    columns |> List.mapi align |> List.transpose |> List.map row |> String.concat "\n"
