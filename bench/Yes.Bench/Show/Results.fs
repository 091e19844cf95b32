/// Reads and writes results.json. Generates the report and the pictures.
module Yes.Bench.Results

open System.IO
open System.Text.Json
open System.Text.Json.Serialization
open System.Text.RegularExpressions
open Yes.Bench.Run

let private options =
    JsonSerializerOptions(
        JsonSerializerDefaults.Web,
        WriteIndented = true,
        RespectRequiredConstructorParameters = true,
        RespectNullableAnnotations = true
    )

options.Converters.Add(JsonStringEnumConverter JsonNamingPolicy.CamelCase)

/// The results as JSON, in which each sample occupies one line.
let write (run: Run) =
    let json = JsonSerializer.Serialize(run, options)
    let inOneLine (part: Match) = Regex.Replace(part.Value, @"\s+", "")
    Regex.Replace(json, @"\{\s+""round"":[^\[\]{}]+\}", inOneLine) + "\n"

/// Reads the results from the text of a file.
let parse (text: string) = JsonSerializer.Deserialize<Run>(text, options) |> nonNull

/// The report and the pictures of a run. The path leads from their directory to the root of the project.
let files root run =
    [
        "report.md", Report.document root run
        if not (Report.few run).IsEmpty then
            "throughput.svg", Chart.throughputs run (Report.few run)
        for reader in run.Readers do
            if not (Report.measured run reader).IsEmpty then
                Report.pictureName reader, Chart.throughputs run [ reader, Report.measured run reader ]
    ]

/// Returns the name and the results of each subdirectory.
let readAll directory =
    Directory.GetFiles(directory, "results.json", SearchOption.AllDirectories)
    |> Seq.map (fun path ->
        string (Path.GetFileName(Path.GetDirectoryName path)), parse (File.ReadAllText path))
    |> List.ofSeq
    |> List.sortBy fst

/// Writes files into a directory, which is created if necessary.
let save directory files =
    Directory.CreateDirectory directory |> ignore

    for name, text: string in files do
        File.WriteAllText(Path.Combine(directory, name), text)
