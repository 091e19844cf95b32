/// Generates the marked blocks in the project's documents from the saved results.
module Yes.Bench.Pages

open System.Text.RegularExpressions
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Run
open Yes.Bench.Statistics

/// The documents that contain blocks, each with the relative path from the document to the root.
let documents =
    [ "README.md", ""; "docs/strategies.md", "../"; "docs/tried.md", "../"; "bench/README.md", "../" ]

/// The main result from the newest run.
let private headline (run: Run) =
    let result = (Report.headline run run.Readers.Head).Replace("GNU", "GNU `yes`")
    $"Piped into {run.Readers.Head.Name}, it is {result}."

/// The speedup of the default strategy over other programs, for each reader.
let private speedups (run: Run) =
    let uutils = run.Writers |> List.tryFind (isOf "uutils")

    run.Readers
    |> table
        [
            "piped into", (fun reader -> $"{reader.Name}, which {reader.Does}")
            "this `yes`", (fun reader -> throughput reader (leading run) |> orNone bytesPerSecond)
            for other in List.choose id [ newestGnu run; gnu run; uutils ] do
                $"vs. {other.Name}", (fun reader -> ratioTo (Some other) reader (leading run) |> orNone ratio)
        ]

/// The share of a core that the default strategy and GNU yes use while wc reads.
let private cpu (run: Run) =
    let ofCore writer =
        run.Readers
        |> List.tryFind _.Name.StartsWith("wc ")
        |> Option.bind (fun wc -> busy wc writer)
        |> orNone share

    [ leading run; yield! Option.toList (gnu run) ]
    |> List.map (fun writer -> $"{Report.nameIn run writer} uses {ofCore writer} of a core")
    |> enumerate
    |> sprintf "While `wc` reads, %s."

let private strategies (run: Run) =
    let reader = run.Readers.Head

    run.Writers
    |> List.filter (isKind Kind.Strategy)
    |> table [ "strategy", _.Name; $"into {reader.Name}", throughput reader >> orNone bytesPerSecond ]

/// Says where and how a saved run was measured.
let private source root (name, run: Run) =
    $"""Medians of {counted run.Settings.Rounds "sample"} on {Report.describeMachine run.Machine}: """
    + $"[the full report]({root}bench/results/{name}/report.md)."

/// A table of ratios. Each row compares two writers with each reader.
let private ratios heading (run: Run) (rows: (string * Writer option * Writer) list) =
    rows
    |> table
        [
            heading, (fun (name, _, _) -> name)
            for reader in run.Readers do
                $"into {reader.Name.Split(' ')[0]}",
                fun (_, other, writer) -> ratioTo other reader writer |> orNone ratio
        ]

/// The speedup of each step from write(2) to the default strategy. The last row isolates the timer's effect.
let private steps (run: Run) =
    let find name = run.Writers |> List.find (fun writer -> writer.Name = name)

    [
        for one, next in
            [ "native", "vmsplice"; "vmsplice", "tee-pages"; "tee-pages", "auto"; "tee-blocking", "auto" ] ->
            $"`{one}` to `{next}`", Some(find one), find next
    ]
    |> ratios "step" run

/// The throughput of each technique, relative to that of the default strategy.
let private tried (run: Run) =
    let isShown writer = isKind Kind.Tried writer || isKind Kind.Strategy writer || isOf "uutils" writer

    [
        for writer in run.Writers do
            if isShown writer && writer <> leading run then
                $"`{writer.Name.Split(' ')[0]}`", reference run, writer
    ]
    |> ratios "technique" run

/// All blocks. The arguments for a block are the path from its document to the root, the newest run without
/// TECHNIQUES, and the newest run with TECHNIQUES.
let blocks: (string * (string -> string * Run -> string * Run -> string)) list =
    let ofRun block = fun _ (_, run) _ -> block run
    let ofTried block = fun _ _ (_, run) -> block run

    [
        "headline", (fun _ (_, run) _ -> headline run)
        "speedups", ofRun speedups
        "picture", (fun root (name, run) _ -> Report.picture $"{root}bench/results/{name}/" run.Readers.Head)
        "cpu", ofRun cpu
        "strategies", ofRun strategies
        "source", (fun root kept _ -> source root kept)
        "in-c", ofRun Report.relativeToC
        "steps", ofTried steps
        "tried", ofTried tried
        "tried-source", (fun root _ kept -> source root kept)
    ]

/// A block, including the two comments that delimit it. The text between them is generated.
let marked = Regex @"(?s)<!-- bench: (\S+) -->.*?<!-- /bench -->"

/// Replaces the blocks in the text of a document. The newest of the saved runs must come first.
let write (kept: (string * Run) list) root (text: string) =
    let tried, usual = kept |> List.partition (snd >> wasTried)

    let replace (found: Match) =
        let name = found.Groups[1].Value

        match blocks |> List.tryFind (fun (other, _) -> other = name) with
        | Some(_, block) ->
            $"<!-- bench: {name} -->\n\n{wrap (block root usual.Head tried.Head)}\n\n<!-- /bench -->"
        | None -> failwith $"no function writes the block '{name}'"

    marked.Replace(text, replace)
