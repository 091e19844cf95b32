/// The arithmetic of the benchmark. It only calculates: what was measured comes in as arguments.
module Yes.Bench.Statistics

/// Several measurements of the same thing.
type Summary =
    {
        Median: float
        /// The ends of the 95 % confidence interval of the median.
        Low: float
        High: float
        Count: int
    }

/// With fewer measurements even the smallest and the largest enclose the median with less than 95 %.
let fewestRounds = 6

/// How many of n sorted measurements lie outside of the interval at each end. As many are below the median as
/// n coins show heads: each end may be wrong with a probability of 2.5 %. Logarithms: 0.5 ** 1075 is 0.
let private outside n =
    let rec count heads logarithm sum =
        let sum = sum + exp logarithm

        if sum > 0.025 then
            max 0 (heads - 1)
        else
            count (heads + 1) (logarithm + log (float (n - heads) / float (heads + 1))) sum

    count 0 (float n * log 0.5) 0.0

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

/// The ratios of measurements to those of the same round. A round in which the other is 0 has none.
let ratios (values: float list) (others: float list) =
    Seq.zip values others
    |> Seq.filter (fun (_, other) -> other > 0.0)
    |> Seq.map (fun (value, other) -> value / other)
    |> Seq.toList

/// What a ratio shows: a difference only if all of its interval lies on one side of 1.
let judge ratio =
    if ratio.Count < fewestRounds then "no difference shown"
    elif ratio.Low > 1.0 then "faster"
    elif ratio.High < 1.0 then "slower"
    else "no difference shown"
