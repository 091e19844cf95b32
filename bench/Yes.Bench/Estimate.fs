/// What a run says about two programs.
module Yes.Bench.Estimate

open Perfolizer.Mathematics.Distributions.ContinuousDistributions
open Pragmastat
open Yes.Bench.Duels

/// An estimate from several duels.
type Estimate = { LogMean: float; Variance: float; Count: int }

/// The geometric mean.
let mean estimate = exp estimate.LogMean

/// The confidence interval for the geometric mean, from Student's distribution.
let intervalAt (confidence: float) estimate =
    if estimate.Count < 2 then
        0.0, infinity
    else
        let t =
            StudentDistribution(float (estimate.Count - 1))
                .Quantile(Probability.op_Implicit ((1.0 + confidence) / 2.0))

        let half = t * sqrt estimate.Variance
        exp (estimate.LogMean - half), exp (estimate.LogMean + half)

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

        Some
            {
                LogMean = List.average middle
                Variance = squares / max 1.0 (n - 1.0) / n
                Count = middle.Length
            }

/// The duels that a program had with a reader, each as seen from this program.
let duelsOf program reader run =
    [
        for duel in run.Duels do
            if duel.Reader = reader && duel.Program.Tool = program then
                duel

            if duel.Reader = reader && duel.Rival.Tool = program then
                { duel with Program = duel.Rival; Rival = duel.Program }
    ]

/// Estimates a value of a program with a reader, such as its throughput.
let ofProgram (value: Side -> float) program reader run =
    duelsOf program reader run |> List.map (fun duel -> value duel.Program) |> estimate

/// Estimates the ratio of a value of a program to that of its rival.
let ratioOf (value: Side -> float) program rival reader run =
    duelsOf program reader run
    |> List.filter (fun duel -> duel.Rival.Tool = rival)
    |> List.map (fun duel -> value duel.Program / value duel.Rival)
    |> estimate

/// How many times as fast a program is as its rival.
let ratio program rival reader run = ratioOf _.Rate program rival reader run

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
    | NoRelevantDifference
    | Undecided

    override verdict.ToString() =
        match verdict with
        | Faster -> "faster"
        | Slower -> "slower"
        | NoRelevantDifference -> "no relevant difference"
        | Undecided -> "undecided"

/// A difference is relevant if its ratio exceeds this threshold.
let private relevant = 1.03

/// The verdict about a program and the same program from another commit.
let judge confidence estimate =
    let low, high = intervalAt confidence estimate

    if low > 1.0 && mean estimate > relevant then Faster
    elif high < 1.0 && mean estimate < 1.0 / relevant then Slower
    elif low >= 1.0 / relevant && high <= relevant then NoRelevantDifference
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
        for program, rival, reader in pairs do
            let ratio value = (ratioOf value program rival reader run).Value

            {|
                Strategy = program
                Reader = reader
                Verdict = judge confidence (ratio _.Rate)
                Throughput = ratio _.Rate
                CoreUsed = ratio _.Share
                Confidence = confidence
            |}
    ]
