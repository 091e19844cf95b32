/// The numbers of the project's pages that come from the kept results. make bench-save writes all of them.
module Yes.Bench.Pages

open System.Text.RegularExpressions
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Run
open Yes.Bench.Statistics

/// The kept runs with their names, from the newest.
type Kept = (string * Run) list

/// Where the results are kept.
let directory = "bench/results"

/// The smallest and the largest of some numbers, or one if both look alike.
let private between show numbers =
    match List.sort numbers with
    | [] -> "–"
    | sorted ->
        let low, high = show sorted.Head, show (List.last sorted)
        if low = high then low else $"{low}–{high}"

/// The programs with which the README compares the default strategy, from the most to the least common.
let private rivals = [ gnu; newestGnu; (fun run -> run.Writers |> List.tryFind (isOf "uutils")) ]

/// The medians of the throughput of the default strategy relative to a rival, one for each kept run.
let private speedupsOf (kept: Kept) rival reader =
    [
        for _, run in kept do
            for ratio in
                Option.toList (
                    rival run |> Option.bind (fun rival -> ratioTo (Some rival) reader (leading run))
                ) do
                ratio.Median
    ]

let private readers (kept: Kept) =
    kept |> List.collect (fun (_, run) -> run.Readers) |> List.distinctBy _.Name

/// The README's table of speedups: a row for each reader, and a column for each rival.
let private speedups (kept: Kept) =
    let name (rival: Writer) =
        match rival.Year with
        | Some year -> $"{rival.Name} ({year})"
        | None -> rival.Name

    readers kept
    |> table
        [
            "speedup when piped into", (fun reader -> $"{reader.Name}, which {reader.Does}")
            for rival in rivals do
                for example in kept |> List.tryPick (snd >> rival) |> Option.toList do
                    name example, speedupsOf kept rival >> between (fun speedup -> "×" + digits 2 speedup)
        ]

/// The paragraph under the table of speedups.
let private source (kept: Kept) =
    let link (name, _) = $"[{name}]({directory}/{name}/report.md)"

    let kind =
        if kept |> List.forall (fun (_, run) -> run.Machine.IsVirtual = Some true) then
            "virtual machine"
        else
            "machine"

    [
        $"Medians of `auto` on {counted kept.Length kind}: {kept |> List.map link |> enumerate}."
        if kept.Length > 1 then
            "If a cell contains two numbers, each is from one of them."
        "`make run` shows the speed on yours."
    ]
    |> String.concat " "
    |> wrap

/// The README's table of strategies, for the first and the last reader of the newest run.
let private strategies (run: Run) =
    List.filter isStrategy run.Writers
    |> table
        [
            "strategy", (fun (writer: Writer) -> writer.Name)
            for reader in List.distinct [ run.Readers.Head; List.last run.Readers ] do
                $"into {reader.Name}", throughput reader >> orNone bytesPerSecond
                $"relative to {Report.gnuName run}", Report.relativeToGnu ratio run reader
        ]

/// The README's table of costs. If the results are those of several machines, a cell contains their range.
let private costs (kept: Kept) =
    let each show value find =
        [
            for _, run in kept do
                for value in find run |> Option.bind (value run) |> Option.toList -> value
        ]
        |> between show

    let size _ (writer: Writer) = writer.ExecutableBytes |> Option.map float

    let start _ (writer: Writer) =
        summarise writer.StartSeconds |> Option.map (fun start -> 1000.0 * start.Median)

    let peak run writer = memory run.Readers.Head writer |> Option.map _.Median

    table
        [
            "cost", (fun find -> find (snd kept.Head) |> orNone (fun (writer: Writer) -> writer.Name))
            "executable", each bytes size
            "time to first byte", each number start >> fun time -> time + "\u00a0ms"
            "peak memory", each bytes peak
        ]
        [ leading >> Some; gnu ]

/// The ratios of the default strategy to GNU yes into every reader.
let private speedupsToGnu kept = readers kept |> List.collect (speedupsOf kept gnu)

