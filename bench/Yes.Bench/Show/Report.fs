/// The results as tables and text.
module Yes.Bench.Report

open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Machine
open Yes.Bench.Run
open Yes.Bench.Statistics

let private program = "strategy or program", (fun (writer: Writer) -> writer.Name)

let gnuName run = gnu run |> Option.map _.Name |> Option.defaultValue "GNU yes"

/// The throughput relative to GNU yes, which is ×1 itself.
let relativeToGnu show run reader writer =
    match gnu run with
    | Some gnu when gnu.Name = writer.Name && throughput reader writer |> Option.isSome -> "×1"
    | gnu -> ratioTo gnu reader writer |> orNone show

/// The main result in one sentence. A noisy run has none.
let title run =
    let leading, gnu = leading run, gnu run

    match gnu, ratioTo gnu run.Readers.Head leading with
    | Some gnu, Some ratio when not (isNoisy run) ->
        let name = nameBesideOthers leading
        $"Into {run.Readers.Head.Name}, {name} is {times ratio} times as fast as {gnu.Name}"
    | _ -> $"Throughput into {run.Readers.Head.Name}"

/// What explains the differences between machines.
let describeMachine machine =
    let nanoseconds name cost = cost |> Option.map (fun cost -> $"{name} %.0f{cost} ns") |> Option.toList

    [
        machine.Cpu
        counted machine.Cores "core"
        if machine.IsVirtual = Some true then
            "virtual"
        $"Linux {machine.Kernel}"
        if machine.IsolatesPageTables = Some true then
            "page-table isolation"
        yield! nanoseconds "system call" machine.SystemCallNanoseconds
        yield! nanoseconds "round trip between cores" machine.RoundTripNanoseconds
    ]
    |> String.concat ", "

/// A sentence for each thing that a reader of the numbers has to know.
let notes (run: Run) =
    [
        if not run.Complete then
            "Incomplete: the run was interrupted before the last round."

        for writer in run.Writers do
            for fault in Option.toList writer.Fault do
                $"{writer.Name} was not measured because its output is wrong: {fault}."

            for reader in run.Readers do
                for fault in Option.toList writer[reader].Fault do
                    $"{writer.Name} could not be measured with {reader.Name}: {fault}."

        for cores in Option.toList (disturbance run.Machine) do
            $"The machine was busy before the run: other programs used {number cores} cores."

        let share = noisyShare run

        if share > noisyRun then
            $"The machine was busy during the run: in {percent share} of the rounds, writer and reader "
            + $"waited for a processor for more than {percent noisyRound} of the time."

        if stolen run > noisyRound then
            $"The host took the processors away for {percent (stolen run)} of the run."
    ]

/// The throughput of the strategies that have a technique in C, relative to that technique.
let private relativeToC (run: Run) =
    let counterpart = counterpart run.Writers

    List.filter (counterpart >> Option.isSome) run.Writers
    |> table
        [
            "strategy", _.Name
            for reader in run.Readers do
                reader.Name,
                fun strategy -> ratioTo (counterpart strategy) reader strategy |> orNone ratioWithRange
        ]

/// A heading and a table for each kind of results.
let private tables (run: Run) =
    [
        for reader in run.Readers do
            $"## Throughput into {reader.Name}"
            wrap $"The reader is `{reader.Command}`, which {reader.Does}."
            let cpu usage writer = cpuPerGib usage reader writer |> orNone secondsWithRange

            table
                [
                    program
                    "throughput", throughput reader >> orNone bytesPerSecondWithRange
                    $"relative to {gnuName run}", relativeToGnu ratioWithRange run reader
                    "CPU time per GiB, writer", cpu _.Writer
                    "reader", cpu _.Reader
                ]
                run.Writers

        "## The rounds in the order of time"
        "![The throughput in each round](rounds.svg)"

        "## Throughput relative to the same technique in C"
        relativeToC run

        "## Startup, memory and size"
        let start (writer: Writer) = summarise writer.StartSeconds |> orNone secondsWithRange
        let size (writer: Writer) = writer.ExecutableBytes |> orNone (float >> bytes)
        let inspected (writer: Writer) = writer.CheckedBytes |> orNone (float >> bytes)

        table
            [
                program
                "time to first byte", start
                "peak memory", memory run.Readers.Head >> orNone bytesWithRange
                "executable", size
                "output checked", inspected
            ]
            run.Writers
    ]

/// How many rounds there were, and what the ranges contain.
let rounds run =
    let count = roundCount run
    let rounds = counted count "round"
    let length = number run.Settings.SecondsPerRound
    let range = if count < 10 then "over all rounds" else "from the 10th to the 90th percentile"
    $"All values are medians of {rounds} of {length} s. Ranges extend {range}."

/// Where, when and how the results were measured, and how to read them.
let private explanation root (run: Run) =
    let settings = run.Settings
    let date = run.Date.ToString "yyyy-MM-dd"

    [
        rounds run
        $"{describeMachine run.Machine}; {date}, commit {run.Commit}, .NET SDK {run.Machine.Sdk}. The line "
        + $"was '{settings.Line}', the locale {settings.Locale}, and the seed of the order {settings.Seed}."
        "A ratio compares two programs in each round. It still changes with the speed of the machine, "
        + "because what limits one program may not limit the other. A dash means that the program does not "
        + "write to this kind of reader, or that the number is unknown."
        $"[strategies.md]({root}docs/strategies.md) explains why some strategies are faster than others, and "
        + $"[the page on the benchmark]({root}bench/README.md) explains how it measures."
    ]

/// The image link to the chart. The path leads from the page to the results.
let chart path run = wrap $"![{title run}]({path}throughput.svg)"

/// The report as a page. The path leads from the page to the root of the project.
let page root run =
    [
        "# Benchmark report"
        chart "" run
        yield! List.map wrap (notes run)
        yield! tables run
        "## How to read the tables"
        yield! List.map wrap (explanation root run)
    ]
    |> String.concat "\n\n"
    |> fun text -> text + "\n"
