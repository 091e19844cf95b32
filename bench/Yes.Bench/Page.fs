/// Generates the page of results, its picture and the marked block in README.md from all kept runs.
module Yes.Bench.Page

open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Duels
open Yes.Bench.Estimate
open Yes.Bench.Show

/// The kept runs with the names of their machines.
let kept directory =
    Directory.GetFiles(directory, "*.tsv")
    |> Array.sort
    |> Array.map (fun path -> string (Path.GetFileNameWithoutExtension path), read path)
    |> List.ofArray

let private isAgainstGnu reader duel = plainName duel.Reader = reader && duel.Rival.StartsWith "GNU "

/// The reasons why a run can't be published.
let objections run =
    let rounds = run.Duels |> List.map _.Round |> List.fold max 0
    let commit = fact "commit" run

    [
        rounds < 31, "it has fewer than 31 rounds"
        commit = "" || commit.EndsWith "-dirty", "its sources were not committed"
        run.Duels |> List.exists _.Result.IsError, "a duel failed"
        [ "pv"; "dd"; "dd-128K"; "wc"; "wc-l" ]
        |> List.forall (fun name -> run.Duels |> List.exists (isAgainstGnu name))
        |> not,
        "it did not measure GNU yes with pv, dd, dd-128K, wc and wc-l"
    ]
    |> List.filter fst
    |> List.map snd

let private distinct part (kept: (string * Run) list) =
    kept |> List.collect (fun (_, run) -> run.Duels |> List.map part) |> List.distinct

let private readers kept = distinct _.Reader kept |> List.sort

/// The `yes` programs of other projects, beginning with the newest GNU yes. busybox is so slow that it would
/// hide the differences between the others.
let private peers kept =
    distinct _.Rival kept
    |> List.filter (fun name -> Regex.IsMatch(name, @"^\S+ \d") && not (name.StartsWith "busybox"))
    |> List.sortBy (fun name ->
        not (name.StartsWith "GNU "), [ for part in Regex.Matches(name, @"\d+") -> -(int part.Value) ])

/// The command as people type it. With different options, pv would not report how many bytes it has moved.
let private typed kept (reader: string) =
    let command = kept |> List.map (fun (_, run) -> fact $"command of {reader}" run) |> List.find ((<>) "")
    let command = Regex.Replace(command.Replace("-nbi 100000 ", ""), @"^\S*/", "").Trim()
    if reader.StartsWith "socket" then $"`{command}`, socket" else $"`{command}`"

let private version (reader: string) = Array.last (reader.Split ' ')

/// The range of the confidence intervals of all machines and of the given readers, such as ×1.9–4.2.
let private ratios kept program rival readers =
    match
        List.allPairs kept readers
        |> List.choose (fun ((_, run), reader) -> Estimate.ratio program rival reader run)
        |> List.map interval
    with
    | [] -> "–"
    | ends -> "×" + range (List.map fst ends |> List.min, List.map snd ends |> List.max)

let private shares kept program readers =
    match
        List.allPairs kept readers
        |> List.map (fun ((_, run), reader) -> sides program reader run)
        |> List.filter ((<>) [])
    with
    | [] -> "–"
    | all ->
        let shares = all |> List.map share
        [ List.min shares; List.max shares ] |> List.map percent |> List.distinct |> String.concat "–"

let private countMachines (kept: (string * Run) list) =
    if kept.Length = 1 then "one machine" else $"{kept.Length} machines"

/// The ratios to the given rivals, and the shares of a core.
let private overview kept readers rivals =
    let newest = (peers kept).Head

    markdown (
        ("`yes` piped into" :: "version" :: [ for rival in rivals -> $"vs. {rival}" ]
         @ [ "core"; $"core, {newest}" ])
        :: [
            for reader in readers do
                typed kept reader
                :: version reader
                :: [ for rival in rivals -> ratios kept "auto" rival [ reader ] ]
                @ [ shares kept "auto" [ reader ]; shares kept newest [ reader ] ]
        ]
    )

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

