/// Formats numbers and tables for people.
module Yes.Bench.Show

open System
open Yes.Bench.Duels
open Yes.Bench.Estimate

/// A number with two significant digits and no exponent.
let number (value: float) =
    let rounded = value.ToString "E1"
    (float rounded).ToString $"F{Math.Clamp(1 - int (rounded.Split('E')[1]), 0, 9)}"

let percent (share: float) = $"%.0f{100.0 * share}%%"

/// Throughput in the unit that suits it.
let rate value =
    let power = Math.Log(max value 1.0, 1024.0) |> int |> min 4
    let unit = [| "B"; "KiB"; "MiB"; "GiB"; "TiB" |][power]
    $"{number (value / pown 1024.0 power)} {unit}/s"

/// A range such as 1.9–4.2, or a single number if both ends look the same.
let range (low, high) = [ number low; number high ] |> List.distinct |> String.concat "–"

/// An estimate such as ×2.4 (2.1–2.7).
let ratio estimate =
    match interval estimate with
    | _, high when Double.IsInfinity high -> $"×{number (mean estimate)}"
    | ends -> $"×{number (mean estimate)} ({range ends})"

let difference (value: float) = $"%+.1f{100.0 * (value - 1.0)}%%"

/// Removes the version from a reader's name.
let plainName (reader: string) = reader.Split(' ')[0]

/// The geometric mean of a program's throughputs, and its share of a core.
let speed (sides: Side list) =
    if sides.IsEmpty then
        "–"
    else
        $"{sides |> List.averageBy (fun side -> log side.Rate) |> exp |> rate} {percent (share sides)}"

/// Aligns the cells of a table whose first row is the heading. The first column is aligned to the left.
let private aligned (rows: string list list) =
    let widths = rows |> List.transpose |> List.map (List.map String.length >> List.max)

    [
        for row in rows ->
            List.zip row widths
            |> List.mapi (fun i (cell, width) -> if i = 0 then cell.PadRight width else cell.PadLeft width)
    ]

/// A table for the screen.
let table rows = [ for row in aligned rows -> (String.concat "  " row).TrimEnd() ]

/// A table in Markdown.
let markdown (rows: string list list) =
    let line cells = $"""| {String.concat " | " cells} |"""
    let rows = aligned rows

    let rule =
        rows.Head
        |> List.mapi (fun i (cell: string) ->
            if i = 0 then ":" + String('-', cell.Length - 1) else String('-', cell.Length - 1) + ":")

    line rows.Head :: line rule :: List.map line rows.Tail |> String.concat "\n"

let private distinct part run = run.Duels |> List.map part |> List.distinct

/// The results of make bench for the screen: how many times as fast the first program is, and all
/// throughputs.
let matrices run =
    let readers = distinct _.Reader run |> List.sort

    let pairs =
        distinct (fun duel -> duel.Program, duel.Rival) run
        |> List.sortBy (fun (one, other) -> one <> "auto", one, other)

    let programs = pairs |> List.collect (fun (one, other) -> [ one; other ]) |> List.distinct

    let ratioOf program rival reader =
        Estimate.ratio program rival reader run |> Option.map ratio |> Option.defaultValue "–"

    let ratios =
        [
            for program, rival in pairs ->
                $"{program} / {rival}" :: [ for reader in readers -> ratioOf program rival reader ]
        ]

    let speeds =
        [
            for program in programs ->
                program :: [ for reader in readers -> speed (sides program reader run) ]
        ]

    table (("times as fast" :: readers) :: ratios)
    @ [ "" ]
    @ table (("throughput and share of a core" :: readers) :: speeds)

/// The results of make bench-compare for the screen. With a probability of 99%, all intervals contain the
/// true ratios.
let verdicts run =
    let pairs = distinct (fun duel -> duel.Program, duel.Rival, duel.Reader) run |> List.sort
    let confidence = 1.0 - 0.01 / float (max 1 pairs.Length)

    let rows =
        [
            for program, rival, reader in pairs do
                for estimate in Option.toList (Estimate.ratio program rival reader run) do
                    let low, high = intervalAt confidence estimate

                    [
                        program
                        reader
                        judge confidence estimate
                        difference (mean estimate)
                        $"from {difference low} to {difference high}"
                    ]
        ]

    table ([ "strategy"; "reader"; "verdict"; "difference"; "interval" ] :: rows)

/// What a reader of the results has to know: failed duels, and other programs that ran at the same time.
let notes run =
    [
        for duel in run.Duels do
            match duel.Result with
            | Error reason -> $"{duel.Program} and {duel.Rival} into {duel.Reader}: {reason}"
            | Ok _ -> ()
        match disturbed run with
        | some, all when 10 * some > all && fact "cores" run <> "" ->
            $"The machine was busy: in {some} of {all} duels, other programs used the cores. Repeat the run."
        | _ -> ()
    ]
