/// The results as tables and text.
module Yes.Bench.Report

open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Machine
open Yes.Bench.Run

/// The name of a writer in a comparison. The default strategy represents this project.
let nameIn run (writer: Writer) =
    if writer.Name = (leading run).Name then $"this yes ({writer.Name})" else writer.Name

/// Compares the default strategy with the newest GNU yes and with the GNU yes on the PATH.
let headline run reader =
    [
        for find in [ newestGnu; gnu ] do
            for other in Option.toList (find run) do
                for ratio in Option.toList (ratioTo (Some other) reader (leading run)) do
                    $"{number ratio.Median} times as fast as {other.Name}"
    ]
    |> enumerate

/// The main result in one sentence, if there is one.
let title run =
    match headline run run.Readers.Head with
    | "" -> $"Throughput into {run.Readers.Head.Name}"
    | headline -> $"Into {run.Readers.Head.Name}, {nameIn run (leading run)} is {headline}"

let describeMachine machine =
    let kind = if machine.Hypervisor.IsSome then "virtual machine" else "machine"
    $"""a {kind} with {counted machine.Processors "processor"} ({machine.Cpu}, Linux {machine.Kernel})"""

/// Sentences about faults. Without these sentences, the numbers would be misleading.
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
    ]

/// The file name of the picture that shows the throughput with one reader.
let pictureName (reader: Reader) = reader.Name.Replace(' ', '-') + ".svg"

/// A Markdown image of the throughput with one reader. The path leads from the document to the results.
let picture path (reader: Reader) = $"![Throughput into {reader.Name}]({path}{pictureName reader})"

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
    [
        for reader in run.Readers do
            $"## Throughput into {reader.Name}"
            picture "" reader
            $"The reader is `{reader.Program} {reader.Arguments}`, which {reader.Does}."

            table
                [
                    "program", _.Name
                    "throughput", throughput reader >> orNone bytesPerSecondWithInterval
                    for other in Option.toList (reference run) do
                        $"relative to {other.Name}", ratioTo (Some other) reader >> orNone ratioWithInterval
                    "writer's share of a core", busy reader >> orNone share
                    "reader's", readerBusy reader >> orNone share
                ]
                run.Writers

        "## Difference from the same technique in C"
        relativeToC run

        "## Startup, memory and size"

        table
            [
                "program", _.Name
                "time to first byte", startup run.Readers.Head >> orNone timeWithInterval
                "peak memory", memory run.Readers.Head >> orNone (_.Median >> bytes)
                "executable", _.ExecutableBytes >> orNone bytes
            ]
            run.Writers
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
        + "median. A dash means that there is no measurement. A script has no startup, memory and size of "
        + "its own."
        $"Commit {run.Commit} was measured on {run.Date:``yyyy-MM-dd``} on {describeMachine run.Machine}. "
        + $"The line was '{settings.Line}', and the seed of the order {settings.Seed}."
        $"[The page on the benchmark]({root}bench/README.md) explains how it measures."
    ]
    |> List.filter ((<>) "")
    |> List.map wrap
    |> String.concat "\n\n"
    |> fun text -> text + "\n"
