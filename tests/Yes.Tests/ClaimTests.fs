/// Tests that the sentences about speed are true of every saved run.
module Yes.Tests.ClaimTests

open System.IO
open System.Text.RegularExpressions
open Xunit
open Yes.Bench
open Yes.Bench.Run
open Yes.Bench.Comparison

/// The text of each document, without its generated blocks.
let private documents =
    [
        for pattern, directory in [ "*.md", ""; "*", "docs"; "*.md", "bench" ] do
            for path in Directory.GetFiles(Path.Combine(Bash.root, directory), pattern) do
                path, Pages.marked.Replace(File.ReadAllText path, "")
    ]

/// The conditions that follow a sentence in a comment, one for each reader. A condition limits the ratio of
/// two throughputs, as in "holds: 1.5 <= auto / GNU 9.12 into dd wc", or the share of a core that one program
/// uses, as in "holds: auto into wc <= 0.1".
let private conditions () =
    [
        for _, text in documents do
            for found in Regex.Matches(text, @"(?m)holds: (.*?)( -->|$)") do
                let parts = Regex.Match(found.Groups[1].Value, @"^(.+ into) ([\w ]+?)( <= [\d.]+)?$")
                Assert.True(parts.Success, found.Value)

                for reader in parts.Groups[2].Value.Split ' ' ->
                    $"{parts.Groups[1]} {reader}{parts.Groups[3]}"
    ]

/// Describes the runs with a condition's programs and reader, and whether the whole confidence interval meets
/// the condition.
let private check condition =
    let parts =
        Regex.Match(condition, @"^(?:([\d.]+) <= )?(.+?)(?: / (.+))? into (\w+)(?: <= ([\d.]+))?$").Groups
        |> Seq.map _.Value
        |> Array.ofSeq

    let isMeant (reader: Reader) =
        reader.Channel = parts[4] || reader.Channel = "pipe" && reader.Name.StartsWith $"{parts[4]} "

    [
        for name, run in BenchTests.kept do
            let find other = run.Writers |> List.tryFind (fun writer -> writer.Name = other)

            for reader in List.filter isMeant run.Readers do
                for writer in Option.toList (find parts[2]) do
                    let summary =
                        if parts[3] = "" then
                            busy _.WriterCpuSeconds reader writer
                        else
                            ratioTo (find parts[3]) reader writer

                    for summary in Option.toList summary do
                        let isMet =
                            (parts[1] = "" || float parts[1] <= summary.Low)
                            && (parts[5] = "" || summary.High <= float parts[5])

                        let interval = $"{summary.Low:``0.000``} to {summary.High:``0.000``}"
                        isMet, $"{condition}: {interval} in {name}, {reader.Name}"
    ]

[<Fact>]
let ``every sentence about speed holds in all saved runs`` () =
    let conditions = conditions ()
    Assert.NotEmpty conditions
    // A condition for which nothing was measured would always hold.
    Assert.Empty(conditions |> List.filter (check >> List.isEmpty))
    Assert.Empty(conditions |> List.collect check |> List.filter (fst >> not))

[<Fact>]
let ``every sentence that compares speeds has a condition`` () =
    for path, text in documents do
        for paragraph in Regex.Split(text, @"\n\s*\n") do
            if Regex.IsMatch(paragraph, @"\bas\s+fast\s+as\b|\b(faster|slower)\s+than\b") then
                Assert.Contains("holds: ", $"{path}: {paragraph}")
