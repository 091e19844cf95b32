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
        for pattern, directory in [ "*.md", "."; "*", "docs"; "*.md", "bench" ] do
            for path in Directory.GetFiles(Project.find directory, pattern) do
                path, Pages.marked.Replace(File.ReadAllText path, "")
    ]

/// The conditions that follow a sentence in a comment. A condition limits the ratio of two throughputs, as in
/// "holds: 1.5 <= auto / GNU 9.12 into dd wc", or the share of a core that one program uses, as in
/// "holds: auto into wc <= 0.1".
let private stated =
    [
        for _, text in documents do
            for found in Regex.Matches(text, @"(?m)holds: (.*?)( -->|$)") do
                found.Groups[1].Value
    ]

/// The condition that each lesson promises in its first comment, for all readers or for one.
let private promised =
    [
        for path in Directory.GetFiles(Project.find "docs/lessons", "*.cs") do
            let text = (File.ReadAllText path).Replace("\n//", "")
            let promise = @"`(\S+)`[^`]* is at least (\d+) times as fast as `(\S+)`( into (\w+))?"
            let parts = Regex.Match(text, promise).Groups
            let readers = if parts[5].Success then parts[5].Value else "pv dd wc"
            $"{parts[2]} <= {parts[1]} / {parts[3]} into {readers}"
    ]

/// Checks a condition in every run that measured its programs. For each reader, the whole confidence interval
/// has to meet the condition.
let private check condition =
    let parts =
        Regex.Match(condition, @"^(?:([\d.]+) <= )?(.+?)(?: / (.+))? into ([\w ]+?)(?: <= ([\d.]+))?$").Groups
        |> Seq.map _.Value
        |> Array.ofSeq

    for name in parts[4].Split ' ' do
        let isMeant (reader: Reader) =
            reader.Channel = name || reader.Channel = "pipe" && reader.Name.StartsWith $"{name} "

        let summaries =
            [
                for run in List.map snd BenchTests.kept do
                    let find other = run.Writers |> List.filter (fun writer -> writer.Name = other)

                    for reader in List.filter isMeant run.Readers do
                        for writer in find parts[2] do
                            if parts[3] = "" then
                                busy _.WriterCpuSeconds reader writer
                            else
                                ratioTo (List.tryHead (find parts[3])) reader writer
            ]
            |> List.choose id

        // A condition for which nothing was measured would always hold.
        Assert.True(not summaries.IsEmpty, $"{condition}: no run has measured this with {name}")

        for summary in summaries do
            let holds =
                (parts[1] = "" || float parts[1] <= summary.Low)
                && (parts[5] = "" || summary.High <= float parts[5])

            Assert.True(holds, $"{condition}: with {name}, from {summary.Low} to {summary.High}")

[<Fact>]
let ``every sentence about speed holds in all saved runs`` () =
    Assert.NotEmpty stated
    List.iter check (stated @ promised)

[<Fact>]
let ``every sentence that compares speeds has a condition`` () =
    for path, text in documents do
        for paragraph in Regex.Split(text, @"\n\s*\n") do
            if Regex.IsMatch(paragraph, @"\bas\s+fast\s+as\b|\b(faster|slower)\s+than\b") then
                Assert.Contains("holds: ", $"{path}: {paragraph}")
