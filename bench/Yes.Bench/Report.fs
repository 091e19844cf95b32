/// Generates the tables in README.md and on the page of results, and their picture, from all kept runs.
module Yes.Bench.Report

open System.IO
open System.Text.RegularExpressions
open Spectre.Console
open Yes.Bench.Duels
open Yes.Bench.Estimate
open Yes.Bench.Tables

/// The kept runs with the names of their machines.
let kept directory =
    [
        for path in Directory.GetFiles(directory, "*.tsv") do
            string (Path.GetFileNameWithoutExtension path), parse (File.ReadLines path)
    ]
    |> List.sortBy fst

let private gnu runs = peers runs |> List.filter (fun peer -> peer.Name = "GNU")

/// The reasons why a run can't be published together with the kept runs.
let objections kept run =
    let commit = fact "commit" run
    let pairs = run.Duels |> List.countBy (fun duel -> duel.Reader, duel.Rival.Tool)

    [
        if pairs |> List.exists (fun (_, count) -> count < 31) then
            "it has fewer than 31 rounds"
        if rounds (withoutBusyRounds run) < 25 then
            "it has fewer than 25 rounds that were not busy"
        if commit = "" || commit.EndsWith "-dirty" then
            "its sources were not committed"
        if not run.Failures.IsEmpty then
            "a duel failed"
        // A range in README.md includes every machine. Only new runs have measured the socket.
        for reader in readers Plan.readers kept |> List.distinctBy _.Name do
            for rival in List.truncate 1 (gnu kept) do
                if reader.Name <> "socket" && not (List.exists (fst >> (=) (reader, rival)) pairs) then
                    $"it did not measure {rival} with {reader}, as the kept runs did"
    ]

let private picture runs =
    let line reader rival =
        $"{rival}: ×{show range (ratio rival reader) runs}",
        runs |> List.choose (ratio rival reader) |> List.map interval

    Picture.draw
        "How many times as fast as GNU yes is this yes?"
        [
            for reader in readers Plan.mainReaders runs do
                (typed reader).Replace("`", ""), List.map (line reader) (gnu runs)
        ]

/// The facts about a machine, and the results of its run.
let private machine (name, run) =
    let quiet = withoutBusyRounds run
    // Some old files contain a command that is no longer valid.
    let facts = run.Facts |> List.filter (fun (fact: string) -> not (fact.StartsWith "command: "))

    $"""## {name}, commit {fact "commit" run}

```text
{String.concat "\n" facts}
rounds: {rounds run}
rounds that do not count, because programs waited for a core: {rounds run - rounds quiet}
```

{render 1000 (results TableBorder.Markdown quiet)}"""

/// Puts generated text between the two comments with a name on a page.
let private insert name (text: string) (page: string) =
    let place = Regex $"(?s)(?<=<!-- {name}: [^>]*-->\n).*(?=<!-- /{name} -->)"

    if not (place.IsMatch page) then
        failwith $"a page has no comments for '{name}'"

    place.Replace(page, fun _ -> $"\n{text}\n\n")

/// All files with generated parts, and their contents.
let files root kept =
    let find path = Path.Combine(root, path)
    let runs = kept |> List.map (snd >> withoutBusyRounds)
    let overview readers rivals = render 1000 [ overview TableBorder.Markdown runs readers rivals ]

    let fill path insertions = find path, insertions (File.ReadAllText(find path))

    [
        fill
            "README.md"
            (insert "readers" (overview (readers Plan.mainReaders runs) (gnu runs))
             >> insert "programs" (render 1000 [ programs TableBorder.Markdown "dd-128K" runs ]))
        fill
            "bench/results/README.md"
            (insert "readers" (overview (readers Plan.readers runs) (peers runs))
             >> insert "machines" (kept |> List.map machine |> String.concat "\n\n"))
        find "bench/results/ratios.svg", picture runs
    ]
