/// Shows and keeps the results of make bench and make bench-compare. The script bench/run measures them.
module Yes.Bench.Program

open System
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Duels

let private print (lines: string list) =
    for line in lines do
        Console.Out.WriteLine line

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

    print [ $"kept as {kept}; see bench/results/README.md" ]
    0

[<EntryPoint>]
let main arguments =
    let input = lazy parse (Console.In.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries))

    // The exit status is 1 if a duel failed or a strategy is slower.
    let show (table: string list) =
        let notes = Show.notes input.Value
        let isSlower = table |> List.exists (fun line -> Regex.IsMatch(line, " slower +[-+]"))
        print (table @ [ "" ] @ notes)
        if isSlower || List.exists _.Result.IsError input.Value.Duels then 1 else 0

    try
        match arguments with
        | [| "bench" |] -> show (Show.matrices input.Value)
        | [| "compare" |] -> show (Show.verdicts input.Value)
        | [| "save"; name; path |] -> save name path
        | _ -> failwith "run make bench, make bench-compare or make bench-save"
    with error ->
        eprintfn "%s" ("bench: " + error.Message.ReplaceLineEndings " ")
        2