/// The throughput of a writer into the first reader of the newest run.
let private newestRate find (kept: Kept) =
    let run = snd kept.Head
    (find run |> Option.bind (throughput run.Readers.Head) |> Option.get).Median

let private strategy name run =
    run.Writers |> List.tryFind (fun writer -> isStrategy writer && writer.Name = name)

let private gib rate = rate / 1024.0 ** 3.0

/// How much the medians of the strategies differ from those of the same techniques in C.
let private differenceFromC (kept: Kept) =
    [
        for _, run in kept do
            for reader in run.Readers do
                for writer in run.Writers do
                    for ratio in Option.toList (ratioTo (counterpart run.Writers writer) reader writer) do
                        max ratio.Median (1.0 / ratio.Median) - 1.0
    ]
    |> List.fold max 0.0

/// A place on a page: a regular expression whose groups contain numbers from the kept results.
type private Place = { Page: string; Pattern: string; Values: Kept -> string list }

/// A block of a page that consists of generated text.
let private block page pattern text =
    { Page = page; Pattern = $"(?m)({pattern})"; Values = fun kept -> [ text kept ] }

/// A part of a sentence in which each {} is a number.
let private sentence page (text: string) values =
    let words = text.Split(' ') |> Array.map (fun word -> Regex.Escape(word).Replace(@"\{}", @"([\d.,]+)"))
    { Page = page; Pattern = String.concat @"\s+" words; Values = values }

/// Every number that comes from the kept results. To hold a number on a page, add the words around it here.
let private places =
    let readme, strategiesPage = "README.md", "docs/strategies.md"

    let range values =
        fun kept ->
            let all = values kept
            [ digits 2 (List.min all); digits 2 (List.max all) ]

    [
        block readme @"^!\[[^\]]*\]\(bench/results/.*\)$" (fun kept ->
            let name, newest = kept.Head
            Report.chart $"{directory}/{name}/" newest)
        block readme @"^\| speedup .*(?:\n\|.*)+" speedups
        block readme @"^Medians of `auto`.*(?:\n.+)*" source
        block readme @"^\| strategy .*(?:\n\|.*)+" (fun kept -> strategies (snd kept.Head))
        block readme @"^\| cost .*(?:\n\|.*)+" costs
        sentence readme "it is {} to {} times as fast as GNU `yes` 9.1" (range speedupsToGnu)
        sentence readme "yes | pv -r > /dev/null [{}GiB/s]" (fun kept ->
            [ digits 3 (gib (newestRate (leading >> Some) kept)) ])
        sentence readme "/usr/bin/yes | pv -r > /dev/null # GNU [{}GiB/s]" (fun kept ->
            [ digits 3 (gib (newestRate gnu kept)) ])
        sentence readme "differ by at most {}%" (fun kept -> [ digits 2 (100.0 * differenceFromC kept) ])
        sentence
            strategiesPage
            "is {} to {} times as fast as `console`"
            (range (fun kept ->
                [
                    for _, run in kept do
                        for ratio in
                            strategy "streamwriter" run
                            |> Option.bind (ratioTo (strategy "console" run) run.Readers.Head)
                            |> Option.toList do
                            ratio.Median
                ]))
    ]

/// The pages that contain numbers from the kept results.
let names = places |> List.map _.Page |> List.distinct

/// Replaces the groups of all places on a page.
let private fill values page (text: string) =
    let replace (text: string) place =
        let found = Regex.Matches(text, place.Pattern)

        if found.Count <> 1 then
            failwith $"{page} has {found.Count} places that match '{place.Pattern}'"

        Seq.zip (Seq.tail found[0].Groups) (values place)
        |> Seq.rev
        |> Seq.fold
            (fun (text: string) (group, value: string) ->
                text.Remove(group.Index, group.Length).Insert(group.Index, value))
            text

    places |> List.filter (fun place -> place.Page = page) |> List.fold replace text

/// A page with the numbers of the kept results.
let write (kept: Kept) page text = fill (fun place -> place.Values kept) page text

/// A page without the numbers of the kept results.
let withoutNumbers page text = fill (fun place -> List.replicate 9 "") page text
