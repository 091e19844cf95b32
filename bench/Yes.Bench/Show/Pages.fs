/// The marked blocks of the project's documents, which make bench-save writes from the kept results.
module Yes.Bench.Pages

open System.Text.RegularExpressions
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Run
open Yes.Bench.Statistics

/// The documents that contain blocks. Each of the other strings leads from the document to the root.
let documents =
    [ "README.md", ""; "docs/strategies.md", "../"; "docs/tried.md", "../"; "bench/README.md", "../" ]

let private inCode (name: string) = Regex.Replace(name, "^[a-z]+", "`$0`")
let private times ratio = "×" + number ratio.Median

/// The first reader of a program that reads a pipe, such as pv.
let private readerOf program (run: Run) =
    run.Readers
    |> List.tryFind (fun reader -> reader.Channel = "pipe" && reader.Name.StartsWith(program + " "))

/// The main result, in the newest run.
let private headline (run: Run) =
    let reader = run.Readers.Head
    let result = (Report.headline run reader).Replace("GNU", "GNU `yes`")
    $"Piped into {inCode reader.Name}, it is {result}."

/// The speedup of the default strategy over other programs, with each reader.
let private speedups (run: Run) =
    let run = withoutNoise run
    let uutils = run.Writers |> List.tryFind (isOf "uutils")

    run.Readers
    |> table
        [
            "piped into", (fun reader -> $"{reader.Name}, which {reader.Does}")
            "this `yes`", (fun reader -> throughput reader (leading run) |> orNone bytesPerSecond)
            for other in List.choose id [ newestGnu run; gnu run; uutils ] do
                $"vs. {other.Name}", (fun reader -> ratioTo (Some other) reader (leading run) |> orNone times)
        ]

/// The share of a core that the default strategy and GNU yes use while wc reads.
let private cpu (run: Run) =
    let run = withoutNoise run

    let share writer =
        readerOf "wc" run
        |> Option.bind (fun wc -> busy wc writer)
        |> orNone (fun share -> $"%.0f{100.0 * share.Median}%%")

    [ leading run; yield! Option.toList (gnu run) ]
    |> List.map (fun writer -> $"{Report.nameIn run writer} uses {share writer} of a core")
    |> enumerate
    |> sprintf "While `wc` reads, %s."

let private strategies (run: Run) =
    let run = withoutNoise run
    let reader = run.Readers.Head

    run.Writers
    |> List.filter (isKind Kind.Strategy)
    |> table [ "strategy", _.Name; $"into {reader.Name}", throughput reader >> orNone bytesPerSecond ]

let private costs (run: Run) =
    let run = withoutNoise run
    let reader = run.Readers.Head

    leading run :: Option.toList (gnu run)
    |> table
        [
            "cost", (fun writer -> if writer = leading run then "this `yes`" else writer.Name)
            "executable", _.ExecutableBytes >> orNone bytes
            "time to first byte", startup reader >> orNone time
            "peak memory", memory reader >> orNone (_.Median >> bytes)
        ]

/// Where and how a kept run was measured.
let private source root (name, run: Run) =
    let machine = run.Machine
    let kind = if machine.IsVirtual then "virtual machine" else "machine"

    $"""Medians of {counted run.Settings.Rounds "sample"} on a {kind} with {counted machine.Cores "core"} """
    + $"({machine.Cpu}, Linux {machine.Kernel.Split('-')[0]}): "
    + $"[the full report]({root}bench/results/{name}/report.md)."

/// A table of speedups with a column for each kind of reader.
let private ratios
    heading
    (name: 'row -> string)
    (pair: 'row -> Writer option * Writer option)
    (run: Run)
    rows
    =
    rows
    |> table
        [
            heading, name
            for program in [ "pv"; "dd"; "wc" ] do
                for reader in Option.toList (readerOf program run) do
                    $"into {program}",
                    fun row ->
                        let other, writer = pair row
                        writer |> Option.bind (ratioTo other reader) |> orNone ratio
        ]

/// What each idea is worth, from write(2) to the default strategy.
let private steps (run: Run) =
    let run = withoutNoise run
    let find name = run.Writers |> List.tryFind (fun (writer: Writer) -> writer.Name = name)

    [ "native", "vmsplice"; "vmsplice", "tee-pages"; "tee-pages", "auto" ]
    |> ratios "step" (fun (one, next) -> $"`{one}` to `{next}`") (fun (one, next) -> find one, find next) run

/// The techniques that were tried, relative to the default strategy.
let private tried (run: Run) =
    let run = withoutNoise run
    let isShown writer = isKind Kind.Tried writer || isKind Kind.Strategy writer || isOf "uutils" writer

    run.Writers
    |> List.filter (fun writer -> isShown writer && writer <> leading run)
    |> ratios
        "technique"
        (fun writer -> $"`{writer.Name.Split(' ')[0]}`")
        (fun writer -> reference run, Some writer)
        run

/// All blocks. A block gets the path from its document to the root, and the newest kept runs: one of every
/// yes, and one of the techniques that were tried.
let blocks: (string * (string -> string * Run -> string * Run -> string)) list =
    let ofRun block = fun _ (_, run) _ -> block run
    let ofTried block = fun _ _ (_, run) -> block run

    [
        "headline", ofRun headline
        "speedups", ofRun speedups
        "picture", (fun root (name, run) _ -> Report.picture $"{root}bench/results/{name}/" run.Readers.Head)
        "cpu", ofRun cpu
        "strategies", ofRun strategies
        "costs", ofRun costs
        "source", (fun root kept _ -> source root kept)
        "in-c", ofRun (withoutNoise >> Report.relativeToC)
        "resolution", ofRun (withoutNoise >> Report.resolution)
        "steps", ofTried steps
        "tried", ofTried tried
        "tried-source", (fun root _ kept -> source root kept)
    ]

/// A block between its two comments. The text between them is generated.
let marked = Regex @"(?s)<!-- bench: (\S+) -->.*?<!-- /bench -->"

/// A document with the blocks that the kept results give. The newest results come first.
let write (kept: (string * Run) list) root (text: string) =
    let tried, usual = kept |> List.partition (snd >> wasTried)

    let replace (found: Match) =
        let name = found.Groups[1].Value

        match blocks |> List.tryFind (fun (other, _) -> other = name) with
        | Some(_, block) -> $"<!-- bench: {name} -->\n\n{block root usual.Head tried.Head}\n\n<!-- /bench -->"
        | None -> failwith $"no function writes the block '{name}'"

    marked.Replace(text, replace)
