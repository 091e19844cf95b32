/// Compares the writers of a run.
module Yes.Bench.Comparison

open System.Text.RegularExpressions
open Yes.Bench.Run
open Yes.Bench.Statistics

/// A sample's throughput in bytes per second.
let rate sample = sample.Bytes / sample.Seconds

let samples reader (writer: Writer) = writer[reader].Samples

let throughput reader writer = samples reader writer |> Seq.map rate |> summarise

let private perGib (usage: Usage) sample = usage.CpuSeconds / (sample.Bytes / 1024.0 ** 3.0)

/// The CPU time in seconds that the reader used for each GiB.
let readerCpu reader writer =
    samples reader writer |> Seq.map (fun sample -> perGib sample.Reader sample) |> summarise

/// The fraction of the time during which a writer was busy.
let busy reader writer =
    samples reader writer |> Seq.map (fun sample -> sample.Writer.CpuSeconds / sample.Seconds) |> summarise

/// The CPU time in seconds that the writer used for each GiB. The result is None if the writer slept for less
/// than a tenth of the time, because a busy writer's CPU time says no more than its throughput.
let writerCpu reader writer =
    match busy reader writer with
    | Some busy when busy.Median < 0.9 ->
        samples reader writer |> Seq.map (fun sample -> perGib sample.Writer sample) |> summarise
    | _ -> None

/// Summarises a value across all samples taken with a reader. Returns None if the writer is a script.
let private ofExecutable value reader (writer: Writer) =
    if writer.ExecutableBytes.IsNone then
        None
    else
        samples reader writer |> Seq.map value |> summarise

let memory reader writer = ofExecutable _.MemoryBytes reader writer

/// The time from execve(2) to the first byte, in seconds.
let startup reader writer = ofExecutable _.StartSeconds reader writer

/// Divides a writer's throughput by that of another writer in the same round. Summarises the ratios from
/// all rounds in which both were measured.
let ratioAt confidence (other: Writer option) reader writer =
    let others =
        Map
            [
                for other in Option.toList other do
                    for sample in samples reader other -> sample.Round, rate sample
            ]

    samples reader writer
    |> Seq.choose (fun sample ->
        others |> Map.tryFind sample.Round |> Option.map (fun other -> rate sample / other))
    |> summariseAt confidence

let ratioTo other reader writer = ratioAt 0.95 other reader writer

/// The last strategy, which is the default.
let leading run = List.findBack (isKind Kind.Strategy) run.Writers

/// The GNU yes that comes first on the PATH.
let gnu run = run.Writers |> List.tryFind (isOf "GNU")

/// The GNU yes with the highest version, unless it is the GNU yes on the PATH.
let newestGnu run =
    run.Writers
    |> List.filter (isOf "GNU")
    |> List.sortBy (fun writer -> [ for number in Regex.Matches(writer.Name, @"\d+") -> int number.Value ])
    |> List.tryLast
    |> Option.filter (fun newest -> Some newest <> gnu run)

/// Whether a run measured techniques that were tried but not adopted.
let wasTried (run: Run) = List.exists (isKind Kind.Tried) run.Writers

/// The program with which the report compares all others.
let reference run = if wasTried run then Some(leading run) else gnu run

/// A sample is noisy if its processes together waited for a core for more than this fraction of its duration.
let noisyWaiting = 0.05

/// A sample is also noisy if the wake-ups before it took longer than this multiple of the run's median.
let noisyWakeUp = 4.0 / 3.0

/// Finds the noisy samples of a run.
let isNoisy (run: Run) =
    let wakeUps =
        [|
            for writer in run.Writers do
                for rate in writer.Rates.Values do
                    for sample in rate.Samples -> sample.WakeUpSeconds
        |]

    let limit = if wakeUps.Length = 0 then 0.0 else noisyWakeUp * median (Array.sort wakeUps)

    fun (sample: Sample) ->
        let waiting = sample.Writer.WaitingSeconds + sample.Reader.WaitingSeconds

        // Unless each has a core of its own, the writer and the reader have to wait for each other.
        (not run.Settings.Cores.IsEmpty && waiting / sample.Seconds > noisyWaiting)
        || sample.WakeUpSeconds > limit

/// Returns how many samples are noisy and how many there are. The run must still contain the noisy samples.
let noise run reader (writer: Writer) =
    let all = run.Writers |> List.find (fun other -> other.Name = writer.Name) |> samples reader
    all |> List.filter (isNoisy run) |> List.length, all.Length

let isMostlyNoisy run reader writer =
    let noisy, all = noise run reader writer
    2 * noisy > all

/// Whether the host withheld the processors for too long.
let isStolen run = run.Stolen > noisyWaiting

/// Removes the noisy samples for each pair of writer and reader, unless most of the pair's samples are noisy.
let withoutNoise run =
    let isNoisy = isNoisy run

    let filter rate =
        let quiet = rate.Samples |> List.filter (isNoisy >> not)
        if 2 * quiet.Length < rate.Samples.Length then rate else { rate with Samples = quiet }

    { run with
        Writers =
            [ for writer in run.Writers -> { writer with Rates = writer.Rates |> Map.map (fun _ -> filter) } ]
    }
