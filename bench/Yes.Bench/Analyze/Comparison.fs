/// Compares the writers of a run.
module Yes.Bench.Comparison

open Yes.Bench.Run
open Yes.Bench.Statistics

/// The bytes per second of a round.
let rate (round: Round) = float round.Bytes / round.Seconds

let rounds (reader: Reader) (writer: Writer) = writer[reader].Rounds

let throughput reader writer = rounds reader writer |> Seq.map rate |> summarise

/// The median share of a core that a writer, or the reader, used.
let busy (usage: Round -> Usage option) reader writer =
    rounds reader writer |> List.choose usage |> List.map _.Busy |> summarise |> Option.map _.Median

/// The throughput relative to that of another writer in the same rounds, with an interval of a confidence.
let ratioAt confidence (other: Writer option) reader writer =
    let others = other |> Option.map (rounds reader) |> Option.defaultValue []

    Seq.zip (rounds reader writer) others
    |> Seq.filter (fun (round, other) -> round.Bytes > 0L && other.Bytes > 0L)
    |> Seq.map (fun (round, other) -> rate round / rate other)
    |> summariseAt confidence

let ratioTo other reader writer = ratioAt usual other reader writer

/// The GNU yes with which all programs are compared.
let gnu run = run.Writers |> List.tryFind (isOf "GNU")

/// The last strategy, which is the default.
let leading run = List.findBack isStrategy run.Writers

/// The most bytes that a reader handled per second of its own time on a processor, and with which writer.
let limit (run: Run) reader =
    [
        for writer in run.Writers do
            match throughput reader writer, busy _.Reader reader writer with
            | Some rate, Some share when share > 0.0 -> rate.Median / share, writer
            | _ -> ()
    ]
    |> function
        | [] -> None
        | limits -> Some(List.maxBy fst limits)

/// The share of a round for which a process waited for a processor, or for which the host took one away.
/// Without a core for each of them, writer and reader wait for each other.
let noise (settings: Settings) (round: Round) =
    let waiting =
        if settings.Cores.IsEmpty then
            []
        else
            List.choose id [ round.Writer; round.Reader ] |> List.map _.Waiting

    List.sum (Option.toList round.Stolen @ waiting)

/// A round with more noise than this is noisy.
let noisyRound = 0.05

/// A run is noisy if more than this share of its rounds is.
let noisyRun = 0.1

/// The share of the rounds that are noisy.
let noisyShare (run: Run) =
    let all =
        [
            for writer in run.Writers do
                for rate in writer.Rates.Values do
                    yield! rate.Rounds
        ]

    let noisy = all |> List.filter (fun round -> noise run.Settings round > noisyRound)
    if all.IsEmpty then 0.0 else float noisy.Length / float all.Length
