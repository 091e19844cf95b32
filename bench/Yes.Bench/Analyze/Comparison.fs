/// Compares the writers of a run.
module Yes.Bench.Comparison

open System
open Yes.Bench.Run
open Yes.Bench.Statistics

/// The bytes per second of a round.
let rate (round: Round) = float round.Bytes / round.Seconds

let rounds (reader: Reader) (writer: Writer) = writer[reader].Rounds

let throughput reader writer = rounds reader writer |> Seq.map rate |> summarise

/// The CPU time in seconds that a writer, or the reader, used for each GiB.
let cpuPerGib (usage: Round -> Usage option) reader writer =
    rounds reader writer
    |> Seq.filter (fun round -> round.Bytes > 0L)
    |> Seq.choose (fun round ->
        usage round |> Option.map (fun usage -> usage.CpuSeconds / (float round.Bytes / 1024.0 ** 3.0)))
    |> summarise

/// The peak memory of a writer that is not a script, in all rounds with a reader.
let memory reader (writer: Writer) =
    if writer.ExecutableBytes.IsNone then
        None
    else
        rounds reader writer |> Seq.choose _.MemoryBytes |> Seq.map float |> summarise

/// The throughput relative to that of another writer, in each round of both.
let private ratios (other: Writer option) reader writer =
    let others = other |> Option.map (rounds reader) |> Option.defaultValue []

    Seq.zip (rounds reader writer) others
    |> Seq.filter (fun (round, other) -> round.Bytes > 0L && other.Bytes > 0L)
    |> Seq.map (fun (round, other) -> rate round / rate other)

let ratioTo other reader writer = ratios other reader writer |> summarise

/// The ratio with a confidence interval of the median.
let ratioAt confidence other reader writer = ratios other reader writer |> summariseAt confidence

/// The GNU yes with which all programs are compared.
let gnu run = run.Writers |> List.tryFind (isOf "GNU")

/// The GNU yes with the highest version, if it is another one.
let newestGnu run =
    let version (writer: Writer) =
        match Version.TryParse(writer.Name[4..]) with
        | true, version -> version
        | _ -> Version()

    match List.filter (isOf "GNU") run.Writers with
    | [] -> None
    | peers -> Some(List.maxBy version peers) |> Option.filter (fun newest -> Some newest <> gnu run)

/// The last strategy, which is the default.
let leading run = List.findBack isStrategy run.Writers

/// The name of a writer beside other programs. The default strategy, which belongs to no language, stands for
/// this whole project.
let nameBesideOthers (writer: Writer) =
    if isStrategy writer && writer.Language.IsNone then
        $"this yes ({writer.Name})"
    else
        writer.Name

/// The most rounds of any writer with any reader. An interrupted run has fewer than the settings say.
let roundCount run =
    [
        for writer in run.Writers do
            for rate in writer.Rates.Values -> rate.Rounds.Length
    ]
    |> List.fold max 0

/// The share of a round for which writer and reader waited for a processor. Without a core for each of them,
/// they have to wait for each other.
let noise (settings: Settings) (round: Round) =
    if settings.Cores.IsEmpty then
        0.0
    else
        let waiting = List.choose id [ round.Writer; round.Reader ] |> List.sumBy _.WaitingSeconds
        waiting / round.Seconds

/// A round with more noise than this is noisy, and so is a run of which the host stole more than this.
let noisyRound = 0.05

/// A run is noisy if more than this share of its rounds is noisy.
let noisyRun = 0.1

/// The share of the rounds that are noisy. Techniques that were tried don't count, because some have several
/// threads, which always wait for each other.
let noisyShare (run: Run) =
    let all =
        [
            for writer in List.filter (isTried >> not) run.Writers do
                for rate in writer.Rates.Values do
                    yield! rate.Rounds
        ]

    let noisy = all |> List.filter (fun round -> noise run.Settings round > noisyRound)
    if all.IsEmpty then 0.0 else float noisy.Length / float all.Length

let stolen (run: Run) = defaultArg run.Stolen 0.0

let isNoisy run = noisyShare run > noisyRun || stolen run > noisyRound
