/// The file of the results, and the files that are generated from it.
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
    Regex.Replace(json, @"\[\n[\s\d.,eE+-]+\]|\{\s+""at""[^\[\]]*?""stolen"": [^\n]+\s+\}", inOneLine) + "\n"

/// The name and the text of each page and picture that is generated from the results.
let pages run =
    [
        "report.md", Report.full run
        "throughput.svg", Chart.throughputs run
        "rounds.svg", Chart.rounds run
        "ladder.svg", Chart.ladder run
    ]

/// The results in the text of a file.
let parse (text: string) = JsonSerializer.Deserialize<Run>(text, options) |> nonNull

/// The results in each directory below the given one, with the path of the directory, from the newest.
let readAll directory =
    if Directory.Exists directory then
        Directory.GetDirectories directory
        |> Seq.map (fun path ->
            $"{directory}/{Path.GetFileName path}/",
            parse (File.ReadAllText(Path.Combine(path, "results.json"))))
        |> Seq.sortByDescending (fun (_, results) -> results.Date)
        |> List.ofSeq
    else
        []

/// Writes files into a directory, which need not exist.
let save directory files =
    Directory.CreateDirectory directory |> ignore

    for name, text: string in files do
        File.WriteAllText(Path.Combine(directory, name), text)

/// Replaces what the README shows of the results, from the newest: the chart, the two tables and the
/// paragraph after the first table. Each is found by its beginning.
let intoReadme results (readme: string) =
    let path, newest = List.head results

    let replace (readme: string) (pattern, text: string) =
        let found = Regex.Matches(readme, pattern, RegexOptions.Multiline)

        if found.Count <> 1 then
            failwith $"README.md has {found.Count} places that match '{pattern}'"

        readme.Replace(found[0].Value, text)

    [
        @"^!\[[^\]]*\]\(bench/results/.*\)$", Report.chart path newest
        @"^\| speedup .*(\n\|.*)+", Report.speedups (List.map snd results)
        @"^Medians of `auto`.*(\n.+)*", Report.source results
        @"^\| strategy .*(\n\|.*)+", Report.strategies newest
    ]
    |> List.fold replace readme
