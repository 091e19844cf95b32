/// The results as tables and text.
module Yes.Bench.Report

open System
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Machine
open Yes.Bench.Statistics

let private program = "strategy or program", (fun (producer: Producer) -> producer.Name)

let gnuName comparison = gnu comparison |> Option.map _.Name |> Option.defaultValue "GNU yes"

/// The throughput relative to GNU yes, which is ×1 itself.
let relativeToGnu show comparison reader producer =
    match gnu comparison with
    | Some gnu when gnu.Name = producer.Name && throughput reader producer |> Option.isSome -> "×1"
    | gnu -> ratioTo gnu reader producer |> orNone show

/// The throughput of the strategies that have a counterpart, relative to the counterpart.
let counterparts show (comparison: Comparison) =
    let counterpart = counterpart comparison.Producers

    List.filter (counterpart >> Option.isSome) comparison.Producers
    |> table
        [
            "strategy", _.Name
            for reader in comparison.Readers do
                reader.Name, fun strategy -> orNone id (show reader strategy (counterpart strategy))
        ]

/// The main result in one sentence.
let title comparison =
    let leading, gnu = leading comparison, gnu comparison

    match gnu, ratioTo gnu comparison.Readers.Head leading with
    | Some gnu, Some ratio ->
        $"Into {comparison.Readers.Head.Name}, this yes ({leading.Name}) is {times ratio} times as "
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
let private limitOf comparison reader =
    limit comparison reader
    |> Option.map (fun (rate, producer) ->
        $"{reader.Name} handled at most {bytes rate} per second of its own CPU time, which it did with "
        + $"{producer.Name}. A program that keeps it busy all the time can't be much faster.")
    |> Option.toList

/// The programs whose rounds with a reader form groups.
let private grouped (comparison: Comparison) reader =
    comparison.Producers
    |> List.choose (fun producer ->
        throughput reader producer
        |> Option.filter (fun rate -> not rate.Groups.IsEmpty)
        |> Option.map (fun rate -> producer, rate))

/// A sentence for each thing that a reader of the numbers has to know.
let notes (comparison: Comparison) =
    [
        if not comparison.Complete then
            "Incomplete: the run was interrupted before the last round."

        for producer in comparison.Producers do
            for fault in Option.toList producer.Fault do
                $"{producer.Name} was not measured because its output is wrong: {fault}."

            for reader in comparison.Readers do
                for fault in Option.toList producer[reader].Fault do
                    $"{producer.Name} could not be measured with {reader.Name}: {fault}."

        let groups =
            [
                for reader in comparison.Readers do
                    for group in grouped comparison reader -> reader, group
            ]

        if not groups.IsEmpty then
            let series =
                [
                    for reader in comparison.Readers do
                        yield! List.choose (throughput reader) comparison.Producers
                ]

            let isGnu (_, (producer, _)) = Some producer = gnu comparison
            let reader, (producer, rate) = groups |> List.tryFind isGnu |> Option.defaultValue groups.Head

            let centers =
                rate.Groups |> List.map (fun group -> { rate with Median = group.Center; Groups = [] })

            $"The machine changed its speed during the run: in {groups.Length} of {series.Length} "
            + $"cases, the rounds fall "
            + $"into groups. For example, the throughput of {producer.Name} into {reader.Name} is about "
            + $"{centers |> List.map bytesPerSecond |> enumerate}. "
            + "A median then only shows which group is larger."

        if comparison.Machine.BusyCores > busyMachine then
            $"The machine was busy before the run: other programs used "
            + $"{digits 2 comparison.Machine.BusyCores} cores."

        let share = noisyShare comparison

        if share > noisyRun then
            $"The machine was busy during the run: in {percent share} of the rounds, writer and "
            + $"reader waited for a "
            + $"processor for more than {percent noisyRound} of the time."
    ]

