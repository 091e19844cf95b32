/// The results as tables and text.
module Yes.Bench.Report

open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Machine
open Yes.Bench.Run
open Yes.Bench.Verdicts

let private program = "program", (fun (writer: Writer) -> writer.Name)

/// The name of a writer beside the names of other programs. The default strategy stands for this whole
/// project.
let nameIn run (writer: Writer) =
    if writer.Name = (leading run).Name then $"this yes ({writer.Name})" else writer.Name

/// The throughput relative to the reference.
let relative show run reader writer =
    if Some writer = reference run then
        "×1"
    else
        ratioTo (reference run) reader writer |> orNone show

/// How many times as fast as the newest and as the usual GNU yes the default strategy is, or "" if the samples
/// don't show it reliably.
let headline run reader =
    let leading, shown = leading run, withoutNoise run
    let find (writer: Writer) = shown.Writers |> List.find (fun other -> other.Name = writer.Name)

    [
        for other in List.choose id [ newestGnu run; gnu run ] do
            if not (isUnreliable run reader leading || isUnreliable run reader other) then
                for ratio in Option.toList (ratioTo (Some(find other)) reader (find leading)) do
                    $"{number ratio.Median} times as fast as {other.Name}"
    ]
    |> enumerate

/// The main result in one sentence, if there is one.
let title run =
    match headline run run.Readers.Head with
    | "" -> $"Throughput into {run.Readers.Head.Name}"
    | headline -> $"Into {run.Readers.Head.Name}, {nameIn run (leading run)} is {headline}"

let describeMachine machine =
    [
        machine.Cpu
        counted machine.Cores "core"
        if machine.IsVirtual then
            "virtual"
        $"Linux {machine.Kernel}"
    ]
    |> String.concat ", "

/// A sentence for each thing that a reader of the numbers has to know.
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
            match
                run.Writers
                |> List.filter (fun writer ->
                    2 * fst (noise run reader writer) > snd (noise run reader writer))
            with
            | [] -> ()
            | noisy -> $"Noisy: most samples of {noisy |> List.map _.Name |> enumerate} into {reader.Name}."

        if run.Stolen > noisyWaiting then
            $"Noisy: the host took the processors away for %.0f{100.0 * run.Stolen}%% of the run."
    ]

/// The file of a reader's picture.
let pictureName (reader: Reader) = reader.Name.Replace(' ', '-') + ".svg"

/// A link that shows the picture of a reader. The path leads from the document to the results.
let picture path (reader: Reader) = $"![Throughput into {reader.Name}]({path}{pictureName reader})"

/// The difference between two writers that run the same code, which shows the resolution of the benchmark.
let resolution (run: Run) =
    let tee = run.Writers |> List.tryFind (fun writer -> isKind Kind.Strategy writer && writer.Name = "tee")

    let differences =
        [
            for reader in run.Readers do
                for ratio in Option.toList (ratioTo tee reader (leading run)) do
                    100.0 * (max ratio.Median (1.0 / ratio.Median) - 1.0)
        ]

    if tee.IsNone || differences.IsEmpty then
        ""
    else
        $"`{(leading run).Name}` and `tee` run the same code, and differ by up to "
        + $"%.1f{List.max differences}%%. A smaller difference between two programs means nothing."

/// The throughput of the strategies that have a technique in C, relative to that technique.
let relativeToC (run: Run) =
    let counterpart = counterpart run.Writers

    List.filter (counterpart >> Option.isSome) run.Writers
    |> table
        [
            "strategy", _.Name
            for reader in run.Readers do
                reader.Name,
                fun strategy ->
                    ratioTo (counterpart strategy) reader strategy |> orNone differenceWithInterval
        ]

/// A heading and a table for each kind of results.
let private tables (run: Run) =
    let shown = withoutNoise run

    let noise reader (writer: Writer) =
        let writer = run.Writers |> List.find (fun other -> other.Name = writer.Name)
        let noisy, all = noise run reader writer
        if all = 0 then "–" else $"{noisy} of {all}"

    [
        for reader in run.Readers do
            $"## Throughput into {reader.Name}"
            picture "" reader
            $"The reader is `{reader.Program} {reader.Arguments}`, which {reader.Does}."

            table
                [
                    program
                    "throughput", throughput reader >> orNone bytesPerSecondWithInterval
                    $"relative to {reference run |> orNone _.Name}", relative ratioWithInterval shown reader
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
                program
                "time to first byte", startup run.Readers.Head >> orNone timeWithInterval
                "peak memory", memory run.Readers.Head >> orNone bytesWithInterval
                "executable", _.ExecutableBytes >> orNone bytes
            ]
            shown.Writers
    ]

/// The report as a document. The path leads from the document to the root of the project.
let document root run =
    let settings = run.Settings
    let samples = $"""{counted settings.Rounds "sample"} of {number settings.SecondsPerSample} s"""

    [
        "# Benchmark report"
        $"{title run}."
        yield! notes run
        yield! tables run
        "## How to read the tables"
        $"All values are medians of {samples}. Parentheses contain the 95%% confidence interval of the median. "
        + "A noisy sample does not count, unless most of the program's samples are noisy. A dash means that "
        + "the program does not write to this kind of reader, that the number is unknown, or that the writer "
        + "is always busy, so that its CPU time shows nothing new."
        resolution (withoutNoise run)
        $"{describeMachine run.Machine}; {run.Date:``yyyy-MM-dd``}, commit {run.Commit}. The line was "
        + $"'{settings.Line}', and the seed of the order {settings.Seed}."
        $"[The page on the benchmark]({root}bench/README.md) explains how it measures."
    ]
    |> List.filter ((<>) "")
    |> List.map wrap
    |> String.concat "\n\n"
    |> fun text -> text + "\n"
