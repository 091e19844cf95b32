/// The commands of the benchmark, from the arguments to the exit status.
module Yes.Bench.Program

open System
open System.IO
open System.Runtime.InteropServices
open Yes.Bench.Run
open Yes.Bench.Comparison
open Yes.Bench.Programs
open Yes.Bench.Verdicts

type private ExitStatus =
    | Ok = 0
    | NotMeasured = 1
    | BadUsage = 2
    | Slower = 3
    /// A comparison would not have shown a large difference.
    | Inconclusive = 4
    /// The status that a shell reports after SIGINT.
    | Interrupted = 130

let private exitStatus (run: Run) =
    if not run.Complete then
        ExitStatus.Interrupted
    elif
        run.Writers |> List.exists _.Fault.IsSome
        || run.Readers |> List.exists (fun reader -> List.forall (rounds reader >> List.isEmpty) run.Writers)
    then
        ExitStatus.NotMeasured
    else
        ExitStatus.Ok

/// Measures the strategies together with the programs that a function adds. The function receives all
/// strategies and the selected ones, and also returns the names of programs that were not found.
let private measure defaultRounds add =
    let settings, yes = Variables.settings defaultRounds, Variables.built "yes"
    let readers = findReaders settings.Line (Variables.words "READERS" [ "pv"; "wc" ])
    let all = findStrategies Kind.Strategy yes
    let writers, missing = select "STRATEGIES" (Variables.words "STRATEGIES" []) all |> add all
    let sample = Measuring.sample (Variables.built "sample") settings.Cores
    let machine = Machine.describe (Measuring.costs (sample "costs" [] []))
    let commit = commitOf yes
    Terminal.announce missing machine settings readers writers
    Terminal.watch (fun watch -> Measuring.measure watch sample commit machine settings readers writers)

/// Measures every yes: `make bench`.
let private bench () =
    let out = Variables.out ()

    let run =
        measure Variables.usualRounds (fun all strategies ->
            let techniques = findStrategies Kind.Technique (Variables.built "yes-in-c")

            let tried =
                match Variables.words "TECHNIQUES" [] with
                | [] -> []
                | [ "all" ] -> tried all techniques
                | names -> tried all techniques |> select "TECHNIQUES" names

            let writers = interleave techniques strategies @ tried
            let peers = findPeers writers (Variables.words "PEERS" [])
            // This creates the directory now, because a run should not fail after measuring.
            Results.save out []
            writers @ peers, missingPeers peers)

    // An interrupted run never replaces the results of a complete one.
    let out = if run.Complete then out else Path.Combine(out, "interrupted")

    // A full disk, or a closed standard output, prevents only one of the two.
    try
        Terminal.show run
    finally
        Results.save out (Results.files (Path.GetRelativePath(out, ".") + "/") run)

    printfn "%s" (Path.Combine(out, "report.md"))
    exitStatus run

let private describe finding =
    match finding.Verdict with
    | Faster
    | Slower when not (matters finding.Ratio) -> "no difference that matters"
    | Faster -> "faster"
    | Slower -> "slower"
    | NoDifferenceShown -> "no difference shown"
    | Inconclusive -> "inconclusive"

/// Compares the strategies with those of another build: `make bench-compare`.
let private compare () =
    let run =
        measure 41 (fun _ strategies ->
            let others = findStrategies Kind.Base (Variables.text "BASE")
            interleave others strategies, [])

    let findings = findings run

    [
        Format.table
            [
                "strategy", (fun finding -> finding.Strategy.Name)
                "reader", (fun finding -> finding.Reader.Name)
                "verdict", describe
                "throughput relative to the base", (fun finding -> Format.ratioWithRange finding.Ratio)
                "could have shown",
                (fun finding ->
                    if finding.CouldShow = infinity then "–" else Format.percent finding.CouldShow)
            ]
            findings
        $"The parentheses contain confidence intervals, which are all correct with a probability of 95%%. A "
        + $"verdict requires an interval that does not contain ×1. A difference of less than "
        + $"{Format.percent smallestEffect} does not matter. If only a difference of more than "
        + $"{Format.percent largestMiss} would have been shown, the comparison is inconclusive."
        |> Format.wrap
        yield! List.map Format.wrap (Report.notes run)
    ]
    |> String.concat "\n\n"
    |> printfn "%s"

    let isAny verdict = findings |> List.exists (fun finding -> describe finding = verdict)

    match exitStatus run with
    | ExitStatus.Ok when isAny "slower" -> ExitStatus.Slower
    | ExitStatus.Ok when isAny "inconclusive" -> ExitStatus.Inconclusive
    | status -> status

