/// What a run says about two programs.
module Yes.Bench.Estimate

open System
open Perfolizer.Mathematics.Distributions.ContinuousDistributions
open Pragmastat
open Yes.Bench.Duels

/// An estimate of a ratio from several duels. The spread contains the bounds between which 80% of the duels
/// lie.
type Estimate = { LogMean: float; Variance: float; Count: int; Spread: float * float }

/// The geometric mean.
let mean estimate = exp estimate.LogMean

/// Student's confidence interval for the geometric mean.
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

/// The value below which a fraction of the sorted values lies.
let quantile fraction (sorted: float[]) =
    let place = fraction * float (sorted.Length - 1)
    let low = int place
    let high = min (low + 1) (sorted.Length - 1)
    sorted[low] + (place - float low) * (sorted[high] - sorted[low])

/// Estimates the geometric mean of positive values. Noise changes a throughput by a factor.
let estimate (values: float list) =
    match values |> List.map log |> List.sort |> Array.ofList with
    | [||] -> None
    | logs ->
        let mean, n = Array.average logs, float logs.Length
        let squares = logs |> Array.sumBy (fun value -> (value - mean) ** 2.0)

        Some
            {
                LogMean = mean
                Variance = squares / max 1.0 (n - 1.0) / n
                Count = logs.Length
                Spread = exp (quantile 0.1 logs), exp (quantile 0.9 logs)
            }

/// The duels of two programs in which both were measured, each as seen from the first program.
let between program rival (reader: string) run =
    [
        for duel in run.Duels do
            match duel.Result with
            | Ok(one, other, _) when duel.Reader = reader && duel.Program = program && duel.Rival = rival ->
                one, other
            | Ok(one, other, _) when duel.Reader = reader && duel.Program = rival && duel.Rival = program ->
                other, one
            | _ -> ()
    ]

/// How many times as fast a program is as its rival.
let ratio program rival reader run =
    between program rival reader run
    |> List.map (fun (one: Side, other: Side) -> one.Rate / other.Rate)
    |> estimate

/// The same for two programs that may only have met auto, each in duels of its own.
let ratioThroughAuto program rival reader run =
    let direct = ratio program rival reader run

    match direct, ratio "auto" program reader run, ratio "auto" rival reader run with
    | None, Some one, Some other ->
        Some
            { one with
                LogMean = other.LogMean - one.LogMean
                Variance = one.Variance + other.Variance
                Count = min one.Count other.Count
            }
    | _ -> direct

/// All measurements of a program with a reader.
let sides program (reader: string) run =
    [
        for duel in run.Duels do
            match duel.Result with
            | Ok(one, _, _) when duel.Reader = reader && duel.Program = program -> one
            | Ok(_, other, _) when duel.Reader = reader && duel.Rival = program -> other
            | _ -> ()
    ]

/// The share of a core that a program used, as the average of several duels.
let share (sides: Side list) = sides |> List.averageBy _.Share

/// The median of a cost in nanoseconds.
let medianCost (cost: Costs -> float) run =
    [|
        for duel in run.Duels do
            match duel.Result with
            | Ok(_, _, costs) -> cost costs
            | Error _ -> ()
    |]
    |> Array.sort
    |> fun costs -> if costs.Length = 0 then nan else quantile 0.5 costs

/// Two programs and their readers need two cores. In a disturbed duel, they waited for a core during more
/// than a tenth of the time, because something else was running. Returns the numbers of disturbed and of all
/// duels.
let disturbed run =
    let waited (one: Side) (other: Side) =
        (one.WaitedSeconds + other.WaitedSeconds) / (one.Seconds + other.Seconds)

    let shares =
        [
            for duel in run.Duels do
                match duel.Result with
                | Ok(one, other, _) -> waited one other
                | Error _ -> ()
        ]

    shares |> List.filter (fun share -> share > 0.1) |> List.length, shares.Length

/// A difference is relevant if its ratio exceeds this threshold.
let relevant = 1.03

/// The verdict about a program and the same program from another commit.
let judge confidence estimate =
    let low, high = intervalAt confidence estimate

    if low > 1.0 && mean estimate > relevant then "faster"
    elif high < 1.0 && mean estimate < 1.0 / relevant then "slower"
    elif low >= 1.0 / relevant && high <= relevant then "no relevant difference"
    else "undecided"
