/// The commands of the benchmark, from the arguments to the exit status.
module Yes.Bench.Program

open System
open System.IO
open System.Runtime.InteropServices
open System.Text.RegularExpressions
open System.Threading
open Yes.Bench.Comparison
open Yes.Bench.Programs
open Yes.Bench.Statistics

/// The exit statuses. The last one is the status that a shell reports after SIGINT.
let private ok, wrongOutput, badUsage, slower, interrupted = 0, 1, 2, 3, 130

let private exitStatus (comparison: Comparison) =
    if not comparison.Complete then interrupted
    elif comparison.Producers |> List.exists _.Fault.IsSome then wrongOutput
    else ok

/// Measures the strategies together with the programs that a function adds.
let private measure token defaultReaders add =
    let settings, yes = Variables.settings (), Variables.built "yes"
    let readers = findReaders settings.Line (Variables.words "READERS" defaultReaders)
    let strategies = findStrategies "strategy" "" yes
    let producers = select (Variables.words "STRATEGIES" []) strategies |> add
    let sample = Measuring.sample token settings.Cores
    Measuring.measure sample (commitOf yes) (Machine.describe ()) settings readers producers

/// Measures every yes: `make bench`.
let bench token =
    let out = Variables.out ()

    let comparison =
        measure token [ "pv" ] (fun strategies ->
            let techniques = findStrategies "C" " in C" (Variables.built "yes-in-c")
            let peers = findPeers (Variables.words "PEERS" [])
            // This creates the directory now, because a run should not fail after measuring.
            Results.save out []
            interleave techniques strategies @ peers)

    Results.save out (("results.json", Results.write comparison) :: Results.pages comparison)
    printfn "%s\n\n%s" (Report.text comparison) (Path.Combine(out, "report.md"))
    exitStatus comparison

/// Compares the strategies with those of another build: `make bench-compare`.
let compare token =
    let comparison =
        measure token [ "pv"; "dd"; "wc" ] (fun strategies ->
            let others = findStrategies "base" " of the base" (Variables.text "BASE")
            interleave others strategies)

    let verdict ratio = $"{judge ratio} {Format.ratioWithInterval ratio}"
    let table = Report.counterparts verdict comparison
    let legend = "Ratios to BASE. In parentheses follow their 95 % confidence intervals."
    table :: legend :: Report.notes comparison |> String.concat "\n\n" |> printfn "%s"
    let status = exitStatus comparison
    if status = ok && table.Contains " slower " then slower else status

/// Replaces the text between two markers of the README.
let private replacePart (readme: string) (part, text) =
    let start, stop = $"<!-- bench:{part} -->", "<!-- bench:end -->"
    let marked = Regex.Match(readme, $"(?s){start}.*?{stop}")

    if not marked.Success then
        failwith $"README.md has no '{start}' followed by '{stop}'"

    readme.Replace(marked.Value, $"{start}\n\n{text}\n\n{stop}")

/// Keeps the results in the repository and shows them in the README: `make bench-save`.
let save () =
    let directory = Variables.out ()
    let text = File.ReadAllText(Path.Combine(directory, "results.json"))
    let results = Results.parse text

    if not results.Complete then
        failwith "the results are incomplete, because the run was interrupted"

    if results.Commit = "" || results.Commit.EndsWith "-dirty" then
        failwith "the results are not those of a commit"

    for one in results.Producers do
        // Not every strategy can write to every reader, but the charts require the first reader.
        if one.Group <> "peer" && (one.Fault.IsSome || one[results.Readers.Head].Fault.IsSome) then
            failwith $"the results lack the throughput of {one.Name}"

    let kept = $"bench/results/{Machine.directoryName results.Machine}/"

    let readme =
        [ "chart", Report.chart kept results; "table", Report.forReadme kept results ]
        |> List.fold replacePart (File.ReadAllText "README.md")

    let pictures, pages = Results.pages results |> List.partition (fun (name, _) -> name = "ladder.svg")
    Results.save kept (("results.json", text) :: pages)
    Results.save "docs/pictures" pictures
    Results.save "." [ "README.md", readme ]
    printfn $"saved to {kept} and shown in README.md"
    ok

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
    with error ->
        eprintfn "bench: %s" (error.Message.ReplaceLineEndings " ")
        badUsage
