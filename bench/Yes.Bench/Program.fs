/// The commands of the benchmark, from the arguments to the exit status.
module Yes.Bench.Program

open System
open System.IO
open System.Runtime.InteropServices
open System.Threading
open Yes.Bench.Run
open Yes.Bench.Comparison
open Yes.Bench.Programs
open Yes.Bench.Verdicts

type private ExitStatus =
    | Ok = 0
    | WrongOutput = 1
    | BadUsage = 2
    | Slower = 3
    /// The status that a shell reports after SIGINT.
    | Interrupted = 130

let private exitStatus (run: Run) =
    if not run.Complete then ExitStatus.Interrupted
    elif run.Writers |> List.exists _.Fault.IsSome then ExitStatus.WrongOutput
    else ExitStatus.Ok

/// Measures the strategies together with the programs that a function adds. The function also returns the
/// names of programs that were not found.
let private measure token defaultReaders add =
    let settings, yes = Variables.settings (), Variables.built "yes"
    let readers = findReaders settings.Line (Variables.words "READERS" defaultReaders)
    let strategies = findStrategies Kind.Strategy yes |> select (Variables.words "STRATEGIES" [])
    let writers, missing = add strategies
    let sample = Measuring.sample token (Variables.built "sample") settings.Cores
    let machine = Machine.describe (Measuring.costs (sample "costs" [] []))
    let commit = commitOf yes
    Terminal.announce missing machine settings readers writers
    Terminal.watch (fun watch -> Measuring.measure watch sample commit machine settings readers writers)

/// Measures every yes: `make bench`.
let private bench token =
    let out = Variables.out ()

    let run =
        measure token [ "pv" ] (fun strategies ->
            let techniques = findStrategies Kind.Technique (Variables.built "yes-in-c")
            let peers = findPeers (Variables.words "PEERS" [])
            // This creates the directory now, because a run should not fail after measuring.
            Results.save out []
            interleave techniques strategies @ peers, missingPeers peers)

    // An interrupted run never replaces the results of a complete one.
    let out = if run.Complete then out else Path.Combine(out, "interrupted")
    Results.save out (("results.json", Results.write run) :: Results.pages run)
    Terminal.show run
    printfn "%s" (Path.Combine(out, "report.md"))
    exitStatus run

/// Compares the strategies with those of another build: `make bench-compare`.
let private compare token =
    let run =
        measure token [ "pv"; "dd"; "wc" ] (fun strategies ->
            let others = findStrategies Kind.Base (Variables.text "BASE")
            interleave others strategies, [])

    let verdicts = verdicts run

    let word =
        function
        | Faster -> "faster"
        | Slower -> "slower"
        | NoDifferenceShown -> "no difference shown"

    let smallest = Format.percent (smallestEffect - 1.0)

    [
        Format.table
            [
                "strategy", (fun (_, strategy: Writer, _, _) -> strategy.Name)
                "reader", (fun (reader: Reader, _, _, _) -> reader.Name)
                "verdict", (fun (_, _, verdict, _) -> word verdict)
                "throughput relative to the base", (fun (_, _, _, ratio) -> Format.ratioWithSpread ratio)
            ]
            verdicts
        Format.wrap
            $"A verdict requires an interval beyond {smallest}. All intervals together are 95%% reliable."
        yield! List.map Format.wrap (Report.notes run)
    ]
    |> String.concat "\n\n"
    |> printfn "%s"

    match exitStatus run with
    | ExitStatus.Ok when verdicts |> List.exists (fun (_, _, verdict, _) -> verdict = Slower) ->
        ExitStatus.Slower
    | status -> status

/// The reason why results should not be published, if there is one.
let private objection (results: Run) =
    let isMissing (writer: Writer) =
        // Not every strategy can write to every reader, but the charts require the first reader.
        writer.Kind <> Kind.Peer
        && (writer.Fault.IsSome || writer[results.Readers.Head].Rounds.IsEmpty)

    let share = noisyShare results

    if not results.Complete then
        Some "incomplete, because the run was interrupted"
    elif results.Commit = "" || results.Commit.EndsWith "-dirty" then
        Some "not those of a commit"
    elif results.Machine.BusyCores > Machine.busyMachine then
        Some $"noisy, because {Format.digits 2 results.Machine.BusyCores} cores were busy before the run"
    elif share > noisyRun then
        Some $"noisy, because other programs disturbed {Format.percent share} of the rounds"
    else
        results.Writers
        |> List.tryFind isMissing
        |> Option.map (fun writer -> $"without the throughput of {writer.Name}")

/// Whether new results belong into the directory of older ones, because the machine and the readers are the
/// same.
let private isSameSetup (one: Run) (other: Run) =
    let changed =
        List.allPairs one.Readers other.Readers
        |> List.exists (fun (reader, other) -> reader.Command = other.Command && reader.Name <> other.Name)

    Machine.isSame one.Machine other.Machine && not changed

let private results = "bench/results"

/// Keeps the results in the repository and shows them in the README: `make bench-save`.
let private save () =
    let directory = Variables.out ()
    let latest = Results.parse (File.ReadAllText(Path.Combine(directory, "results.json")))

    for objection in Option.toList (objection latest) do
        failwith $"the results are {objection}"

    // Machines of the same name get numbers, from 2, if they differ in what explains the throughput.
    let name = $"{results}/{Machine.directoryName latest.Machine}"

    let names =
        seq {
            $"{name}/"

            for i in Seq.initInfinite ((+) 2) do
                $"{name}-{i}/"
        }

    let others = Map.ofList (Results.readAll results)

    let isFree path = others |> Map.tryFind path |> Option.forall (isSameSetup latest)

    let kept = Seq.find isFree names

    let pictures, pages = Results.pages latest |> List.partition (fun (name, _) -> name = "ladder.svg")
    Results.save kept (("results.json", Results.write latest) :: pages)
    Results.save "docs/pictures" pictures

    Results.save
        "."
        [ "README.md", Results.intoReadme (Results.readAll results) (File.ReadAllText "README.md") ]

    printfn $"saved to {kept} and shown in README.md"
    ExitStatus.Ok

[<EntryPoint>]
let main arguments =
    use interruption = new CancellationTokenSource()

    // These signals end the measurements. The program then reports the results so far.
    let interrupt (signal: PosixSignalContext) =
        signal.Cancel <- true
        interruption.Cancel()

    let _registrations =
        [ PosixSignal.SIGINT; PosixSignal.SIGTERM; PosixSignal.SIGHUP ]
        |> List.map (fun signal -> PosixSignalRegistration.Create(signal, interrupt))

    try
        match arguments with
        | [||] -> bench interruption.Token
        | [| "compare" |] -> compare interruption.Token
        | [| "save" |] -> save ()
        | _ -> failwith "run make bench, make bench-compare or make bench-save"
        |> int
    with error ->
        eprintfn "bench: %s" (error.Message.ReplaceLineEndings " ")
        int ExitStatus.BadUsage
