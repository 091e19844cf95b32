/// What a run says about two programs.
module Yes.Bench.Estimate

open Perfolizer.Mathematics.Distributions.ContinuousDistributions
open Perfolizer.Mathematics.QuantileEstimators
open Pragmastat
open Yes.Bench.Duels

/// An estimate of a ratio from several duels. The spread contains the bounds between which 80% of the duels
/// lie.
type Estimate = { LogMean: float; Variance: float; Count: int; Spread: float * float }

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

/// The value below which a fraction of the values lies.
let private quantile (fraction: float) (values: float list) =
    SimpleQuantileEstimator.Instance.Quantile(Sample(values), Probability.op_Implicit fraction).NominalValue

let median values = if List.isEmpty values then nan else quantile 0.5 values

/// Estimates the geometric mean of positive values, because noise changes a throughput by a factor. In a few
/// duels, one program is twice as fast as usual, so the mean leaves out a tenth of the values at each end.
/// The variance is Yuen's: it counts the values that are left out as if they were at the ends of the others.
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
                Spread = exp (quantile 0.1 logs), exp (quantile 0.9 logs)
            }

/// The duels that a program had with a reader, each as seen from this program.
let duelsOf program reader run =
    [
        for duel in run.Duels do
            if duel.Reader = reader && duel.Program = program then
                duel

            if duel.Reader = reader && duel.Rival = program then
                { duel with Rival = duel.Program; One = duel.Other; Other = duel.One }
    ]

/// All measurements of a program with a reader.
let sides program reader run = duelsOf program reader run |> List.map _.One

/// How many times as fast a program is as its rival.
let ratio program rival reader run =
    duelsOf program reader run
    |> List.filter (fun duel -> duel.Rival = rival)
    |> List.map (fun duel -> duel.One.Rate / duel.Other.Rate)
    |> estimate

/// The share of a core that a program used, as the average of several duels.
let share (sides: Side list) = if sides.IsEmpty then nan else sides |> List.averageBy _.Share

/// The share of the time during which programs waited for a core, because something else was running.
let waited run =
    if run.Duels.IsEmpty then
        0.0
    else
        run.Duels |> List.averageBy (fun duel -> (duel.One.Waited + duel.Other.Waited) / 2.0)

/// A difference is relevant if its ratio exceeds this threshold.
let relevant = 1.03

/// The verdict about a program and the same program from another commit.
let judge confidence estimate =
    let low, high = intervalAt confidence estimate

    if low > 1.0 && mean estimate > relevant then "faster"
    elif high < 1.0 && mean estimate < 1.0 / relevant then "slower"
    elif low >= 1.0 / relevant && high <= relevant then "no relevant difference"
    else "undecided"
