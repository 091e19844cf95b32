/// The results as tables and text.
module Yes.Bench.Report

open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Machine
open Yes.Bench.Run

/// The name of a writer in a comparison. The default strategy represents this project.
let nameIn run (writer: Writer) =
    if writer.Name = (leading run).Name then $"this yes ({writer.Name})" else writer.Name

/// Compares the default strategy with the newest GNU yes and with the GNU yes on the PATH. A comparison is
/// left out if there was too much noise.
let headline run reader =
    let shown = withoutNoise run

    [
        for find in [ newestGnu; gnu ] do
            for other in Option.toList (find run) do
                if not (isStolen run || List.exists (isMostlyNoisy run reader) [ leading run; other ]) then
                    for ratio in Option.toList (ratioTo (find shown) reader (leading shown)) do
                        $"{number ratio.Median} times as fast as {other.Name}"
    ]
    |> enumerate

/// The main result in one sentence, if there is one.
let title run =
    match headline run run.Readers.Head with
    | "" -> $"Throughput into {run.Readers.Head.Name}"
    | headline -> $"Into {run.Readers.Head.Name}, {nameIn run (leading run)} is {headline}"

let describeMachine machine =
    let kind = if machine.IsVirtual then "virtual machine" else "machine"
    $"""a {kind} with {counted machine.Cores "core"} ({machine.Cpu}, Linux {machine.Kernel.Split('-')[0]})"""

/// Sentences about faults and noise. Without these sentences, the numbers would be misleading.
let notes (run: Run) =
    [
        if not run.Complete then
            "Incomplete: the run was interrupted before the last round."

        for writer in run.Writers do
            for fault in Option.toList writer.Fault do
                $"{writer.Name} was not measured: {fault}."

            for reader in run.Readers do
                for fault in Option.toList writer[reader].Fault do
                    $"{writer.Name} was not measured with {reader.Name}: {fault}."

        for reader in run.Readers do
            match List.filter (isMostlyNoisy run reader) run.Writers with
            | [] -> ()
            | noisy -> $"Noisy: most samples of {noisy |> List.map _.Name |> enumerate} into {reader.Name}."

        if isStolen run then
            $"Noisy: the host took the processors away for %.0f{100.0 * run.Stolen}%% of the run."
    ]

/// The file name of the picture that shows the throughput with one reader.
let pictureName (reader: Reader) = reader.Name.Replace(' ', '-') + ".svg"

/// A Markdown image of the throughput with one reader. The path leads from the document to the results.
let picture path (reader: Reader) = $"![Throughput into {reader.Name}]({path}{pictureName reader})"

/// Two writers run the same code. The difference between them shows the resolution of the benchmark.
let resolution (run: Run) =
    let tee = run.Writers |> List.tryFind (fun writer -> writer.Name = "tee")

    let differences =
        [
            for reader in run.Readers do
                for ratio in Option.toList (ratioTo tee reader (leading run)) do
                    100.0 * (max ratio.Median (1.0 / ratio.Median) - 1.0)
        ]

    if differences.IsEmpty then
        ""
    else
        $"`{(leading run).Name}` and `tee` run the same code and differ by up to "
        + $"%.1f{List.max differences}%%. A smaller difference between two programs means nothing."

/// A table that compares each strategy with its C version, if there is one. Most C versions need a pipe.
let relativeToC (run: Run) =
    run.Readers
    |> List.filter (fun reader -> reader.Channel = "pipe")
    |> table
        [
            "reader", _.Name
            for strategy in run.Writers do
                let other = counterpart run.Writers strategy

                if other.IsSome then
                    strategy.Name,
                    fun reader -> ratioTo other reader strategy |> orNone differenceWithInterval
        ]

/// A heading and a table for each kind of result.
let private tables (run: Run) =
    let shown = withoutNoise run

    let noise reader writer =
        let noisy, all = noise run reader writer
        $"{noisy} of {all}"

    [
        for reader in run.Readers do
            $"## Throughput into {reader.Name}"
            picture "" reader
            $"The reader is `{reader.Program} {reader.Arguments}`, which {reader.Does}."

            table
                [
                    "program", _.Name
                    "throughput", throughput reader >> orNone bytesPerSecondWithInterval
                    for other in Option.toList (reference shown) do
                        $"relative to {other.Name}", ratioTo (Some other) reader >> orNone ratioWithInterval
                    "noisy samples", noise reader
                    "writer's CPU time per GiB", writerCpu reader >> orNone timeWithInterval
                    "reader's", readerCpu reader >> orNone timeWithInterval
                ]
                shown.Writers

        "## Difference from the same technique in C"
        relativeToC shown

        "## Startup, memory and size"

        table
            [
                "program", _.Name
                "time to first byte", startup run.Readers.Head >> orNone timeWithInterval
                "peak memory", memory run.Readers.Head >> orNone (_.Median >> bytes)
                "executable", _.ExecutableBytes >> orNone bytes
            ]
            shown.Writers
    ]

/// The report as a document. The path leads from the document to the project's root.
let document root run =
    let settings = run.Settings
    let samples = $"""{counted settings.Rounds "sample"} of {number settings.SecondsPerSample} s"""

    [
        "# Benchmark report"
        $"{title run}."
        yield! notes run
        yield! tables run
        "## How to read the tables"
        $"All values are medians of {samples}. Parentheses contain the 95%% confidence interval of the "
        + "median. A noisy sample does not count, unless most of the program's samples are noisy. A dash "
        + "means that there is no measurement. A script has no startup, memory and size of its own. The CPU "
        + "time of a writer that is always busy says no more than its throughput."
        resolution (withoutNoise run)
        $"Commit {run.Commit} was measured on {run.Date:``yyyy-MM-dd``} on {describeMachine run.Machine}. "
        + $"The line was '{settings.Line}', and the seed of the order {settings.Seed}."
        $"[The page on the benchmark]({root}bench/README.md) explains how it measures."
    ]
    |> List.filter ((<>) "")
    |> List.map wrap
    |> String.concat "\n\n"
    |> fun text -> text + "\n"
