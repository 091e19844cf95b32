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
    Regex.Replace(json, @"\{\s+""round"":[^\[\]]*?""memoryBytes"": [^\n]+\s+\}", inOneLine) + "\n"

/// Reads the results from the text of a file.
let parse (text: string) = JsonSerializer.Deserialize<Run>(text, options) |> nonNull

/// All files generated from a run. The path leads from their directory to the root of the project.
let files root run =
    [
        "results.json", write run
        "report.md", Report.document root run
        for reader in run.Readers do
            if run.Writers |> List.exists (fun writer -> not writer[reader].Samples.IsEmpty) then
                Report.pictureName reader, Chart.dots run reader
    ]

/// Returns the name and the results of each subdirectory. The newest results come first.
let readAll directory =
    Directory.GetFiles(directory, "results.json", SearchOption.AllDirectories)
    |> Seq.map (fun path ->
        string (Path.GetFileName(Path.GetDirectoryName path)), parse (File.ReadAllText path))
    |> Seq.sortByDescending (fun (_, run) -> run.Date)
    |> List.ofSeq

/// Writes files into a directory, which need not exist.
let save directory files =
    Directory.CreateDirectory directory |> ignore

    for name, text: string in files do
        File.WriteAllText(Path.Combine(directory, name), text)