/// The reason why results of these strategies should not be published, if there is one.
let objection (strategies: Writer list) (results: Run) =
    let isMissing (writer: Writer) =
        // Not every strategy can write to every reader, but the charts require the first reader.
        writer.Kind <> Kind.Peer && (writer.Fault.IsSome || writer[results.Readers.Head].Rounds.IsEmpty)

    let names = results.Writers |> List.filter isStrategy |> List.map _.Name

    if not results.Complete then
        Some "incomplete, because the run was interrupted"
    elif results.Settings.Rounds < Variables.usualRounds then
        Some $"those of a quick look, with fewer than {Variables.usualRounds} rounds"
    elif results.Settings.Line <> Variables.usualLine then
        Some $"those of the line '{results.Settings.Line}' instead of '{Variables.usualLine}'"
    elif results.Commit = "" || results.Commit.EndsWith "-dirty" then
        Some "not those of a commit"
    elif results.Settings.Locale = "C" then
        Some "not measured in a UTF-8 locale; set LANG=C.UTF-8, for example"
    elif (Machine.disturbance results.Machine).IsSome then
        Some "noisy, because the machine was busy before the run"
    elif isNoisy results then
        Some(Report.notes results |> List.last |> sprintf "noisy. %s")
    else
        // A run of the techniques that were tried needs no strategy but the default one.
        let needed = if wasTried results then [ List.last strategies ] else strategies

        List.except names (List.map _.Name needed)
        @ [ for writer in List.filter isMissing results.Writers -> writer.Name ]
        |> List.tryHead
        |> Option.map (fun name -> $"without the throughput of {name}")

/// Keeps the results in the repository and shows them on its pages: `make bench-save`.
let private save () =
    let name = Variables.name ()
    let latest = Results.parse (File.ReadAllText(Path.Combine(Variables.out (), "results.json")))

    let strategies = findStrategies Kind.Strategy (Variables.built "yes")

    for objection in Option.toList (objection strategies latest) do
        failwith $"the results are {objection}"

    let directory = if wasTried latest then Pages.triedDirectory else Pages.directory

    for other, run in Results.readAll directory do
        if other = name && not (Machine.isSame run.Machine latest.Machine) then
            let theirs, ours = Report.describeMachine run.Machine, Report.describeMachine latest.Machine

            failwith
                $"NAME: {directory}/{name} belongs to another machine ({theirs}), not to this one ({ours})"

    let path = $"{directory}/{name}"
    Results.save path (Results.files (Path.GetRelativePath(path, ".") + "/") latest)
    let kept = Results.readAll directory
    let pages = Pages.names |> List.filter (fun page -> Pages.directoryOf page = directory)

    if directory = Pages.directory then
        Results.save "docs/pictures" [ "ladder.svg", Chart.ladder (snd kept.Head) ]

    Results.save "." [ for page in pages -> page, Pages.write kept page (File.ReadAllText page) ]
    printfn $"saved to {path} and shown in {Format.enumerate pages}"
    ExitStatus.Ok

[<EntryPoint>]
let main arguments =
    // These signals end the measurements. The program then reports the results so far.
    let interrupt (signal: PosixSignalContext) =
        signal.Cancel <- true
        Child.interruption.Cancel()

    let _registrations =
        [ PosixSignal.SIGINT; PosixSignal.SIGTERM; PosixSignal.SIGHUP ]
        |> List.map (fun signal -> PosixSignalRegistration.Create(signal, interrupt))

    try
        match arguments with
        | [||] -> bench ()
        | [| "compare" |] -> compare ()
        | [| "save" |] -> save ()
        | _ -> failwith "run make bench, make bench-compare or make bench-save"
        |> int
    with
    // Ctrl-C also kills the programs that this program looks for, so any error may follow.
    | _ when Child.interruption.IsCancellationRequested -> int ExitStatus.Interrupted
    | error ->
        Terminal.say $"""bench: {error.Message.ReplaceLineEndings " "}"""
        int ExitStatus.BadUsage
