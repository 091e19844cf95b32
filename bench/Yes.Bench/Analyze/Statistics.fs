/// The arithmetic of the benchmark. Noise changes a throughput by a factor, so the median of two values is
/// their geometric mean.
module Yes.Bench.Statistics

/// Several measurements of the same quantity.
type Summary =
    {
        Median: float
        /// The endpoints of a confidence interval for the median.
        Low: float
        High: float
    }

/// The middle value of a sorted array, or the geometric mean of the two middle values.
let median (sorted: float[]) =
    let last = sorted.Length - 1
    sqrt (sorted[last / 2] * sorted[(last + 1) / 2])

/// The number of sorted measurements to leave out at each end of the interval, or None if n is too small.
/// Each of the n measurements is below the true median with a probability of 1/2. The result is the largest k
/// for which P(at most k measurements are below the true median) is at most (1 - confidence) / 2.
let private outside confidence n =
    let rec count below probability sum =
        let sum = sum + probability

        if sum > (1.0 - confidence) / 2.0 then
            below - 1
        else
            count (below + 1) (probability * float (n - below) / float (below + 1)) sum

    match count 0 (0.5 ** float n) 0.0 with
    | -1 -> None
    | k -> Some k

/// Summarises measurements with the confidence interval of a sign test. With too few measurements, the
/// interval is unbounded.
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
