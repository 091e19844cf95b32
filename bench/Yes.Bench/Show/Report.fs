/// The results as tables and text.
module Yes.Bench.Report

open System
open Yes.Bench.Run
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Machine
open Yes.Bench.Statistics

let private program = "strategy or program", (fun (writer: Writer) -> writer.Name)

let gnuName run = gnu run |> Option.map _.Name |> Option.defaultValue "GNU yes"

/// The throughput relative to GNU yes, which is ×1 itself.
let relativeToGnu show run reader writer =
    match gnu run with
    | Some gnu when gnu.Name = writer.Name && throughput reader writer |> Option.isSome -> "×1"
    | gnu -> ratioTo gnu reader writer |> orNone show

/// The throughput of the strategies that have a counterpart, relative to the counterpart.
let counterparts show (run: Run) =
    let counterpart = counterpart run.Writers

    List.filter (counterpart >> Option.isSome) run.Writers
    |> table
        [
            "strategy", _.Name
            for reader in run.Readers do
                reader.Name, fun strategy -> orNone id (show reader strategy (counterpart strategy))
        ]

/// The main result in one sentence.
let title run =
    let leading, gnu = leading run, gnu run

    match gnu, ratioTo gnu run.Readers.Head leading with
    | Some gnu, Some ratio ->
        $"Into {run.Readers.Head.Name}, this yes ({leading.Name}) is {times ratio} times as "
        + $"fast as {gnu.Name}"
    | _ -> $"Throughput of this yes ({leading.Name})"

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

/// What limits the throughput into a reader.
let private limitOf run reader =
    limit run reader
    |> Option.map (fun (rate, writer) ->
        $"{reader.Name} handled at most {bytes rate} per second of its own CPU time, which it did with "
        + $"{writer.Name}. A program that keeps it busy all the time can't be much faster.")
    |> Option.toList

/// The programs whose rounds with a reader form groups.
let private grouped (run: Run) reader =
    run.Writers
    |> List.choose (fun writer ->
        throughput reader writer
        |> Option.filter (fun rate -> not rate.Groups.IsEmpty)
        |> Option.map (fun rate -> writer, rate))

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

        let groups =
            [
                for reader in run.Readers do
                    for group in grouped run reader -> reader, group
            ]

        if not groups.IsEmpty then
            let series =
                [
                    for reader in run.Readers do
                        yield! List.choose (throughput reader) run.Writers
                ]

            let isGnu (_, (writer, _)) = Some writer = gnu run
            let reader, (writer, rate) = groups |> List.tryFind isGnu |> Option.defaultValue groups.Head

            let centers =
                rate.Groups |> List.map (fun group -> { rate with Median = group.Center; Groups = [] })

            $"The machine changed its speed during the run: in {groups.Length} of {series.Length} "
            + $"cases, the rounds fall "
            + $"into groups. For example, the throughput of {writer.Name} into {reader.Name} is about "
            + $"{centers |> List.map bytesPerSecond |> enumerate}. "
            + "A median then only shows which group is larger."

        if run.Machine.BusyCores > busyMachine then
            $"The machine was busy before the run: other programs used "
            + $"{digits 2 run.Machine.BusyCores} cores."

        let share = noisyShare run

        if share > noisyRun then
            $"The machine was busy during the run: in {percent share} of the rounds, writer and "
            + $"reader waited for a "
            + $"processor for more than {percent noisyRound} of the time."
    ]

/// A heading and a table for each kind of results.
let private tables (run: Run) =
    let writers = run.Writers
    let share usage reader = busy usage reader >> orNone percent

    [
        for reader in run.Readers do
            $"## Throughput into {reader.Name}"
            wrap $"The reader is `{reader.Command}`, which {reader.Does}."

            let rate = "throughput", throughput reader >> orNone bytesPerSecondWithSpread
            let ratio = $"relative to {gnuName run}", relativeToGnu ratioWithSpread run reader
            let busy = [ "writer busy", share _.Writer reader; "reader busy", share _.Reader reader ]
            table (program :: rate :: ratio :: busy) writers
            yield! limitOf run reader |> List.map wrap

        "## The rounds in the order of time"
        "![The throughput of each program in each round](rounds.svg)"

        "## Throughput relative to the same technique in C"
        let ratio reader strategy other = ratioTo other reader strategy |> Option.map ratioWithSpread
        counterparts ratio run

        "## Startup, memory and size"
        let start (writer: Writer) = summarise writer.StartSeconds |> orNone milliseconds
        let memory (writer: Writer) = writer.PeakMemoryBytes |> orNone (float >> bytes)
        let size (writer: Writer) = writer.ExecutableBytes |> orNone (float >> bytes)
        let inspected (writer: Writer) = writer.CheckedBytes |> orNone (float >> bytes)

        table
            [
                program
                "time to first byte", start
                "peak memory", memory
                "executable", size
                "output checked", inspected
            ]
            writers
    ]

