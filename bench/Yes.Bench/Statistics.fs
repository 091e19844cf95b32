/// The arithmetic of the benchmark. It only calculates: what was measured comes in as arguments.
module Yes.Bench.Statistics

/// Several measurements of the same thing.
type Summary =
    {
        Median: float
        /// The ends of the 95 % confidence interval of the median.
        Low: float
        High: float
    }

/// With fewer measurements even the smallest and the largest enclose the median with less than 95 %.
let fewestRounds = 6

/// A rate is noisy if its interval reaches further from it than this part of it.
let quiet = 0.1

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
            }

let median values = summarise values |> Option.map _.Median

/// Whether a rate of so many rounds is worth little. One without a byte is a finding, not noise.
let isNoisy rounds rate =
    rate.High > 0.0
    && (rounds < fewestRounds
        || rate.High > rate.Median * (1.0 + quiet)
        || rate.Low < rate.Median * (1.0 - quiet))

/// One writer, one reader, once.
type Round =
    {
        Bytes: int64
        /// From the first byte to the end of the reader.
        Seconds: float
        /// The producer's CPU time, in user and in kernel mode.
        CpuSeconds: float
        /// The same as a share of a core while the producer ran.
        Cpu: float
        /// How many cores the host of a virtual machine took away meanwhile.
        StolenCores: float
        /// How many cores other processes took.
        OtherCores: float
        /// Whether it counts, or lost too much to be left in.
        Counts: bool
    }

    member round.BytesPerSecond = float round.Bytes / round.Seconds
    member round.LostCores = round.StolenCores + round.OtherCores

/// A round counts if it lost at most so much more than the best one, in cores.
let tolerated = 0.1

/// Decides which rounds of one producer and reader count: those that lost little more than the best one, but
/// in any case the better half, and as many as an interval needs. The rates have no say in it.
let choose (rounds: Round list) =
    let lost = rounds |> List.map _.LostCores |> List.sort |> List.toArray
    let least = min lost.Length (max ((lost.Length + 1) / 2) fewestRounds)

    [
        for round in rounds ->
            { round with
                Counts = round.LostCores <= max (lost[0] + tolerated) lost[least - 1]
            }
    ]

/// In how many rounds it is tried to get that many that count: a third more.
let mostRounds planned = planned + planned / 3

/// What is shown beyond doubt of two rates, each with the number of its rounds: that which lies outside of
/// both intervals.
let judge (rounds, rate) (pastRounds, past) =
    if min rounds pastRounds < fewestRounds then
        "too noisy"
    elif rate.Low > past.High then
        "faster"
    elif rate.High < past.Low then
        "slower"
    elif isNoisy rounds rate || isNoisy pastRounds past then
        "too noisy"
    else
        "no difference shown"
