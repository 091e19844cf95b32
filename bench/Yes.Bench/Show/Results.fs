/// The file of the results, and the report and pictures that are made from it.
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

/// The results as JSON, in which each round and each list of numbers takes one line.
let write (run: Run) =
    let json = JsonSerializer.Serialize(run, options)
    let inOneLine (part: Match) = Regex.Replace(part.Value, @"\s+", "")

    Regex.Replace(json, @"\[\n[\s\d.,eE+-]+\]|\{\s+""at""[^\[\]]*?""memoryBytes"": [^\n]+\s+\}", inOneLine)
    + "\n"

/// The results in the text of a file.
let parse (text: string) = JsonSerializer.Deserialize<Run>(text, options) |> nonNull

/// The results, and the report and pictures beside them. The path leads from there to the root of the
/// project.
let files root run =
    [
        "results.json", write run
        "report.md", Report.page root run
        "throughput.svg", Chart.throughputs run
        "rounds.svg", Chart.rounds run
    ]

/// The results in each directory below the given one, with the name of the directory, from the newest.
let readAll directory =
    if Directory.Exists directory then
        Directory.GetDirectories directory
        |> Seq.filter (fun path -> File.Exists(Path.Combine(path, "results.json")))
        |> Seq.map (fun path ->
            string (Path.GetFileName path), parse (File.ReadAllText(Path.Combine(path, "results.json"))))
        |> Seq.sortByDescending (fun (_, run) -> run.Date)
        |> List.ofSeq
    else
        []

/// Writes files into a directory, which need not exist.
let save directory files =
    Directory.CreateDirectory directory |> ignore

    for name, text: string in files do
        File.WriteAllText(Path.Combine(directory, name), text)
