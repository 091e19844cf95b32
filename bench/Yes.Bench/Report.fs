/// The results as tables and text.
module Yes.Bench.Report

open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Statistics

let private program = "strategy or program", (fun (one: Producer) -> one.Name)

let relativeToGnu show comparison reader =
    let gnu = gnu comparison
    let name = gnu |> Option.map _.Name |> Option.defaultValue "GNU yes"
    $"relative to {name}", ratioTo gnu reader >> orNone show

/// The throughput of the strategies that have a counterpart, relative to the counterpart.
let counterparts show (comparison: Comparison) =
    let counterpart one = List.tryFind (isCounterpart one) comparison.Producers
    let ratio reader one = ratioTo (counterpart one) reader one |> orNone show

    List.filter (counterpart >> Option.isSome) comparison.Producers
    |> table (("strategy", _.Name) :: [ for reader in comparison.Readers -> reader.Name, ratio reader ])

/// A heading and a table for each kind of results.
let private tables (comparison: Comparison) =
    let producers = comparison.Producers

    [
        for reader in comparison.Readers do
            $"## Throughput into {reader.Name}: `{reader.Command}`"

            let rate = "throughput", throughput reader >> orNone bytesPerSecondWithInterval
            let ratio = relativeToGnu ratioWithInterval comparison reader
            table [ program; rate; ratio ] producers

        "## Throughput relative to the same technique in C"
        counterparts ratioWithInterval comparison

        "## CPU time of the writer, as a share of a core"
        let percent share = $"{digits 2 (100.0 * share.Median)}\u00a0%%"
        let column (reader: Reader) = reader.Name, cpu reader >> orNone percent
        table (program :: List.map column comparison.Readers) producers

        "## Startup, memory and size"
        let start (one: Producer) = summarise one.StartSeconds |> orNone millisecondsWithInterval
        let memory (one: Producer) = one.PeakMemoryBytes |> orNone (float >> bytes)
        let size (one: Producer) = one.ExecutableBytes |> orNone (float >> bytes)
        table [ program; "time to first byte", start; "peak memory", memory; "executable", size ] producers
    ]

/// Where and when the results were measured.
let private place (comparison: Comparison) =
    let machine, date = comparison.Machine, comparison.Date.ToString "yyyy-MM-dd"
    $"{machine.Cpu}, {machine.Cores} cores, Linux {machine.Kernel}, {date}, commit {comparison.Commit}"

/// How to read the numbers.
let private explanation (comparison: Comparison) =
    let settings = comparison.Settings

    $"{place comparison}, .NET SDK {comparison.Machine.Sdk}. The line was '{settings.Line}'. "
    + $"Number of rounds: {settings.Rounds}, of {digits 2 settings.SecondsPerRound} s each. "
    + "Throughputs, ratios and times are medians. In parentheses follows the 95 % confidence "
    + $"interval, or the range of the rounds if there were fewer than {fewestRounds}. A ratio "
    + "compares two programs in each round, so it changes little when the machine becomes "
    + "faster or slower."

/// A sentence for each thing that went wrong.
let notes (comparison: Comparison) =
    [
        if not comparison.Complete then
            "Incomplete: the run was interrupted before the last round."

        for one in comparison.Producers do
            for fault in Option.toList one.Fault do
                $"{one.Name} was not measured because its output is wrong: {fault}."

            for reader in comparison.Readers do
                for fault in Option.toList one[reader].Fault do
                    $"{one.Name} could not be measured with {reader.Name}: {fault}."

        if comparison.Machine.BusyCores > 0.1 then
            $"{digits 2 comparison.Machine.BusyCores} cores were busy before the run."
    ]

let text comparison =
    tables comparison @ List.map wrap (explanation comparison :: notes comparison) |> String.concat "\n\n"

/// The main result in one sentence.
let title comparison =
    let one, gnu = leading comparison, gnu comparison

    match gnu, ratioTo gnu comparison.Readers.Head one with
    | Some gnu, Some ratio -> $"This yes ({one.Name}) is {digits 3 ratio.Median} times as fast as {gnu.Name}"
    | _ -> $"Throughput of this yes ({one.Name})"

/// The link to the chart, on a page from which the given path leads to the results.
let chart path comparison = $"![{title comparison}]({path}throughput.svg)"

/// The report as a page.
let full comparison =
    String.concat "\n\n" [ "# Benchmark report"; chart "" comparison; text comparison ] + "\n"

/// The README's table: medians for the first and the last reader, without the programs in C.
let forReadme path (comparison: Comparison) =
    let readers = comparison.Readers
    let words = readers |> List.map (_.Command.Split(' ') >> Array.head) |> String.concat " "
    let command = $"make bench ROUNDS={comparison.Settings.Rounds} READERS='{words}'"

    let columns =
        [
            program
            for reader in List.distinct [ readers.Head; List.last readers ] do
                $"into {reader.Name}", throughput reader >> orNone (_.Median >> bytesPerSecond)
                relativeToGnu (_.Median >> ratio) comparison reader
        ]

    let rows = comparison.Producers |> List.filter (fun one -> one.Group <> "C")
    let source = wrap $"{place comparison}; `{command}`; [all results]({path}report.md)."
    $"{table columns rows}\n\n{source}"
