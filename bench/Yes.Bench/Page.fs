/// Generates the page of results, its picture, and the numbers in README.md from all kept runs.
module Yes.Bench.Page

open System.IO
open System.Text.RegularExpressions
open Spectre.Console
open Yes.Bench.Duels
open Yes.Bench.Estimate
open Yes.Bench.Show

/// The kept runs with the names of their machines.
let kept directory =
    Directory.GetFiles(directory, "*.tsv")
    |> Array.sort
    |> Array.map (fun path -> string (Path.GetFileNameWithoutExtension path), read path)
    |> List.ofArray

/// The reasons why a run can't be published.
let objections run =
    let commit = fact "commit" run

    let meetsGnu reader =
        run.Duels |> List.exists (fun duel -> plainName duel.Reader = reader && duel.Rival.StartsWith "GNU ")

    [
        if run.Duels |> List.forall (fun duel -> duel.Round < 31) then
            "it has fewer than 31 rounds"
        if commit = "" || commit.EndsWith "-dirty" then
            "its sources were not committed"
        if not run.Failures.IsEmpty then
            "a duel failed"
        if not (List.forall meetsGnu [ "pv"; "dd"; "dd-128K"; "wc"; "wc-l" ]) then
            "it did not measure GNU yes with pv, dd, dd-128K, wc and wc-l"
    ]

let private distinct part (kept: (string * Run) list) =
    kept |> List.collect (snd >> Show.distinct part) |> List.distinct |> List.sort

let private readers kept = distinct _.Reader kept

/// All versions of the readers with the given names.
let private versions names kept =
    names |> List.collect (fun name -> readers kept |> List.filter (fun reader -> plainName reader = name))

/// The `yes` programs of other projects, beginning with the newest GNU yes. busybox is so slow that it would
/// hide the differences between the others.
let private peers kept =
    distinct _.Rival kept
    |> List.filter (fun name -> Regex.IsMatch(name, @"^\S+ \d") && not (name.StartsWith "busybox"))
    |> List.sortBy (fun name ->
        not (name.StartsWith "GNU "), [ for part in Regex.Matches(name, @"\d+") -> -(int part.Value) ])

/// The command as people type it. With different options, pv would not report how many bytes it has moved.
let private typed kept (reader: string) =
    let command = kept |> List.map (snd >> fact $"command of {reader}") |> List.find ((<>) "")
    let command = Regex.Replace(command.Replace("-nbi 100000 ", ""), @"^\S*/", "")
    if reader.StartsWith "socket" then $"`{command}`, socket" else $"`{command}`"

let private version (reader: string) = Array.last (reader.Split ' ')

/// The range of the confidence intervals of all machines and of the given readers, such as 1.9–4.2.
let private ratios kept rival readers =
    [
        for _, run in kept do
            for reader in readers do
                for estimate in Option.toList (Estimate.ratio "auto" rival reader run) do
                    fst (interval estimate)
                    snd (interval estimate)
    ]
    |> range number

let private shares kept program readers =
    [
        for _, run in kept do
            for reader in readers do
                share (sides program reader run)
    ]
    |> range percent

let private startups program kept =
    [
        for _, run in kept do
            median
                [
                    for reader in readers kept do
                        for side in sides program reader run do
                            side.Startup
                ]
    ]
    |> range (sprintf "%.1f")

/// The ratios to the given rivals, and the shares of a core.
let private overview kept readers rivals =
    let newest = (peers kept).Head

    table
        TableBorder.Markdown
        (("`yes` piped into" :: "version" :: [ for rival in rivals -> $"vs. {rival}" ]
          @ [ "core used"; $"by {newest}" ])
         :: [
             for reader in readers do
                 typed kept reader
                 :: version reader
                 :: [ for rival in rivals -> "×" + ratios kept rival [ reader ] ]
                 @ [ shares kept "auto" [ reader ]; shares kept newest [ reader ] ]
         ])

let private question = "How many times as fast as other programs is this yes?"

let private picture kept =
    let rows =
        [
            for reader in readers kept do
                for peer in peers kept do
                    let estimates = [ for _, run in kept -> Estimate.ratio "auto" peer reader run ]

                    if List.exists Option.isSome estimates then
                        let command = (typed kept reader).Replace("`", "").Replace("/dev/null", "…")
                        $"{command} {version reader}, {peer}", estimates
        ]

    Picture.draw question (List.map fst kept) rows

