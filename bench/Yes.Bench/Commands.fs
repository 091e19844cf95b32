/// The commands.
module Yes.Bench.Commands

open System
open System.IO
open System.Text
open System.Text.RegularExpressions
open Yes.Bench.Child
open Yes.Bench.Comparison
open Yes.Bench.Statistics

type ExitStatus =
    | Done = 0
    | WrongOutput = 1
    | BadUsage = 2
    /// A strategy is slower than that of the base, beyond doubt.
    | Slower = 3
    /// What a shell has after SIGINT.
    | Interrupted = 130

let private exitStatus (comparison: Comparison) =
    if not comparison.Complete then ExitStatus.Interrupted
    elif comparison.Producers |> List.exists _.Fault.IsSome then ExitStatus.WrongOutput
    else ExitStatus.Done

/// The readers and the strategies that the variables want.
let private wanted settings defaultReaders =
    Variables.words "READERS" defaultReaders |> Readers.find (Encoding.UTF8.GetByteCount settings.Line + 1),
    Producers.findStrategies "strategy" (Variables.built "yes")
    |> Producers.select (Variables.words "STRATEGIES" [])

let private measure token settings readers producers =
    let commit, machine = Machine.commitOf ".", Machine.describe ""

    if machine.BusyCores > Machine.tolerated then
        eprintfn $"bench: busy, {Format.digits 2 machine.BusyCores} cores are taken: expect wide intervals"

    Measuring.measure (Readers.sample token settings.Cores) commit machine settings readers producers

/// Measures every yes: `make bench`.
let bench token =
    let settings, out = Variables.settings (), Variables.out ()
    let readers, strategies = wanted settings [ "pv" ]
    let inC = Producers.findStrategies "C" (Variables.built "yes-in-c")
    let peers = Producers.findPeers (Variables.words "PEERS" [])
    // Before anything is measured, so that no run is lost to a directory that can't be written.
    Directory.CreateDirectory out |> ignore
    File.Create(Path.Combine(out, "unfinished"), 1, FileOptions.DeleteOnClose).Dispose()

    let comparison =
        measure token settings readers (Producers.interleave Comparison.inC inC strategies @ peers)

    (Results.file, Results.write comparison) :: Results.pages comparison
    |> List.map (fun (name, text) -> Path.Combine(out, name), text)
    |> Results.writeAll

    let width = if Console.IsOutputRedirected then Int32.MaxValue else Console.WindowWidth
    printfn "%s\n" (Report.text width comparison)
    printfn "%s" (Path.Combine(out, Report.report))
    exitStatus comparison

/// What is to be said of a strategy through a reader, beside that of the base.
let verdict (reader: Reader) (now: Producer) (past: Producer) =
    match ratioTo reader past now with
    | Some figures ->
        $"{judge (ratios (rounds reader now) (rounds reader past))} {Format.ratioWithRange figures}"
    | None -> now[reader].Fault |> Option.orElse past[reader].Fault |> Format.orNone id

/// Measures two builds of this project in one run: `make bench-compare`.
let compare token =
    let settings = Variables.settings ()
    let readers, strategies = wanted settings [ "pv"; "dd"; "wc" ]
    let past = Producers.findStrategies "base" (string (Environment.GetEnvironmentVariable "BASE"))

    let common =
        strategies |> List.filter (fun one -> past |> List.exists (fun other -> other.Name = one.Name))

    if common.IsEmpty then
        raise (Refused "the two executables have none of these strategies in common")

    // The two of a pair are neighbours, so that a disturbance hits both.
    let pairs = Producers.interleave (sprintf "%s of the base") past common
    let comparison = measure token settings readers pairs
    let pairs = List.chunkBySize 2 comparison.Producers

    for one in comparison.Producers |> List.filter _.Fault.IsSome do
        eprintfn $"""bench: wrong output of {String.concat " " one.Command}: {one.Fault.Value}"""

    let verdicts =
        [ for reader in readers -> reader.Name, [ for pair in pairs -> verdict reader pair[0] pair[1] ] ]

    printfn "%s\n" (Format.markdown Int32.MaxValue (("strategy", List.map _.Name common) :: verdicts))
    printfn "×: to the rate of the base. Faster or slower: the 95 %% interval is on one side of 1."

    if not comparison.Complete then
        printfn "%s" Report.incomplete

    let isSlower = verdicts |> List.exists (snd >> List.exists _.StartsWith("slower"))
    let status = exitStatus comparison
    if status = ExitStatus.Done && isSlower then ExitStatus.Slower else status

/// Why results are not to be kept.
let private shortcoming (results: Comparison) =
    let isFaulty (one: Producer) = one.Fault.IsSome || one.Rates.Values |> Seq.exists _.Fault.IsSome

    if not results.Complete then
        Some "are incomplete"
    elif results.Commit = "" || results.Commit.EndsWith "-dirty" then
        Some "are not of a commit"
    else
        results.Producers
        |> List.tryFind (fun one -> one.Group <> "peer" && isFaulty one)
        |> Option.map (fun one -> $"have a fault of {one.Name}")

/// Keeps results in the repository, and shows them in the README: `make bench-save`.
let save () =
    let directory = Variables.out ()
    let path = Path.Combine(directory, Results.file)

    if not (File.Exists path) then
        raise (Refused $"no results in '{directory}': make bench measures anew")

    let text = File.ReadAllText path
    let results = Results.parse directory text

    for what in Option.toList (shortcoming results) do
        raise (Refused $"the results in '{directory}' {what}: make bench measures anew")

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
    ExitStatus.Done
