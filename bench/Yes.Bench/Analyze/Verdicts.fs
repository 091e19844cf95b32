/// The verdicts of make bench-compare.
module Yes.Bench.Verdicts

open Yes.Bench.Run
open Yes.Bench.Comparison
open Yes.Bench.Statistics

/// What a ratio to another program shows.
type Verdict =
    | Faster
    | Slower
    | NoDifferenceShown

/// The smallest difference that is reported. The same program in another place in memory differs by less.
let smallestEffect = 1.03

/// A ratio shows a difference only if its whole interval lies beyond the smallest effect.
let judge confidence ratio =
    if ratio.Count < fewestRounds confidence then NoDifferenceShown
    elif ratio.Low > smallestEffect then Faster
    elif ratio.High < 1.0 / smallestEffect then Slower
    else NoDifferenceShown

/// The verdict about each strategy with each reader. The intervals are wide enough that all verdicts
/// together are as reliable as a single interval usually is.
let verdicts (run: Run) =
    let strategies = run.Writers |> List.filter (counterpart run.Writers >> Option.isSome)

    let pairs = List.allPairs run.Readers strategies
    let confidence = 1.0 - (1.0 - usual) / float (max 1 pairs.Length)

    [
        for reader, strategy in pairs do
            let other = counterpart run.Writers strategy

            for ratio in Option.toList (ratioAt confidence other reader strategy) do
                reader, strategy, judge confidence ratio, ratio
    ]
