/// The arithmetic of the benchmark. Noise multiplies a throughput, so the middle of two values is their
/// geometric mean.
module Yes.Bench.Statistics

/// Several measurements of the same quantity.
type Summary =
    {
        Median: float
        /// The ends of a confidence interval of the median.
        Low: float
        High: float
    }

/// The middle of sorted values, or the geometric mean of the two middle values.
let median (sorted: float[]) =
    let last = sorted.Length - 1
    sqrt (sorted[last / 2] * sorted[(last + 1) / 2])

/// How many of n sorted measurements to leave out at each end of the interval, or None if n is too small. A
/// measurement is below the true median with a probability of 1/2, like a coin that shows heads. The result
/// is the largest k for which n coins rarely show fewer than k heads. "Rarely" is half of the probability
/// that the interval may miss the median.
let private outside confidence n =
    let rec count heads probability sum =
        let sum = sum + probability

        if sum > (1.0 - confidence) / 2.0 then
            heads - 1
        else
            count (heads + 1) (probability * float (n - heads) / float (heads + 1)) sum

    match count 0 (0.5 ** float n) 0.0 with
    | -1 -> None
    | k -> Some k

/// Summarises measurements with the confidence interval of a sign test. If there are too few, the interval is
/// unlimited.
let summariseAt confidence (values: float seq) =
    match values |> Seq.sort |> Seq.toArray with
    | [||] -> None
    | sorted ->
        let low, high =
            match outside confidence sorted.Length with
            | Some k -> sorted[k], sorted[sorted.Length - 1 - k]
            | None -> 0.0, infinity

        Some { Median = median sorted; Low = low; High = high }

let summarise values = summariseAt 0.95 values
