/// Shows and keeps the results of make bench and make bench-compare. The script bench/run measures them.
module Yes.Bench.Program

open System
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Duels

/// Keeps a run, which may have been made elsewhere, and generates all pages again.
let private save name path =
    if name = "" || String.exists ((=) '/') name || name.StartsWith '.' then
        failwith "NAME: choose a name for this machine, such as amd-vm"

    for objection in Page.objections (read path) do
        failwith $"'{path}' can't be kept, because {objection}"

    let kept = Path.Combine("bench/results", name + ".tsv")

    if Path.GetFullPath path <> Path.GetFullPath kept then
        File.Copy(path, kept, true)

    for path, text in Page.files "." do
        File.WriteAllText(path, text)

    Console.Out.WriteLine $"kept as {kept}; see bench/results/README.md"
    0

/// Prints a table of the run in standard input. The exit status is 1 if a duel failed or a strategy is
/// slower.
let private show (table: Run -> string) =
    let run = parse (Console.In.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries))
    let text = table run
    Console.Out.WriteLine(String.concat "\n" (text :: Show.notes run))
    if text.Contains " slower " || not run.Failures.IsEmpty then 1 else 0

[<EntryPoint>]
let main arguments =
    try
        match arguments with
        | [| "bench" |] -> show Show.matrices
        | [| "compare" |] -> show Show.verdicts
        | [| "save"; name; path |] -> save name path
        | _ -> failwith "run make bench, make bench-compare or make bench-save"
    with error ->
        eprintfn "%s" ("bench: " + error.Message.ReplaceLineEndings " ")
        2