/// The text for README.md. It compares with the newest GNU yes.
let block kept =
    let newest = (peers kept).Head
    let versions name = readers kept |> List.filter (fun reader -> plainName reader = name)
    let times name = (ratios kept "auto" newest (versions name)).TrimStart('×').Replace("–", " to ")

    let gnu = newest.Replace("GNU", "GNU `yes`")
    let ours, theirs = shares kept "auto" (versions "wc-l"), shares kept newest (versions "wc-l")
    let wcL, pv, wc, dd = times "wc-l", times "pv", times "wc", times "dd"

    let sentences =
        $"In `yes | wc -l`, it is {wcL} times as fast as {gnu} and uses {ours} of a core "
        + $"instead of {theirs}. "
        + $"In `yes | pv > /dev/null`, it is {pv} times as fast. Plain `wc` and `dd` are slower readers: "
        + $"with them, it is {wc} and {dd} times as fast."

    let explanation =
        $"A range covers the 95%% confidence intervals on {countMachines kept}. A *core* is the share of a "
        + "core that a program uses. [The page of results](bench/results/README.md) names the machines and "
        + "commands."

    let wrap (text: string) = Regex.Replace(text + " ", "(.{1,109}) ", "$1\n").TrimEnd()

    [
        "<!-- bench -->"
        wrap sentences
        // The page of results also has the other readers and rivals.
        overview
            kept
            (List.collect versions [ "wc-l"; "pv"; "dd-128K" ])
            (peers kept |> List.filter _.StartsWith("GNU "))
        wrap explanation
        $"![{question}](bench/results/ratios.svg)"
        "<!-- /bench -->"
    ]
    |> String.concat "\n\n"

/// Replaces the marked block in a document.
let replaceBlock kept (text: string) =
    Regex.Replace(text, "(?s)<!-- bench -->.*<!-- /bench -->", (block kept).Replace("$", "$$"))

/// What identifies a machine, and all its duels.
let private machine (name, run) =
    let cost name value = $"{name}: %.0f{value} ns"

    let disturbed, all = disturbed run

    let own =
        [
            "commit"
            "date"
            "command"
            "kernel"
            "Model name"
            "CPU family"
            "Model"
            "Stepping"
            "Hypervisor vendor"
        ]

    let row (reader, program, rival) =
        Estimate.ratio program rival reader run
        |> Option.map (fun estimate ->
            let one, other = between program rival reader run |> List.unzip
            [ reader; program; speed one; rival; speed other; ratio estimate; range estimate.Spread ])

    let pairs = distinct (fun duel -> duel.Reader, duel.Program, duel.Rival) [ name, run ]

    [
        $"## {name}"
        ""
        "```text"
        for name in own do
            $"{name}: {fact name run}"
        for line in run.Facts do
            if
                Regex.IsMatch(line, "^(Vulnerability|command of|package|/)")
                && not (line.EndsWith "Not affected")
            then
                line
        cost "a system call" (medianCost _.Call run)
        cost "a round trip between the cores" (medianCost _.Trip run)
        cost "a wake-up" (medianCost _.Wake run)
        $"duels: {all}, of which other programs disturbed {disturbed}"
        "```"
        ""
        ([ "reader"; "program"; "speed"; "rival"; "speed"; "ratio (95% interval)"; "10%–90%" ]
         :: (pairs |> List.sort |> List.choose row))
        |> markdown
        ""
    ]

/// The page of results.
let page kept =
    [
        "# Results"
        ""
        "`make bench-save` generates this page. [Another page](../README.md) explains the method."
        ""
        $"![{question}](ratios.svg)"
        ""
        overview kept (readers kept) (peers kept)
        ""
        $"A range covers the 95%% confidence intervals on {countMachines kept}. In the tables below,"
        "the ratio is the geometric mean, and 80% of the duels lie in the last range. `auto again` is the"
        "same program as `auto`, so its ratio shows the noise. A percentage is the share of a core that the"
        "program used."
        ""
        for run in kept do
            yield! machine run
    ]
    |> String.concat "\n"
    |> fun text -> text.TrimEnd() + "\n"

/// All generated files with their contents.
let files root =
    let kept = kept (Path.Combine(root, "bench/results"))
    let readme = Path.Combine(root, "README.md")

    [
        Path.Combine(root, "bench/results/README.md"), page kept
        Path.Combine(root, "bench/results/ratios.svg"), picture kept
        readme, replaceBlock kept (File.ReadAllText readme)
    ]
