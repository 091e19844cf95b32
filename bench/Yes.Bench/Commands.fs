/// The commands.
module Yes.Bench.Commands

open System
open System.CommandLine
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Child
open Yes.Bench.Comparison
open Yes.Bench.Options
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
    if not comparison.Complete then
        ExitStatus.Interrupted
    elif comparison.Producers |> List.exists _.Fault.IsSome then
        ExitStatus.WrongOutput
    else
        ExitStatus.Done

let private measure token settings readers producers =
    let commit, machine = Machine.commitOf ".", Machine.describe ""

    if machine.BusyCores > Machine.tolerated then
        eprintfn $"bench: busy, {Format.digits 2 machine.BusyCores} cores are taken: expect wide intervals"

    Measuring.measure (Readers.sample token settings.Cores) commit machine settings readers producers

/// Measures every yes: `make bench`.
let bench token =
    let command =
        RootCommand "Measures every strategy of yes, the same in C, and every other yes."

    let measuring = measuring command [ "pv" ]

    let peers =
        option command "--peers" "'PATH ...'" "paths of further yes to measure" [] words

    let inC =
        option command "--c" "PATH" "the program with the same in C" "artifacts/yes-in-c" Ok

    let out = out command "where results.json, report.md and the pictures go"

    command.SetAction(fun parsed ->
        let settings, readers, strategies = measuring parsed

        let inC = Producers.findStrategies "C" (parsed.GetRequiredValue inC)
        let peers = Producers.findPeers (parsed.GetRequiredValue peers)
        let producers = Producers.interleave Comparison.inC inC strategies @ peers
        let out = parsed.GetRequiredValue out
        // Before anything is measured, so that no run is lost to a directory that can't be written.
        Directory.CreateDirectory out |> ignore
        File.Create(Path.Combine(out, "unfinished"), 1, FileOptions.DeleteOnClose).Dispose()
        let comparison = measure token settings readers producers

        (Results.file, Results.write comparison) :: Results.pages comparison
        |> List.map (fun (name, text) -> Path.Combine(out, name), text)
        |> Results.writeAll

        let isFile = Console.IsOutputRedirected
        let width = if isFile then Int32.MaxValue else Console.WindowWidth
        printfn "%s\n" (Report.text width comparison)
        printfn "%s" (Path.Combine(out, Report.report))
        int (exitStatus comparison))

    command

/// What is to be said of a strategy through a reader, beside that of the base.
let verdict (reader: Reader) (now: Producer) (past: Producer) =
    match ratioTo reader past now with
    | Some figures ->
        $"{judge (ratios (rounds reader now) (rounds reader past))} {Format.ratioWithRange figures}"
    | None -> now[reader].Fault |> Option.orElse past[reader].Fault |> Format.orNone id

/// Measures two builds of this project in one run: `make bench-compare`.
let compare token =
    let command =
        Command("compare", "Measures two builds of this project, and says which is faster.")

    let measuring = measuring command [ "pv"; "dd"; "wc" ]

    let past =
        option command "--base" "PATH" "the executable to compare with" "artifacts/base" Ok

    command.SetAction(fun parsed ->
        let settings, readers, strategies = measuring parsed
        let past = Producers.findStrategies "base" (parsed.GetRequiredValue past)

        let common =
            strategies
            |> List.filter (fun one -> past |> List.exists (fun other -> other.Name = one.Name))

        if common.IsEmpty then
            raise (Refused "the two executables have none of these strategies in common")

        // The two of a pair are neighbours, so that a disturbance hits both.
        let pairs = Producers.interleave (sprintf "%s of the base") past common
        let comparison = measure token settings readers pairs
        let pairs = List.chunkBySize 2 comparison.Producers

        for one in comparison.Producers |> List.filter _.Fault.IsSome do
            eprintfn $"""bench: wrong output of {String.concat " " one.Command}: {one.Fault.Value}"""

        let verdicts =
            [
                for reader in readers -> reader.Name, [ for pair in pairs -> verdict reader pair[0] pair[1] ]
            ]

        printfn "%s\n" (Format.markdown Int32.MaxValue (("strategy", List.map _.Name common) :: verdicts))

        printfn "×: to the rate of the base. Faster or slower: the 95 %% interval is on one side of 1."

        if not comparison.Complete then
            printfn "%s" Report.incomplete

        match exitStatus comparison with
        | ExitStatus.Done when verdicts |> List.collect snd |> List.exists _.StartsWith("slower") ->
            int ExitStatus.Slower
        | status -> int status)

    command

/// Why results are not to be kept.
let private shortcoming (results: Comparison) =
    let isFaulty (one: Producer) =
        one.Fault.IsSome || one.Rates.Values |> Seq.exists _.Fault.IsSome

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
    let command =
        Command("save", "Copies full results to bench/results, and shows them in README.md.")

    let out = out command "where the results are"

    command.SetAction(fun parsed ->
        let directory = parsed.GetRequiredValue out
        let text, results = Results.read directory

        match shortcoming results with
        | Some what -> raise (Refused $"the results in '{directory}' {what}: make bench measures anew")
        | None -> ()

        let kept = $"bench/results/{Machine.directoryName results.Machine}"
        let start, stop = "<!-- bench:begin -->", "<!-- bench:end -->"
        let readme = File.ReadAllText "README.md"
        let marked = Regex.Match(readme, $"(?s){start}.*{stop}")

        if not marked.Success then
            raise (Refused $"no '{start}' with '{stop}' behind it in README.md")

        let shown = Report.forReadme kept results

        let place (name, page) =
            (if name = Report.ladder then
                 $"docs/pictures/{name}"
             else
                 $"{kept}/{name}"),
            page

        ($"{kept}/{Results.file}", text)
        :: ("README.md", readme.Replace(marked.Value, $"{start}\n\n{shown}\n\n{stop}"))
        :: List.map place (Results.pages results)
        |> Results.writeAll

        printfn $"saved to {kept}, and shown in README.md")

    command