/// Where and when the results were measured.
let private place (run: Run) =
    let date = run.Date.ToString "yyyy-MM-dd"
    $"{describeMachine run.Machine}; {date}, commit {run.Commit}"

/// How to read the numbers.
let private explanation (run: Run) =
    let settings = run.Settings

    [
        $"{place run}, .NET SDK {run.Machine.Sdk}. The line was '{settings.Line}'. There were "
        + $"{settings.Rounds} rounds of {digits 2 settings.SecondsPerRound} s."
        "Throughputs, ratios and times are medians of all rounds. The parentheses contain the 95% "
        + "confidence interval "
        + $"of the median, or the range of the rounds if there were fewer than {fewestRounds usual}. "
        + $"Where the rounds "
        + "fall into groups, they contain the median of each group and its number of rounds instead, "
        + "because an "
        + "interval assumes that the rounds are independent."
        "A ratio compares two programs in each round. It still changes with the speed of the "
        + "machine, because what "
        + "limits one program may not limit the other."
        "A writer or reader is busy while it is on a processor. A dash means that the program does "
        + "not write to this "
        + "kind of reader, or that the number is unknown."
    ]

let text run =
    tables run @ List.map wrap (explanation run @ notes run) |> String.concat "\n\n"

/// The link to the chart, on a page from which the given path leads to the results.
let chart path run = wrap $"![{title run}]({path}throughput.svg)"

/// The report as a page.
let full run =
    String.concat "\n\n" [ "# Benchmark report"; chart "" run; text run ] + "\n"

/// The README's table of strategies, for the first and the last reader.
let strategies (run: Run) =
    let columns =
        [
            "strategy", (fun (writer: Writer) -> writer.Name)
            for reader in List.distinct [ run.Readers.Head; List.last run.Readers ] do
                $"into {reader.Name}", throughput reader >> orNone bytesPerSecond
                $"relative to {gnuName run}", relativeToGnu ratio run reader
        ]

    table columns (List.filter isStrategy run.Writers)

/// The programs with which the README compares the default strategy, from the most to the least common. A
/// version that contains a dash is that of a development build.
let private rivals =
    let isBuild (writer: Writer) = writer.Version |> Option.exists _.Contains('-')

    [
        gnu, _.Name
        (fun run -> List.tryFind (fun peer -> isOf "GNU" peer && isBuild peer) run.Writers),
        (fun _ -> "GNU's development build")
        (fun run -> run.Writers |> List.tryFind (isOf "uutils")), _.Name
    ]

/// The README's table of speedups: a row for each reader, and a column for each rival. If the results are
/// those of several machines, a cell contains the range of their ratios.
let speedups (machines: Run list) =
    let readers = machines |> List.collect _.Readers |> List.distinctBy _.Name

    let speedup summary = $"×{digits 2 summary.Median}"

    let cell find (reader: Reader) =
        machines
        |> List.choose (fun run ->
            find run |> Option.bind (fun rival -> ratioTo (Some rival) reader (leading run)))
        |> List.sortBy _.Median
        |> function
            | [] -> "–"
            | [ only ] -> speedup only
            | several when speedup several.Head = speedup (List.last several) -> speedup several.Head
            | several -> $"{speedup several.Head}–{speedup (List.last several)}"

    let columns =
        [
            "speedup when piped into", (fun (reader: Reader) -> $"{reader.Name}, which {reader.Does}")
            for find, name in rivals do
                for example in machines |> List.tryPick find |> Option.toList do
                    name example, cell find
        ]

    table columns readers

/// The paragraph under the README's table of speedups, for results in the given directories.
let source (results: (string * Run) list) =
    let link (path, run) =
        let costs =
            match run.Machine.SystemCallNanoseconds with
            | Some cost -> $", %.0f{cost} ns per system call"
            | None -> ""

        $"[{run.Machine.Cpu}{costs}]({path}report.md)"

    wrap $"Medians of `auto`, measured on {enumerate (List.map link results)}."
