/// The commands, from the arguments to the exit status.
module Yes.Bench.Program

open System
open System.IO
open System.Runtime.InteropServices
open System.Text
open System.Text.RegularExpressions
open System.Threading
open Yes.Bench.Child
open Yes.Bench.Comparison
open Yes.Bench.Statistics

/// The exit statuses. A strategy is slower only if that is beyond doubt; a shell has 130 after SIGINT.
let private ok, wrongOutput, badUsage, slower, interrupted = 0, 1, 2, 3, 130

let private exitStatus (comparison: Comparison) =
    if not comparison.Complete then interrupted
    elif comparison.Producers |> List.exists _.Fault.IsSome then wrongOutput
    else ok

/// The readers and the strategies that the variables want.
let private wanted settings defaultReaders =
    Variables.words "READERS" defaultReaders |> Readers.find (Encoding.UTF8.GetByteCount settings.Line + 1),
    Producers.findStrategies "strategy" (Variables.built "yes")
    |> Producers.select (Variables.words "STRATEGIES" [])

let private measure token settings readers producers =
    let sample = Readers.sample token settings.Cores
    Measuring.measure sample (Machine.commitOf ".") (Machine.describe "") settings readers producers

/// Measures every yes: `make bench`.
let bench token =
    let settings, out = Variables.settings (), Variables.out ()
    let readers, strategies = wanted settings [ "pv" ]
    let techniques = Producers.findStrategies "C" (Variables.built "yes-in-c")
    let peers = Producers.findPeers (Variables.words "PEERS" [])
    // Before anything is measured, so that no run is lost to a directory that can't be written.
    Directory.CreateDirectory out |> ignore

    let comparison = measure token settings readers (Producers.interleave inC techniques strategies @ peers)

    (Results.file, Results.write comparison) :: Results.pages comparison
    |> List.map (fun (name, text) -> Path.Combine(out, name), text)
    |> Results.writeAll

    // A terminal may not know its width.
    let columns = if Console.IsOutputRedirected then 0 else Console.WindowWidth
    let width = if columns > 0 then columns else Int32.MaxValue
    printfn "%s\n" (Report.text width comparison)
    printfn "%s" (Path.Combine(out, Report.report))
    exitStatus comparison

/// What is to be said of a strategy through a reader, beside that of the base.
let verdict comparison (reader: Reader) one =
    match beside ofBase comparison one |> Option.bind (ratioTo reader one) with
    | Some ratio -> $"{judge ratio} {Format.ratio ratio}"
    | None -> Format.none

/// Measures two builds of this project in one run: `make bench-compare`.
let compare token =
    let settings = Variables.settings ()
    let readers, strategies = wanted settings [ "pv"; "dd"; "wc" ]
    let past = Producers.findStrategies "base" (Variables.text "BASE")
    let comparison = measure token settings readers (Producers.interleave ofBase past strategies)
    let compared = comparison.Producers |> List.filter (fun one -> one.Group = "strategy")
    let verdicts = [ for reader in readers -> reader.Name, List.map (verdict comparison reader) compared ]
    printfn "%s\n" (Format.markdown Int32.MaxValue (("strategy", List.map _.Name compared) :: verdicts))
    printfn "×: to the rate of the base. Faster or slower: the 95 %% interval is on one side of 1."

    for note in Report.notes comparison do
        printfn "%s" note

    let isSlower = verdicts |> List.exists (snd >> List.exists _.StartsWith("slower"))
    let status = exitStatus comparison
    if status = ok && isSlower then slower else status

/// Keeps results in the repository, and shows them in the README: `make bench-save`.
let save () =
    let directory = Variables.out ()
    let text = File.ReadAllText(Path.Combine(directory, Results.file))
    let results = Results.parse directory text

    if not results.Complete then
        Results.refuse directory "are incomplete"

    if results.Commit = "" || results.Commit.EndsWith "-dirty" then
        Results.refuse directory "are not of a commit"

    for one in results.Producers do
        // Not every strategy writes to every reader, but those of the pictures have to.
        if one.Group <> "peer" && (one.Fault.IsSome || one[results.Readers.Head].Fault.IsSome) then
            Results.refuse directory $"have a fault of {one.Name}"

    let kept = $"bench/results/{Machine.directoryName results.Machine}"

    let show readme (part, text) =
        let start, stop = $"<!-- bench:{part} -->", "<!-- bench:end -->"
        let marked = Regex.Match(readme, $"(?s){start}.*?{stop}")

        if not marked.Success then
            raise (Refused $"no '{start}' with '{stop}' behind it in README.md")

        readme.Replace(marked.Value, $"{start}\n\n{text}\n\n{stop}")

    let shown =
        [ "chart", Report.chart kept results; "table", Report.forReadme kept results ]
        |> List.fold show (File.ReadAllText "README.md")

    let place (name, page) =
        (if name = Report.ladder then $"docs/pictures/{name}" else $"{kept}/{name}"), page

    [ $"{kept}/{Results.file}", text; "README.md", shown ] @ List.map place (Results.pages results)
    |> Results.writeAll

    printfn $"saved to {kept}, and shown in README.md"
    ok

[<EntryPoint>]
let main arguments =
    // These signals end the measuring, not the runner, which then reports what it has.
    use interruption = new CancellationTokenSource()

    let interrupt (signal: PosixSignalContext) =
        signal.Cancel <- true
        interruption.Cancel()

    let _registrations =
        [ PosixSignal.SIGINT; PosixSignal.SIGTERM; PosixSignal.SIGHUP ]
        |> List.map (fun signal -> PosixSignalRegistration.Create(signal, interrupt))

    let fail (message: string) =
        eprintfn "bench: %s" (message.ReplaceLineEndings " ")
        badUsage

    try
        match arguments with
        | [||] -> bench interruption.Token
        | [| "compare" |] -> compare interruption.Token
        | [| "save" |] -> save ()
        | _ -> fail "make bench, bench-compare and bench-save run this"
    with
    | Refused message -> fail message
    | :? IOException
    | :? UnauthorizedAccessException as e -> fail e.Message
    | :? OperationCanceledException -> interrupted
