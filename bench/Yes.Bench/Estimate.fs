/// What a run says about two programs.
module Yes.Bench.Estimate

open System.Text.RegularExpressions
open Perfolizer.Mathematics.Common
open Yes.Bench.Duels

/// An estimate from logarithms. It knows the confidence intervals for their mean.
type Estimate = ConfidenceIntervalEstimator

/// The geometric mean.
let mean (estimate: Estimate) = exp estimate.Estimation

/// The confidence interval for the geometric mean, from Student's distribution. Of fewer than five values, it
/// would say little, so the mean is both bounds.
let intervalAt confidence (estimate: Estimate) =
    if estimate.SampleSize < 5.0 then
        mean estimate, mean estimate
    else
        let found = estimate.ConfidenceInterval(ConfidenceLevel confidence)
        exp found.Lower, exp found.Upper

let interval estimate = intervalAt 0.95 estimate

/// Estimates the geometric mean of positive values, because noise changes a throughput by a factor. In a few
/// duels, one program is twice as fast as usual, so the mean leaves out a tenth of the values at each end.
/// The variance is that of Tukey and McLaughlin, which counts the values that are left out as if they were at
/// the ends of the others.
let estimate (values: float list) =
    match values |> List.map log |> List.sort with
    | [] -> None
    | logs ->
        let cut = logs.Length / 10
        let middle = logs[cut .. logs.Length - 1 - cut]
        let ends = logs |> List.map (max middle.Head >> min (List.last middle))
        let center, n = List.average ends, float middle.Length
        let squares = ends |> List.sumBy (fun value -> (value - center) ** 2.0)

        Some(Estimate(n, List.average middle, sqrt (squares / max 1.0 (n - 1.0) / n)))

/// Estimates a value of a program with a reader, such as its throughput. The duels of a round share noise, so
/// each round counts as a single value, which is the geometric mean of its duels.
let ofProgram (value: Side -> float) program reader run =
    let sides duel = List.filter (fun side -> side.Tool = program) [ duel.Program; duel.Rival ]

    run.Duels
    |> List.filter (fun duel -> duel.Reader = reader)
    |> List.groupBy _.Round
    |> List.map (fun (_, duels) -> duels |> List.collect sides |> List.map (value >> log))
    |> List.filter (not << List.isEmpty)
    |> List.map (List.average >> exp)
    |> estimate

/// Estimates the ratio of a value of a program to that of its rival. A rival meets only one program.
let ratioOf (value: Side -> float) rival reader run =
    estimate
        [
            for duel in run.Duels do
                if duel.Reader = reader && duel.Rival.Tool = rival then
                    value duel.Program / value duel.Rival
        ]

/// How many times as fast a program is as its rival.
let ratio rival reader run = ratioOf _.Rate rival reader run

let rounds run = (List.distinctBy _.Round run.Duels).Length

/// The run without the rounds in which programs waited for a core during more than 5% of the time, because
/// something else was running. On a single core, programs and readers always wait for each other.
let withoutBusyRounds run =
    let isQuiet duels =
        fact "cores" run = ""
        || duels |> List.averageBy (fun duel -> (duel.Program.Waited + duel.Rival.Waited) / 2.0) <= 0.05

    { run with
        Duels = run.Duels |> List.groupBy _.Round |> List.map snd |> List.filter isQuiet |> List.concat
    }

/// The different values of a part of all duels, in order.
let distinct part run = run.Duels |> List.map part |> List.distinct |> List.sort

/// The numbers of a version, such as 9 and 12.
let numbers (tool: Tool) = [ for part in Regex.Matches(tool.Version, @"\d+") -> int part.Value ]

let private newestFirst (tools: Tool list) =
    tools |> List.distinct |> List.sortBy (fun tool -> tool.Name, [ for number in numbers tool -> -number ])

/// The `yes` programs of other projects, beginning with the newest GNU yes.
let peers runs =
    runs
    |> List.collect (distinct _.Rival.Tool)
    |> List.filter (fun tool -> tool.Version <> "")
    |> newestFirst

/// All versions of some kinds of readers. For each kind, the newest version comes first.
let readers (kinds: Plan.Reader list) runs =
    let found = runs |> List.collect (distinct _.Reader) |> newestFirst
    kinds |> List.collect (fun kind -> found |> List.filter (fun reader -> reader.Name = kind.Name))

/// The duels of auto with strategies. Their readers are those of the system.
let own run = { run with Duels = run.Duels |> List.filter (fun duel -> duel.Rival.Tool.Version = "") }

type Verdict =
    | Faster
    | Slower
    | Equivalent
    | Undecided

/// A difference is relevant if its ratio exceeds this threshold.
let private relevant = 1.03

/// The verdict about a program and the same program from another commit.
let judge confidence (estimate: Estimate) =
    let low, high = intervalAt confidence estimate

    if low = high then Undecided
    elif low > 1.0 && mean estimate > relevant then Faster
    elif high < 1.0 && mean estimate < 1.0 / relevant then Slower
    elif low >= 1.0 / relevant && high <= relevant then Equivalent
    else Undecided

/// What a run says about strategies and the same strategies from another commit. Bonferroni's correction
/// divides 1% among the intervals. Simulated runs showed that all intervals of a run contain the true ratios
/// with a probability of about 97%.
let comparisons run =
    let pairs = run |> distinct (fun duel -> duel.Program.Tool, duel.Rival.Tool, duel.Reader)
    let confidence = 1.0 - 0.01 / float (2 * max 1 pairs.Length)

    [
        for strategy, rival, reader in pairs do
            let compare value =
                let found = (ratioOf value rival reader run).Value
                mean found, intervalAt confidence found

            {|
                Strategy = strategy
                Reader = reader
                Verdict = judge confidence (ratio rival reader run).Value
                Throughput = compare _.Rate
                CoreUsed = compare _.Share
            |}
    ]