/// A heading and a table for each kind of results.
let private tables (comparison: Comparison) =
    let producers = comparison.Producers
    let share usage reader = busy usage reader >> orNone percent

    [
        for reader in comparison.Readers do
            $"## Throughput into {reader.Name}"
            wrap $"The reader is `{reader.Command}`, which {reader.Does}."

            let rate = "throughput", throughput reader >> orNone bytesPerSecondWithSpread
            let ratio = $"relative to {gnuName comparison}", relativeToGnu ratioWithSpread comparison reader
            let busy = [ "writer busy", share _.Writer reader; "reader busy", share _.Reader reader ]
            table (program :: rate :: ratio :: busy) producers
            yield! limitOf comparison reader |> List.map wrap

        "## The rounds in the order of time"
        "![The throughput of each program in each round](rounds.svg)"

        "## Throughput relative to the same technique in C"
        let ratio reader strategy other = ratioTo other reader strategy |> Option.map ratioWithSpread
        counterparts ratio comparison

        "## Startup, memory and size"
        let start (producer: Producer) = summarise producer.StartSeconds |> orNone milliseconds
        let memory (producer: Producer) = producer.PeakMemoryBytes |> orNone (float >> bytes)
        let size (producer: Producer) = producer.ExecutableBytes |> orNone (float >> bytes)
        let inspected (producer: Producer) = producer.CheckedBytes |> orNone (float >> bytes)

        table
            [
                program
                "time to first byte", start
                "peak memory", memory
                "executable", size
                "output checked", inspected
            ]
            producers
    ]

/// Where and when the results were measured.
let private place (comparison: Comparison) =
    let date = comparison.Date.ToString "yyyy-MM-dd"
    $"{describeMachine comparison.Machine}; {date}, commit {comparison.Commit}"

/// How to read the numbers.
let private explanation (comparison: Comparison) =
    let settings = comparison.Settings

    [
        $"{place comparison}, .NET SDK {comparison.Machine.Sdk}. The line was '{settings.Line}'. There were "
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

let text comparison =
    tables comparison @ List.map wrap (explanation comparison @ notes comparison) |> String.concat "\n\n"

/// The link to the chart, on a page from which the given path leads to the results.
let chart path comparison = wrap $"![{title comparison}]({path}throughput.svg)"

/// The report as a page.
let full comparison =
    String.concat "\n\n" [ "# Benchmark report"; chart "" comparison; text comparison ] + "\n"

/// The README's table of strategies, for the first and the last reader.
let strategies (comparison: Comparison) =
    let columns =
        [
            "strategy", (fun (producer: Producer) -> producer.Name)
            for reader in List.distinct [ comparison.Readers.Head; List.last comparison.Readers ] do
                $"into {reader.Name}", throughput reader >> orNone bytesPerSecond
                $"relative to {gnuName comparison}", relativeToGnu ratio comparison reader
        ]

    table columns (List.filter isStrategy comparison.Producers)

/// The programs with which the README compares the default strategy, from the most to the least common. A
/// version that contains a dash is that of a development build.
let private rivals =
    let isBuild (producer: Producer) = producer.Version |> Option.exists _.Contains('-')

    [
        gnu, _.Name
        (fun comparison -> List.tryFind (fun peer -> isOf "GNU" peer && isBuild peer) comparison.Producers),
        (fun _ -> "GNU's development build")
        (fun comparison -> comparison.Producers |> List.tryFind (isOf "uutils")), _.Name
    ]

/// The README's table of speedups: a row for each reader, and a column for each rival. If the results are
/// those of several machines, a cell contains the range of their ratios.
let speedups (machines: Comparison list) =
    let readers = machines |> List.collect _.Readers |> List.distinctBy _.Name

    let speedup summary = $"×{digits 2 summary.Median}"

    let cell find (reader: Reader) =
        machines
        |> List.choose (fun comparison ->
            find comparison |> Option.bind (fun rival -> ratioTo (Some rival) reader (leading comparison)))
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
let source (results: (string * Comparison) list) =
    let link (path, comparison) =
        let costs =
            match comparison.Machine.SystemCallNanoseconds with
            | Some cost -> $", %.0f{cost} ns per system call"
            | None -> ""

        $"[{comparison.Machine.Cpu}{costs}]({path}report.md)"

    wrap $"Medians of `auto`, measured on {enumerate (List.map link results)}."
