/// What a run says about two programs.
module Yes.Bench.Estimate

open Perfolizer.Mathematics.Common
open Yes.Bench.Duels

/// An estimate from logarithms. It knows the confidence intervals for their mean.
type Estimate = ConfidenceIntervalEstimator

/// The geometric mean.
let mean (estimate: Estimate) = exp estimate.Estimation

/// The confidence interval for the geometric mean, from Student's distribution. A single duel has none.
let intervalAt confidence (estimate: Estimate) =
    if estimate.SampleSize < 2.0 then
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

/// Estimates a value of a program with a reader, such as its throughput.
let ofProgram (value: Side -> float) program reader run =
    estimate
        [
            for duel in run.Duels do
                for side in [ duel.Program; duel.Rival ] do
                    if duel.Reader = reader && side.Tool = program then
                        value side
        ]

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

    if estimate.SampleSize < 2.0 then Undecided
    elif low > 1.0 && mean estimate > relevant then Faster
    elif high < 1.0 && mean estimate < 1.0 / relevant then Slower
    elif low >= 1.0 / relevant && high <= relevant then Equivalent
    else Undecided

/// The different values of a part of all duels, in order.
let distinct part run = run.Duels |> List.map part |> List.distinct |> List.sort

/// What a run says about strategies and the same strategies from another commit. With a probability of 99%,
/// all intervals contain the true ratios, because Bonferroni's correction divides the remaining 1% among
/// them.
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
