/// The results of a run as tables and text.
module Yes.Bench.Report

open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Machine
open Yes.Bench.Run

/// The uutils yes.
let uutils run = run.Writers |> List.tryFind (isOf "uutils")

/// The other projects' programs with which the documents compare the default strategy.
let peers = [ newestGnu; gnu; uutils ]

/// Pipes come before other channels. Programs that read the data come before pv, which forwards references.
let rank (reader: Reader) = reader.Channel <> "pipe", reader.Name.StartsWith "pv"

/// How many times as fast the default strategy is as another writer.
let speedup run other reader = ratioTo (Some other) reader (leading run)

let describeMachine machine =
    let kind, unit = if machine.Hypervisor.IsSome then "virtual machine", "vCPUs" else "machine", "processors"

    $"a {kind} with {machine.Processors} {unit} ({machine.Cpu}, Linux {machine.Kernel})"

/// The facts that identify a run, as rows of a table.
let private origin (run: Run) =
    let machine = run.Machine
    let orUnknown format value = value |> Option.map format |> Option.defaultValue "unknown"
    let nanoseconds = orUnknown (fun seconds -> $"%.0f{1e9 * seconds} ns")
    let yesOrNo = orUnknown (fun is -> if is then "yes" else "no")

    [
        "machine", describeMachine machine
        "hypervisor", machine.Hypervisor |> Option.defaultValue "–"
        "last-level cache", machine.Cache |> orUnknown id
        "writer and reader share a cache", yesOrNo machine.SharesCache
        "writer and reader share a core", yesOrNo machine.SharesCore
        "system call", nanoseconds machine.SystemCallSeconds
        "from vCPU to vCPU and back", nanoseconds machine.RoundTripSeconds
        for mitigation in machine.Mitigations do
            $"against {mitigation.Key}", mitigation.Value
        "date", $"{run.Date:``yyyy-MM-dd HH:mm``} UTC"
        "commit", run.Commit
        "commit of the benchmark", run.Harness |> orUnknown id
        "command", run.Command |> orUnknown (sprintf "`%s`")
    ]

/// Sentences about missing results.
let notes (run: Run) =
    [
        for writer in run.Writers do
            for fault in Option.toList writer.Fault do
                $"{writer.Name} was not measured: {fault}."

            for reader in run.Readers do
                for fault in Option.toList writer[reader].Fault do
                    $"{writer.Name} was not measured with {reader.Name}: {fault}."
    ]

/// The writers that were measured with a reader.
let measured (run: Run) reader = run.Writers |> List.filter (samples reader >> List.isEmpty >> not)

/// The readers and programs in the picture for the README: one version of each reader, and no strategy
/// except for the default.
let few run =
    [
        for reader in
            run.Readers |> List.sortBy rank |> List.distinctBy (fun reader -> reader.Name.Split(' ')[0]) do
            let writers = leading run :: List.choose (fun find -> find run) peers
            reader, writers |> List.filter (fun writer -> List.contains writer (measured run reader))
    ]
    |> List.filter (fun (reader, writers) -> reader.Channel = "pipe" && not writers.IsEmpty)

/// The file name of the picture that shows the throughput with one reader.
let pictureName (reader: Reader) = reader.Name.Replace(' ', '-') + ".svg"

/// A table of the throughput with one reader.
let throughputs run reader =
    measured run reader
    |> table
        [
            "program", _.Name
            "throughput", throughput reader >> orNone bytesPerSecondWithInterval
            $"relative speed of {(leading run).Name}",
            (fun writer -> speedup run writer reader |> orNone ratioWithInterval)
            "writer's share of a core", busy _.WriterCpuSeconds reader >> orNone percent
            // The reader of a file waits until the sample has ended.
            if reader.Channel <> "file" then
                "reader's", busy _.ReaderCpuSeconds reader >> orNone percent
        ]

/// The report as a document. The path leads from the document to the project's root.
let document root (run: Run) =
    let settings = run.Settings

    [
        "# Benchmark report"
        origin run |> table [ "origin", fst; "", snd ]
        if not (few run).IsEmpty then
            "![Throughput of a few programs](throughput.svg)"

        for reader in List.sortBy rank run.Readers do
            if not (measured run reader).IsEmpty then
                $"## Throughput into {reader.Name}"
                $"![Throughput into {reader.Name}]({pictureName reader})"
                $"The reader is `{reader.Program} {reader.Arguments}`."
                throughputs run reader

        "## Startup and size"

        run.Writers
        |> List.filter (startup run.Readers.Head >> Option.isSome)
        |> table
            [
                "program", _.Name
                "time to first byte", startup run.Readers.Head >> orNone millisecondsWithInterval
                "executable", _.ExecutableBytes >> orNone bytes
            ]

        "## How to read the tables"
        $"Throughputs, ratios, times and shares are medians over {settings.Rounds} rounds. A sample takes "
        + $"{number settings.SecondsPerSample} s. "
        + $"[The page on the benchmark]({root}bench/README.md#how-to-read-the-numbers) explains them."

        if not (notes run).IsEmpty then
            "## Missing results"
            yield! notes run
    ]
    |> List.map wrap
    |> String.concat "\n\n"
    |> fun text -> text + "\n"
