/// The commands behind make bench, make bench-compare and make bench-save.
module Yes.Bench.Program

open System
open System.IO
open System.Runtime.InteropServices
open Yes.Bench.Run
open Yes.Bench.Programs
open Yes.Bench.Comparison

/// The exit status is 1 if a program wrote wrong output or a reader measured nothing.
let private exitStatus (run: Run) =
    let isWrong = run.Writers |> List.exists _.Fault.IsSome
    let isUnmeasured = run.Readers |> List.exists (Report.measured run >> List.isEmpty)
    if isWrong || isUnmeasured then 1 else 0

/// Measures the selected strategies. The function add extends the list with other programs.
let private measure defaultRounds add =
    let chosen = Machine.choose (Machine.available ())
    let pinned = [ for processor in chosen -> processor.Number ]
    let settings, yes = Variables.settings defaultRounds pinned, Variables.built "yes"
    let sample = Variables.built "sample"
    let readers = findReaders settings.Line (Variables.words "READERS" [ "pv"; "wc" ])
    let strategies = findStrategies yes |> select "STRATEGIES" (Variables.words "STRATEGIES" [])

    let plan =
        {
            Date = DateTimeOffset.UtcNow
            Commit = commitOf yes
            Harness = harness ()
            Command = Some(Variables.command "bench")
            Machine = Machine.describe chosen (Measuring.probe sample settings)
            Settings = settings
            Readers = readers
            Writers = add strategies
        }

    Measuring.measure (Measuring.sample sample) (verify (Variables.built "verify")) plan

/// Measures all yes programs for `make bench`.
let private bench () =
    let out = Variables.out ()

    let run =
        measure Variables.usualRounds (fun strategies ->
            let inC = findTechniques (Variables.built "yes-in-c")
            let isShown writer = isKind Kind.Tried writer && Variables.text "TECHNIQUES" <> ""
            let writers = interleave inC strategies @ List.filter isShown inC
            let peers = findPeers writers (Variables.words "PEERS" [])
            // Create the directory now, so that a run does not fail after measuring.
            Results.save out []
            writers @ peers)

    // The results are shown even if the disk is full.
    for reader in run.Readers do
        printfn $"into {reader.Name}\n{Report.throughputs run reader}\n"

    for note in Report.notes run do
        printfn $"{note}"

    let files = Results.files (Path.GetRelativePath(out, ".") + "/") run
    Results.save out (("results.json", Results.write run) :: files)
    printfn "%s" (Path.Combine(out, "report.md"))
    exitStatus run

/// `make bench-compare` compares the strategies with those from another build.
let private compare () =
    let run = measure 20 (fun strategies -> interleave (findBase (Variables.text "BASE")) strategies)
    let findings = findings run

    findings
    |> Format.table
        [
            "strategy", _.Strategy.Name
            "reader", _.Reader.Name
            "verdict", _.Verdict
            "difference from the base", (fun finding -> Format.differenceWithInterval finding.Ratio)
        ]
    |> printfn "%s\n\nThe page bench/README.md explains the verdicts."

    for note in Report.notes run do
        printfn $"{note}"

    match exitStatus run with
    | 0 when findings |> List.exists (fun finding -> finding.Verdict = "slower") -> 1
    | status -> status

/// The reasons why results should not be published.
let objections (run: Run) =
    [
        run.Settings.Rounds < Variables.usualRounds, $"the run has fewer than {Variables.usualRounds} rounds"
        run.Settings.Line <> Variables.usualLine, $"the line was not '{Variables.usualLine}'"
        run.Commit = "" || run.Commit.EndsWith "-dirty", "the sources of the executable were not committed"
        Report.measured run run.Readers.Head |> List.forall (fun writer -> writer.Name <> "auto"),
        "the throughput of auto is missing"
    ]
    |> List.filter fst
    |> List.map snd

/// `make bench-save` saves the results in the repository and shows them in its documents.
let private save () =
    let path = Path.Combine("bench/results", Variables.name ())
    let results = File.ReadAllText(Path.Combine(Variables.out (), "results.json"))

    for objection in objections (Results.parse results) do
        failwith $"these results can't be kept, because {objection}"

    Results.save path [ "results.json", results ]
    let kept = Results.readAll "bench/results"

    // Regenerate the reports and pictures of all runs, because their names or contents may have changed.
    for name, run in kept do
        let path = Path.Combine("bench/results", name)
        Directory.GetFiles(path, "*.svg") |> Array.iter File.Delete
        Results.save path (Results.files "../../../" run)

    Results.save "bench/results" [ "ratios.svg", Pages.ratios kept ]

    for document, root in Pages.documents do
        File.WriteAllText(document, Pages.write kept root (File.ReadAllText document))

    printfn $"saved to {path}, and shown in {Pages.documents |> List.map fst |> Format.enumerate}"
    0

[<EntryPoint>]
let main arguments =
    // These signals end the measurements and all programs that the benchmark has started.
    let interrupt (signal: PosixSignalContext) =
        signal.Cancel <- true
        Child.interruption.Cancel()

    let _registrations =
        [ PosixSignal.SIGINT; PosixSignal.SIGQUIT; PosixSignal.SIGTERM; PosixSignal.SIGHUP ]
        |> List.map (fun signal -> PosixSignalRegistration.Create(signal, interrupt))

    try
        match arguments with
        | [||] -> bench ()
        | [| "compare" |] -> compare ()
        | [| "save" |] -> save ()
        | _ -> failwith "run make bench, make bench-compare or make bench-save"
    with
    // The status that a shell reports after SIGINT. Ctrl-C also kills the child processes, and their failure
    // can cause any error here.
    | _ when Child.interruption.IsCancellationRequested -> 130
    | error ->
        Child.report $"""bench: {error.Message.ReplaceLineEndings " "}"""
        2
