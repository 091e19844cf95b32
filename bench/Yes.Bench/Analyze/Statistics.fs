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

/// The position, from 1, of the interval's low end among n sorted measurements, or 0 if n is too small. Each
/// measurement is below the true median with a probability of 1/2. The result is the largest k for which
/// P(fewer than k measurements are below the true median) is at most (1 - confidence) / 2.
let private position confidence n =
    [ 0 .. n - 1 ]
    |> List.scan (fun chance below -> chance * float (n - below) / float (below + 1)) (0.5 ** float n)
    |> List.scan (+) 0.0
    |> List.tail
    |> List.takeWhile (fun sum -> sum <= (1.0 - confidence) / 2.0)
    |> List.length

/// Summarises measurements with the confidence interval of a sign test. With too few measurements, the
/// interval is unbounded.
let summariseAt confidence (values: float seq) =
    match values |> Seq.sort |> Seq.toArray with
    | [||] -> None
    | sorted ->
        let low, high =
            match position confidence sorted.Length with
            | 0 -> 0.0, infinity
            | k -> sorted[k - 1], sorted[sorted.Length - k]

        Some { Median = median sorted; Low = low; High = high }

let summarise values = summariseAt 0.95 values
