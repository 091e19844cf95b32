/// Measures, shows and keeps the results of make bench and make bench-compare.
module Yes.Bench.Program

open System
open System.IO
open Spectre.Console
open System.Text.RegularExpressions
open Yes.Bench.Duels

/// Keeps a run, which may have been made elsewhere, and generates all pages again.
let private save (name: string) path =
    if not (Regex.IsMatch(name, @"^[^./][^/]*\z")) then
        failwith "NAME: choose a name for this machine, such as amd-vm"

    // The file may be a pipe, so it is read only once.
    let text = File.ReadAllText path
    let run = parse (text.Split([| '\r'; '\n' |], StringSplitOptions.RemoveEmptyEntries))
    let others = Map(Report.kept "bench/results")

    for objection in Report.objections (List.ofSeq others.Values) run do
        failwith $"'{path}' can't be kept, because {objection}"

    let kept = $"bench/results/{name}.tsv"

    for path, text in (kept, text) :: Report.files "." (Map.toList (others.Add(name, run))) do
        File.WriteAllText(path, text)

    Console.Out.WriteLine $"kept as {kept}; see bench/results/README.md"
    0

let private variable name fallback =
    match string (Environment.GetEnvironmentVariable name) with
    | "" -> fallback
    | value -> value

/// Measures a plan and shows the results. The exit status is 1 if a duel failed or the results are bad.
let private measure target defaultRounds plan table (isBad: Run -> bool) =
    let rounds = variable "ROUNDS" defaultRounds

    if not (Regex.IsMatch(rounds, @"^[1-9]\d{0,2}\z")) then
        failwith $"ROUNDS: '{rounds}' is not a whole number from 1 to 999"

    let directory = Directory.CreateDirectory(variable "OUT" "artifacts/bench")
    let path = Path.Combine(string directory, target + ".tsv")
    let run, isInterrupted, problem = Measure.run plan (int rounds) path (table >> List.last)
    Console.Out.WriteLine(String.concat "\n" (Tables.render 80 (table run) :: Tables.notes run @ [ path ]))
    Option.iter failwith problem

    if isInterrupted then 130
    elif not run.Failures.IsEmpty || isBad run then 1
    else 0

let private findsSlower run =
    Estimate.comparisons run |> List.exists (fun found -> found.Verdict = Estimate.Slower)

[<EntryPoint>]
let main arguments =
    try
        match arguments with
        | [| "bench" |] ->
            measure "bench" "13" (Plan.bench ()) (Tables.results TableBorder.None) (fun _ -> false)
        | [| "bench-compare"; executable |] ->
            measure "bench-compare" "37" (Plan.compare executable) Tables.verdicts findsSlower
        | [| "save"; name; path |] -> save name path
        | _ -> failwith "run make bench, make bench-compare or make bench-save"
    with error ->
        Measure.tell ("bench: " + error.Message.ReplaceLineEndings " ")
        2
