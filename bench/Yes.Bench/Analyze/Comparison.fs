/// Compares the writers of a run.
module Yes.Bench.Comparison

open System.Text.RegularExpressions
open Yes.Bench.Run
open Yes.Bench.Statistics

/// A sample's throughput in bytes per second.
let rate sample = sample.Bytes / sample.Seconds

let samples reader (writer: Writer) = writer[reader].Samples

let throughput reader writer = samples reader writer |> Seq.map rate |> summarise

/// The fraction of the time during which a program was busy. The first argument selects its CPU time.
let busy cpuSeconds reader writer =
    samples reader writer |> Seq.map (fun sample -> cpuSeconds sample / sample.Seconds) |> summarise

/// The time from execve(2) to the first byte, in seconds, unless the writer is a script.
let startup reader (writer: Writer) =
    writer.ExecutableBytes
    |> Option.bind (fun _ -> samples reader writer |> Seq.map _.StartSeconds |> summarise)

/// Divides a writer's throughput by that of another writer in the same round. Summarises the ratios from all
/// rounds in which both were measured. If a round contains several samples, the two closest in time count.
let ratioAt confidence (other: Writer option) reader writer =
    let rounds writer = samples reader writer |> List.groupBy _.Round
    let others = Option.toList other |> List.collect rounds |> Map

    let distance (one, other) = abs (Option.defaultValue 0.0 one.At - Option.defaultValue 0.0 other.At)

    rounds writer
    |> List.choose (fun (round, ours) -> others |> Map.tryFind round |> Option.map (List.allPairs ours))
    |> List.map (List.minBy distance >> fun (one, other) -> rate one / rate other)
    |> summariseAt confidence

let ratioTo other reader writer = ratioAt 0.95 other reader writer

/// The last strategy, which is the default.
let leading run = List.findBack (isKind Kind.Strategy) run.Writers

/// The GNU yes that comes first on the PATH.
let gnu run = run.Writers |> List.tryFind (isOf "GNU")

/// The GNU yes with the highest version, unless it is the GNU yes on the PATH.
let newestGnu run =
    run.Writers
    |> List.filter (isOf "GNU")
    |> List.sortBy (fun writer -> [ for number in Regex.Matches(writer.Name, @"\d+") -> int number.Value ])
    |> List.tryLast
    |> Option.filter (fun newest -> Some newest <> gnu run)

/// A difference is relevant if its ratio exceeds this threshold.
let relevant = 1.03

/// The verdict that follows from a ratio and its confidence interval.
let judge ratio =
    if ratio.Low > 1.0 && ratio.Median > relevant then "faster"
    elif ratio.High < 1.0 && ratio.Median < 1.0 / relevant then "slower"
    elif ratio.Low >= 1.0 / relevant && ratio.High <= relevant then "no relevant difference"
    else "undecided"

/// The result of comparing a strategy with its counterpart, using one reader.
type Finding = { Reader: Reader; Strategy: Writer; Ratio: Summary; Verdict: string }

/// The finding for each pair of strategy and reader. With a probability of 95%, all intervals contain their
/// true ratios.
let findings (run: Run) =
    let strategies = run.Writers |> List.filter (counterpart run.Writers >> Option.isSome)
    let pairs = List.allPairs run.Readers strategies
    let confidence = 1.0 - 0.05 / float (max 1 pairs.Length)

    [
        for reader, strategy in pairs do
            let other = counterpart run.Writers strategy

            for ratio in Option.toList (ratioAt confidence other reader strategy) do
                { Reader = reader; Strategy = strategy; Ratio = ratio; Verdict = judge ratio }
    ]
