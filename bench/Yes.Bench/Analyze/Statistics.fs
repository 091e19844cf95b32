/// The arithmetic of the benchmark. All quantities are positive, and it treats them as factors, because noise
/// multiplies a throughput or a ratio.
module Yes.Bench.Statistics

/// Several measurements of the same quantity.
type Summary =
    {
        Median: float
        /// The range that the summary shows beside the median.
        Low: float
        High: float
        Count: int
    }

/// The middle value, or the geometric mean of the two middle values.
let private median (sorted: float[]) =
    let last = sorted.Length - 1
    sqrt (sorted[last / 2] * sorted[(last + 1) / 2])

/// Summarises measurements with their range, leaving out a number of them at each end.
let private summariseWithout outside (values: float seq) =
    match values |> Seq.sort |> Seq.toArray with
    | [||] -> None
    | sorted ->
        let outside = outside sorted.Length

        Some
            {
                Median = median sorted
                Low = sorted[outside]
                High = sorted[sorted.Length - 1 - outside]
                Count = sorted.Length
            }

/// Summarises measurements with the range from their 10th to their 90th percentile.
let summarise values = summariseWithout (fun count -> count / 10) values

/// The smallest number of measurements whose whole range is a confidence interval of the median.
let fewestRounds confidence = 1.0 - log (1.0 - confidence) / log 2.0 |> ceil |> int

/// The number of n sorted measurements to leave out at each end of the interval. A measurement is below the
/// true median with a probability of 1/2, like a coin that shows heads. So this is the largest k for which
/// n coins show at most k heads with at most half of the probability that the interval may miss the median.
let private outside confidence n =
    let rec count heads probability sum =
        let sum = sum + probability

        if sum > (1.0 - confidence) / 2.0 then
            max 0 (heads - 1)
        else
            count (heads + 1) (probability * float (n - heads) / float (heads + 1)) sum

    count 0 (0.5 ** float n) 0.0

/// Summarises measurements with a confidence interval of the median, as in a sign test.
let summariseAt confidence values = summariseWithout (outside confidence) values
