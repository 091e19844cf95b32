/// The arithmetic of the benchmark. All quantities are positive, and it treats them as factors, because noise
/// multiplies a throughput or a ratio.
module Yes.Bench.Statistics

open Perfolizer.Mathematics.Multimodality

/// Measurements that gather around one value.
type Group = { Center: float; Size: int }

/// Several measurements of the same quantity.
type Summary =
    {
        Median: float
        /// The ends of the confidence interval of the median.
        Low: float
        High: float
        Count: int
        /// The groups of the measurements, from the lowest, or nothing if there is only one group.
        Groups: Group list
    }

/// The confidence of every interval, except those of make bench-compare.
let usual = 0.95

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

/// The middle value, or the geometric mean of the two middle values.
let private median (sorted: float[]) =
    let last = sorted.Length - 1
    sqrt (sorted[last / 2] * sorted[(last + 1) / 2])

/// Groups that differ by less do not matter to anybody.
let private smallestStep = 1.05

/// Finds the groups in sorted measurements.
let private groups (sorted: float[]) =
    if
        sorted.Length < fewestRounds usual
        || sorted[0] <= 0.0
        || sorted[sorted.Length - 1] < smallestStep * sorted[0]
    then
        []
    else
        let modes = LowlandModalityDetector.Instance.DetectModes(Array.map log sorted).Modes
        let members = [ for mode in modes -> mode.Values |> Seq.map exp |> Seq.sort |> Array.ofSeq ]

        /// Joins a group with the next one if they are close.
        let join (low: float[]) groups =
            match groups with
            | high :: others when median high < smallestStep * median low -> Array.append low high :: others
            | _ -> low :: groups

        match List.foldBack join members [] with
        | [ _ ] -> []
        | groups -> [ for group in groups -> { Center = median group; Size = group.Length } ]

/// Summarises measurements with an interval of the given confidence.
let summariseAt confidence values =
    match values |> Seq.sort |> Seq.toArray with
    | [||] -> None
    | sorted ->
        let outside = outside confidence sorted.Length

        Some
            {
                Median = median sorted
                Low = sorted[outside]
                High = sorted[sorted.Length - 1 - outside]
                Count = sorted.Length
                Groups = groups sorted
            }

let summarise values = summariseAt usual values
