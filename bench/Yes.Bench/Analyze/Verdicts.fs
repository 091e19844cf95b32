/// The verdicts of make bench-compare.
module Yes.Bench.Verdicts

open Yes.Bench.Comparison
open Yes.Bench.Run
open Yes.Bench.Statistics

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
