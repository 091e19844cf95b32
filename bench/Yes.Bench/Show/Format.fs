/// Numbers and tables as people read them.
module Yes.Bench.Format

open System
open System.Text.RegularExpressions
open Yes.Bench.Statistics

/// Formats a value, or returns a dash if the value is missing.
let orNone format value = value |> Option.map format |> Option.defaultValue "–"

/// A number in exponential notation, of which the last digit is rounded up if the rest is exactly a half.
let private rounded (count: int) (value: float) = (value * (1.0 + 1e-12)).ToString $"E{count - 1}"

/// A number with the given count of significant digits, and without an exponent.
let digits (count: int) (value: float) =
    if value = 0.0 then
        "0"
    else
        let rounded = rounded count value
        let decimals = Math.Clamp(count - 1 - int (rounded.Split('E')[1]), 0, 9)
        (float rounded).ToString $"F{decimals}"

/// A number with two significant digits, or three if the first one is 1, so that it is rounded by a few
/// percent at most: 0.97, 1.04, 26 and 128.
let number (value: float) =
    let two, three = rounded 2 value, rounded 3 value

    if two[0] <> '1' then digits 2 value
    elif three[0] = '1' then digits 3 value
    else digits 3 (float two)

/// A number of at least 1,000 with two significant digits and a comma.
let thousands (value: float) = (float (digits 2 value)).ToString "N0"

/// A median, and the range beside it, in the given notation.
let private show notation (suffix: string) summary =
    let ends = [ summary.Low; summary.High ] |> List.map (fun value -> notation value: string)
    notation summary.Median + suffix, String.concat "–" ends

let private units = [| "B"; "KiB"; "MiB"; "GiB"; "TiB" |]

/// The exponent of 1024 in the unit for a number of bytes.
let private power value = Math.Log(max value 1.0, 1024.0) |> int |> min 4

/// The no-break space keeps a number and its unit on one line.
let bytes value =
    let power = power value
    number (value / pown 1024.0 power) + "\u00a0" + units[power]

/// Numbers of bytes, in the same unit if none would have too many digits.
let private bytesAnd suffix summary =
    let unit = pown 1024.0 (power summary.Median)

    if summary.High < 1024.0 * unit && summary.Low >= unit / 100.0 then
        show (fun value -> number (value / unit)) $"\u00a0{units[power summary.Median]}{suffix}" summary
    else
        show (fun value -> bytes value + suffix) "" summary

/// A ratio such as ×23, or 1/2600 if it is below a half.
let private relative summary =
    let isFraction = 0.0 < summary.Median && summary.Median < 0.5

    let notation ratio = if isFraction && ratio < 0.5 then "1/" + number (1.0 / ratio) else "×" + number ratio

    show notation "" summary

/// Times, in the unit that suits the median.
let private time summary =
    if summary.Median < 1.0 then
        show (fun value -> number (1000.0 * value)) "\u00a0ms" summary
    else
        show number "\u00a0s" summary

/// A single measurement has no range.
let private withRange notation summary =
    let median, range = notation summary
    if summary.Count = 1 then median else $"{median} ({range})"

let bytesPerSecond summary = fst (bytesAnd "/s" summary)
let bytesPerSecondWithRange summary = withRange (bytesAnd "/s") summary
let range summary = snd (bytesAnd "/s" summary)
let bytesWithRange summary = withRange (bytesAnd "") summary
let ratio summary = fst (relative summary)
let ratioWithRange summary = withRange relative summary
let seconds summary = fst (time summary)
let secondsWithRange summary = withRange time summary

/// A factor with two digits, as in a headline.
let times summary = if summary.Median < 0.5 then ratio summary else digits 2 summary.Median

/// A share as percent.
let percent share = (if share < 0.0995 then digits 2 (100.0 * share) else $"%.0f{100.0 * share}") + "%"

/// Text that is cut to a width, with an ellipsis in place of the rest.
let cut (width: int) (text: string) = if text.Length > width then text[.. max 0 (width - 2)] + "…" else text

/// Breaks text into lines of at most the given width, or slightly more if a word is longer.
let wrapAt (width: int) text = Regex.Replace(text + " ", $"(.{{1,{max 20 width}}}) ", "$1\n").TrimEnd()

/// Breaks text into lines that fit a terminal.
let wrap text = wrapAt 79 text

/// The words of a list, as in a sentence.
let rec enumerate words =
    match words with
    | [] -> ""
    | [ word ] -> word
    | [ one; other ] -> $"{one} and {other}"
    | word :: rest -> $"{word}, {enumerate rest}"

/// A number with the singular or the plural of a noun.
let counted (count: int) noun = if count = 1 then $"1 {noun}" else $"{count} {noun}s"

/// A Markdown table. Each column has a heading, and a function that fills the cell of a row. The first column
/// contains names, and the others contain numbers.
let table (columns: (string * ('row -> string)) list) rows =
    let align i (heading: string, cell) =
        let cells = heading :: List.map cell rows
        let width = cells |> List.map _.Length |> List.max
        let line = String('-', width - 1)
        let pad (cell: string) = if i = 0 then cell.PadRight width else cell.PadLeft width
        List.insertAt 1 (if i = 0 then $":{line}" else $"{line}:") (List.map pad cells)

    let row cells = $"""| {String.concat " | " cells} |"""
    columns |> List.mapi align |> List.transpose |> List.map row |> String.concat "\n"
