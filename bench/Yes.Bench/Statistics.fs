/// The arithmetic of the benchmark.
module Yes.Bench.Statistics

/// Several measurements of the same quantity.
type Summary =
    {
        Median: float
        /// The ends of the 95 % confidence interval of the median.
        Low: float
        High: float
        Count: int
    }

/// The smallest number of measurements whose whole range is a 95 % confidence interval.
let fewestRounds = 6

/// The number of n sorted measurements to leave out at each end of the interval. A measurement
/// is below the true median with a probability of 1/2, like a coin that shows heads. So this is
/// the largest k for which n coins show at most k heads with a probability of at most 2.5 %.
let private outside n =
    let rec count heads probability sum =
        let sum = sum + probability

        if sum > 0.025 then
            max 0 (heads - 1)
        else
            count (heads + 1) (probability * float (n - heads) / float (heads + 1)) sum

    count 0 (0.5 ** float n) 0.0

let summarise values =
    match values |> Seq.sort |> Seq.toArray with
    | [||] -> None
    | sorted ->
        let last = sorted.Length - 1
        let outside = outside sorted.Length

        Some
            {
                Median = (sorted[last / 2] + sorted[(last + 1) / 2]) / 2.0
                Low = sorted[outside]
                High = sorted[last - outside]
                Count = sorted.Length
            }

/// A ratio shows a difference only if its whole interval lies on one side of 1.
let judge ratio =
    if ratio.Count < fewestRounds then "no difference shown"
    elif ratio.Low > 1.0 then "faster"
    elif ratio.High < 1.0 then "slower"
    else "no difference shown"
