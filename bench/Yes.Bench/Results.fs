/// The file of the results, and the files that are generated from it.
module Yes.Bench.Results

open System.IO
open System.Text.Json
open System.Text.RegularExpressions
open Yes.Bench.Comparison

let private options =
    JsonSerializerOptions(
        JsonSerializerDefaults.Web,
        WriteIndented = true,
        RespectRequiredConstructorParameters = true,
        RespectNullableAnnotations = true
    )

/// The results as JSON, in which each list of numbers takes one line.
let write (comparison: Comparison) =
    let json = JsonSerializer.Serialize(comparison, options)
    let withoutSpaces (list: Match) = Regex.Replace(list.Value, @"\s+", "")
    Regex.Replace(json, @"\[\n[\s\d.,eE+-]+\]", withoutSpaces) + "\n"

/// The name and the text of each page and picture that is generated from the results.
let pages comparison =
    [
        "report.md", Report.full comparison
        "throughput.svg", Chart.throughputs comparison
        "ladder.svg", Chart.ladder comparison
    ]

/// The results in the text of a file.
let parse (text: string) = JsonSerializer.Deserialize<Comparison>(text, options) |> nonNull

/// Writes files into a directory, which need not exist.
let save directory files =
    Directory.CreateDirectory directory |> ignore

    for name, text: string in files do
        File.WriteAllText(Path.Combine(directory, name), text)
