/// Numbers and tables as people read them.
module Yes.Bench.Format

open System
open System.Text.RegularExpressions
open Yes.Bench.Statistics

/// Formats a value, or returns a dash if the value is missing.
let orNone format value = value |> Option.map format |> Option.defaultValue "–"

/// A number with the given count of significant digits, and without an exponent.
let digits (count: int) (value: float) =
    if value = 0.0 then
        "0"
    else
        let rounded = value.ToString $"E{count - 1}"
        let decimals = Math.Clamp(count - 1 - int (rounded.Split('E')[1]), 0, 9)
        (float rounded).ToString $"F{decimals}"

let private magnitude value = Math.Log10 value |> floor |> int

/// Formats numbers near a median with the same number of decimals. The median gets 2 or 3 significant
/// digits, of which the last is no finer than the interval.
let private near summary =
    let width = summary.High - summary.Low

    let count =
        if width > 0.0 && summary.Median > 0.0 then
            Math.Clamp(1 + magnitude summary.Median - magnitude width, 2, 3)
        else
            3

    let decimals = if summary.Median > 0.0 then count - 1 - magnitude summary.Median else 0
    let place = 10.0 ** float -decimals

    fun (value: float) ->
        let rounded = Math.Round(value / place) * place

        if value > 0.0 && rounded < 9.5 * place then
            digits 2 value
        else
            rounded.ToString $"F{max 0 decimals}"

/// Maps the median, the ends of the interval and the centers of the groups.
let private map change summary =
    let ends = [ change summary.Low; change summary.High ]

    { summary with
        Median = change summary.Median
        Low = List.min ends
        High = List.max ends
        Groups = [ for group in summary.Groups -> { group with Center = change group.Center } ]
    }

/// The median, and its interval, or its groups if there are any.
let private show number (prefix: string) (suffix: string) summary =
    let number = number summary
    let text value = prefix + number value

    let spread =
        match summary.Groups with
        | [] -> $"{text summary.Low}–{text summary.High}"
        | groups ->
            groups |> List.map (fun group -> $"{group.Size} at {text group.Center}") |> String.concat ", "

    text summary.Median + suffix, spread

/// The exponent of 1024 in the unit for a number of bytes.
let private power value = Math.Log(max value 1.0, 1024.0) |> int |> min 4

let private units = [| "B"; "KiB"; "MiB"; "GiB"; "TiB" |]

/// The no-break space keeps a number and its unit on one line.
let private bytesWith count (value: float) =
    let power = power value
    digits count (value / pown 1024.0 power) + "\u00a0" + units[power]

let bytes value = bytesWith 3 value

/// The median throughput, and the interval or the groups. All are in the same unit, if the numbers allow
/// that.
let private throughput summary =
    let all = summary.Low :: summary.High :: List.map _.Center summary.Groups
    let power = power summary.Median

    if
        all
        |> List.forall (fun value -> value < pown 1024.0 (power + 1) && value >= pown 1024.0 power / 100.0)
    then
        map (fun value -> value / pown 1024.0 power) summary |> show near "" $"\u00a0{units[power]}/s"
    else
        show (fun _ value -> bytesWith 2 value + "/s") "" "" summary

/// The median ratio, such as ×23, or 1/2600 if it is below a half.
let private relative summary =
    if 0.0 < summary.Median && summary.Median < 0.5 then
        let fraction summary =
            let near = near summary
            fun value -> if value < 2.0 then "×" + digits 2 (1.0 / value) else "1/" + near value

        map (fun value -> 1.0 / value) summary |> show fraction "" ""
    else
        show near "×" "" summary

let private withSpread (median: string, spread: string) = $"{median} ({spread})"

let bytesPerSecond summary = fst (throughput summary)
let bytesPerSecondWithSpread summary = withSpread (throughput summary)
let spread summary = snd (throughput summary)
let ratio summary = fst (relative summary)
let ratioWithSpread summary = withSpread (relative summary)
let times summary = (ratio summary).TrimStart '×'

let milliseconds summary = map (fun value -> 1000.0 * value) summary |> show near "" "\u00a0ms" |> withSpread

/// A share as percent.
let percent share = (if share < 0.0995 then digits 2 (100.0 * share) else $"%.0f{100.0 * share}") + "%"

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
