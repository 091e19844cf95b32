/// Formats numbers and tables for people.
module Yes.Bench.Show

open System
open System.IO
open Spectre.Console
open Yes.Bench.Duels
open Yes.Bench.Estimate

/// A number with two significant digits and no exponent.
let number (value: float) =
    let rounded = value.ToString "E1"
    (float rounded).ToString $"F{Math.Clamp(1 - int (rounded.Split('E')[1]), 0, 9)}"

let percent (share: float) = $"%.0f{100.0 * share}%%"

/// A range such as 1.9–4.2, or a single number if both ends look the same. A value that was not measured is
/// NaN.
let range format (values: float list) =
    match List.filter (Double.IsNaN >> not) values with
    | [] -> "–"
    | known -> [ List.min known; List.max known ] |> List.map format |> List.distinct |> String.concat "–"

/// An estimate such as ×2.4 (2.1–2.7).
let ratio estimate =
    match interval estimate with
    | _, high when Double.IsInfinity high -> $"×{number (mean estimate)}"
    | low, high -> $"×{number (mean estimate)} ({range number [ low; high ]})"

let private difference (value: float) = $"%+.1f{100.0 * (value - 1.0)}%%"

/// Removes the version from a reader's name.
let plainName (reader: string) = reader.Split(' ')[0]

/// The geometric mean of a program's throughputs, and its share of a core.
let speed (sides: Side list) =
    match sides |> List.map _.Rate |> estimate with
    | Some rate -> $"{number (mean rate / pown 2.0 30)} {percent (share sides)}"
    | None -> "–"

/// A table whose first row is the heading. The first column is aligned to the left.
let table border (rows: string list list) =
    let table = Table(Border = border)

    for i, heading in List.indexed rows.Head do
        let alignment = if i = 0 then Justify.Left else Justify.Right
        table.AddColumn(TableColumn(Markup.Escape heading, Alignment = alignment, NoWrap = true)) |> ignore

    for row in rows.Tail do
        table.AddRow(row |> List.map Markup.Escape |> Array.ofList) |> ignore

    let text = new StringWriter()
    let console = AnsiConsole.Create(AnsiConsoleSettings(Ansi = AnsiSupport.No, Out = AnsiConsoleOutput text))
    console.Profile.Width <- 1000
    console.Write table
    (string text).Trim()

/// The different values of a part of all duels, in order.
let distinct part run = run.Duels |> List.map part |> List.distinct |> List.sort

/// The results of make bench for the screen: how many times as fast the first program is, and all
/// throughputs.
let matrices run =
    let readers = distinct _.Reader run
    let pairs = distinct (fun duel -> duel.Program <> "auto", duel.Program, duel.Rival) run
    let programs = pairs |> List.collect (fun (_, one, other) -> [ one; other ]) |> List.distinct

    let matrix corner rows =
        table
            TableBorder.None
            ((corner :: readers) :: [ for name, cell in rows -> name :: List.map cell readers ])

    let ratioOf one other reader =
        Estimate.ratio one other reader run |> Option.map ratio |> Option.defaultValue "–"

    matrix "times as fast" [ for _, one, other in pairs -> $"{one} / {other}", ratioOf one other ]
    + "\n\n"
    + matrix
        "GiB/s, share of a core"
        [ for program in programs -> program, fun reader -> speed (sides program reader run) ]

/// The results of make bench-compare for the screen. With a probability of 99%, all intervals contain the
/// true ratios.
let verdicts run =
    let pairs = distinct (fun duel -> duel.Program, duel.Rival, duel.Reader) run
    let confidence = 1.0 - 0.01 / float (max 1 pairs.Length)

    let rows =
        [
            for program, rival, reader in pairs do
                for estimate in Option.toList (Estimate.ratio program rival reader run) do
                    let low, high = intervalAt confidence estimate
                    let interval = $"from {difference low} to {difference high}"
                    [ program; reader; judge confidence estimate; difference (mean estimate); interval ]
        ]

    table TableBorder.None ([ "strategy"; "reader"; "verdict"; "difference"; "interval" ] :: rows)

/// What a reader of the results has to know: failed duels, and other programs that ran at the same time.
let notes run =
    [
        yield! run.Failures
        if fact "cores" run <> "" && waited run > 0.05 then
            $"The machine was busy: programs waited for a core during {percent (waited run)} of the time. "
            + "Repeat the run."
    ]