let private explanation kept =
    let machines = if List.length kept = 1 then "one machine" else $"{kept.Length} machines"
    $"A range covers the 95%% confidence intervals on {machines}."

/// The text for README.md. It compares with the newest GNU yes. The page of results also has the other
/// readers and rivals.
let private block kept =
    let newest = (peers kept).Head
    let times reader = (ratios kept newest (versions [ reader ] kept)).Replace("–", " to ")
    let core program = shares kept program (versions [ "wc-l" ] kept)

    let table =
        peers kept
        |> List.filter _.StartsWith("GNU ")
        |> overview kept (versions [ "wc-l"; "pv"; "dd-128K" ] kept)

    $"""In `yes | wc -l`, it is {times "wc-l"} times as fast as {newest.Replace("GNU", "GNU `yes`")}
and uses {core "auto"} of a core instead of {core newest}. In `yes | pv > /dev/null`, it is {times "pv"}
times as fast. Plain `wc` and `dd` are slower readers: with them, it is {times "wc"} and {times "dd"}
times as fast.

{table}

{explanation kept} [The results](bench/results/README.md)
name the machines and commands.

![{question}](bench/results/ratios.svg)
"""

/// Replaces the numbers in README.md: the marked block, and the row that contains the time for startup. Only
/// GNU yes 9.1 is in that row, because scripts start the newer ones.
let private updateReadme kept (text: string) =
    let ours, theirs = startups "auto" kept, startups "GNU 9.1" kept
    let row = $"| startup in a shell           | {ours, 7} ms | {theirs, 10} ms |"
    let block = "<!-- bench -->\n\n" + block kept + "\n<!-- /bench -->"
    let text = Regex.Replace(text, @"(?m)^\| startup .*", row)
    Regex.Replace(text, "(?s)<!-- bench -->.*<!-- /bench -->", block.Replace("$", "$$"))

/// What identifies a machine, and all its duels.
let private machine (name, run) =
    let row (reader, program, rival) =
        let duels = duelsOf program reader run |> List.filter (fun duel -> duel.Rival = rival)
        let estimate = (Estimate.ratio program rival reader run).Value
        let one, other = speed (List.map _.One duels), speed (List.map _.Other duels)
        let spread = range number [ fst estimate.Spread; snd estimate.Spread ]
        [ reader; program; one; rival; other; ratio estimate; spread ]

    let rows = run |> Show.distinct (fun duel -> duel.Reader, duel.Program, duel.Rival) |> List.map row
    let heading = [ "reader"; "program"; "GiB/s"; "rival"; "GiB/s"; "ratio (95% interval)"; "10%–90%" ]

    $"""## {name}

```text
{String.concat "\n" run.Facts}
a system call: %.0f{median [ for duel in run.Duels -> duel.Call ]} ns
a round trip between the cores: %.0f{median [ for duel in run.Duels -> duel.Trip ]} ns
startup of auto, including its shell: {startups "auto" [ name, run ]} ms
startup of GNU 9.1, including its shell: {startups "GNU 9.1" [ name, run ]} ms
time during which programs waited for a core: {percent (waited run)}
```

{table TableBorder.Markdown (heading :: rows)}
"""

/// The page of results.
let private page kept =
    $"""# Results

`make bench-save` generates this page. [Another page](../README.md) explains the method.

![{question}](ratios.svg)

{overview kept (readers kept) (peers kept)}

{explanation kept} In the tables below, a percentage is the
share of a core that a program used. In 80%% of the duels, the ratio was in the last range, and the ratio in
the table is the geometric mean of these duels. `auto again` is the same program as `auto`, so its ratio shows
the noise.

{kept |> List.map machine |> String.concat "\n"}"""

/// All generated files with their contents.
let files root =
    let kept = kept (Path.Combine(root, "bench/results"))
    let readme = Path.Combine(root, "README.md")

    [
        Path.Combine(root, "bench/results/README.md"), page kept
        Path.Combine(root, "bench/results/ratios.svg"), picture kept
        readme, updateReadme kept (File.ReadAllText readme)
    ]
