/// Results as a file, and what is made of them.
module Yes.Bench.Results

open System.IO
open System.Text.Json
open System.Text.Json.Serialization
open System.Text.RegularExpressions
open Yes.Bench.Child
open Yes.Bench.Comparison

let file = "results.json"

let private options =
    JsonSerializerOptions(
        JsonSerializerDefaults.Web,
        WriteIndented = true,
        NumberHandling = JsonNumberHandling.Strict,
        RespectRequiredConstructorParameters = true,
        RespectNullableAnnotations = true
    )

/// Results as JSON, a line for each column.
let write (comparison: Comparison) =
    let json = JsonSerializer.Serialize(comparison, options)

    Regex.Replace(json, @"\[\n[\s\d.,eE+-]+\]", (fun column -> Regex.Replace(column.Value, @"\s+", "")))
    + "\n"

/// The report and the pictures that are made of results: the name and the text of each.
let pages comparison =
    [
        Report.report, Report.full comparison + "\n"
        Report.picture, Chart.throughput comparison
        Report.ladder, Chart.ladder comparison
    ]

let refuse directory what = raise (Refused $"the results in '{directory}' {what}: make bench measures anew")

/// The results in a text of that directory, if they are of this version and whole.
let parse directory (text: string) =
    try
        use document = JsonDocument.Parse text
        let version = document.RootElement.GetProperty "schemaVersion"

        if version.ValueKind = JsonValueKind.Number && string version <> string currentSchema then
            refuse directory $"have schema version {version}, not {currentSchema}"

        let comparison = JsonSerializer.Deserialize<Comparison>(text, options) |> nonNull
        // This fails if the columns of a rate differ in length.
        pages comparison |> ignore
        comparison
    with
    | Refused _ -> reraise ()
    // Whatever can't be read or shown is not what a run leaves.
    | _ -> refuse directory "are damaged"

/// Writes all of these files, or leaves all as they were.
let writeAll (files: (string * string) list) =
    let unfinished path = path + ".new"

    try
        for path, text in files do
            if Directory.Exists path then
                raise (IOException $"'{path}' is a directory")

            Path.GetDirectoryName(Path.GetFullPath path) |> string |> Directory.CreateDirectory |> ignore
            File.WriteAllText(unfinished path, text)

        for path, _ in files do
            File.Move(unfinished path, path, overwrite = true)
    finally
        for path in files |> Seq.map (fst >> unfinished) |> Seq.filter File.Exists do
            File.Delete path
