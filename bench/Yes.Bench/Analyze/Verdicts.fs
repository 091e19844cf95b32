/// The verdicts of make bench-compare.
module Yes.Bench.Verdicts

open Yes.Bench.Comparison
open Yes.Bench.Run
open Yes.Bench.Statistics

type Verdict =
    | Faster
    | Slower
    | NoDifferenceShown
    /// Even a large difference would not have been shown.
    | Inconclusive

/// A smaller difference does not matter, because the place of a program in memory can cause one.
let smallestEffect = 0.03

/// A comparison that would not have shown this difference is inconclusive.
let largestMiss = 0.2

/// The smallest difference of the medians that a comparison would have shown, given the width of its
/// interval.
let couldShow confidence ratio =
    if ratio.Count < fewestRounds confidence then
        infinity
    else
        max (ratio.High / ratio.Median) (ratio.Median / ratio.Low) - 1.0

/// A ratio shows a difference if its interval does not contain 1.
let judge confidence ratio =
    let couldShow = couldShow confidence ratio

    if couldShow = infinity then Inconclusive
    elif ratio.Low > 1.0 then Faster
    elif ratio.High < 1.0 then Slower
    elif couldShow > largestMiss then Inconclusive
    else NoDifferenceShown

let matters ratio = max ratio.Median (1.0 / ratio.Median) > 1.0 + smallestEffect

/// What a run shows about a strategy with a reader.
type Finding = { Reader: Reader; Strategy: Writer; Ratio: Summary; Verdict: Verdict; CouldShow: float }

/// The finding about each strategy with each reader. The intervals are so wide that, with a probability of
/// 95%, none of them misses the true ratio.
let findings (run: Run) =
    let strategies = run.Writers |> List.filter (counterpart run.Writers >> Option.isSome)
    let pairs = List.allPairs run.Readers strategies
    let confidence = 1.0 - 0.05 / float (max 1 pairs.Length)

    [
        for reader, strategy in pairs do
            let other = counterpart run.Writers strategy

            for ratio in Option.toList (ratioAt confidence other reader strategy) do
                {
                    Reader = reader
                    Strategy = strategy
                    Ratio = ratio
                    Verdict = judge confidence ratio
                    CouldShow = couldShow confidence ratio
                }
    ]
