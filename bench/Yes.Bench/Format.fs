/// Figures and tables as people read them.
module Yes.Bench.Format

open System
open System.Globalization

/// Stands where there is no figure.
let none = "–"

/// Two significant digits, as more would be noise, and no exponent.
let digits (value: float) =
    if value = 0.0 then
        "0"
    else
        let rounded = value.ToString("E1", CultureInfo.InvariantCulture)
        let exponent = int (rounded.Split('E')[1])

        Double.Parse(rounded, CultureInfo.InvariantCulture).ToString($"F{Math.Clamp(1 - exponent, 0, 9)}")

/// Bytes, in binary units.
let bytes value =
    let unit =
        if value < 1.0 then
            0
        else
            min 4 (int (Math.Log(value, 1024.0)))

    $"""{digits (value / 1024.0 ** unit)} {[| "B"; "KiB"; "MiB"; "GiB"; "TiB" |][unit]}"""

/// Bytes per second.
let rate value = bytes value + "/s"

/// A ratio, as ×23 or as 1/2600.
let ratio value =
    if value > 0.0 && value < 0.1 then
        $"1/{digits (1.0 / value)}"
    else
        $"×{digits value}"

/// A part of a whole.
let percent part = $"{digits (100.0 * part)} %%"

/// Seconds, in milliseconds.
let milliseconds value = $"{digits (1000.0 * value)} ms"

/// A figure that may be missing.
let orNone format value =
    value |> Option.map format |> Option.defaultValue none

/// Text in lines that have at most that many columns.
let wrap columns (text: string) =
    let add lines (word: string) =
        match lines with
        | (line: string) :: rest when line.Length + word.Length < columns -> $"{line} {word}" :: rest
        | _ -> word :: lines

    text.Split ' ' |> Seq.fold add [] |> List.rev |> String.concat "\n"

/// A table by columns: the name of each, and its cells. The first column has names, the others have figures.
type Table = (string * string list) list

let private columnWidth (header: string, cells: string list) =
    header :: cells |> List.map String.length |> List.max |> max 3

/// How wide the lines of the Markdown are.
let width (table: Table) =
    1 + List.sumBy (fun column -> columnWidth column + 3) table

/// As many of its first columns as fit into a width, but at least one.
let rec fit columns (table: Table) =
    if width table <= columns || table.Length = 1 then
        table
    else
        fit columns (List.take (table.Length - 1) table)

/// Markdown whose columns are aligned, for files and for terminals.
let markdown (table: Table) =
    let column index (header: string, cells: string list) =
        let width = columnWidth (header, cells)
        let dashes = String('-', width - 1)

        let pad (text: string) =
            if index = 0 then
                text.PadRight width
            else
                text.PadLeft width

        pad header
        :: (if index = 0 then ":" + dashes else dashes + ":")
        :: List.map pad cells

    table
    |> List.mapi column
    |> List.transpose
    |> List.map (fun row -> $"""| {String.concat " | " row} |""")
    |> String.concat "\n"
