/// The numbers of the project's pages that come from the kept results. make bench-save writes all of them.
module Yes.Bench.Pages

open System.Text.RegularExpressions
open Yes.Bench.Comparison
open Yes.Bench.Format
open Yes.Bench.Run
open Yes.Bench.Statistics

/// The kept runs with their names, from the newest.
type Kept = (string * Run) list

/// Where the results are kept, and where those of the techniques that were only tried are kept.
let directory, triedDirectory = "bench/results", "bench/results/tried"

/// The smallest and the largest of some numbers, or one if both look alike.
let private between separator show numbers =
    match List.sort numbers with
    | [] -> "–"
    | sorted ->
        let low, high = show sorted.Head, show (List.last sorted)
        if low = high then low else $"{low}{separator}{high}"

let private timesSign speedup = "×" + digits 2 speedup

let private describe (reader: Reader) = $"{reader.Name}, which {reader.Does}"

/// The README's first table: the default strategy and GNU yes in the newest run. Of each program that reads a
/// pipe, the table contains one version.
let private comparison (run: Run) =
    let rate find reader = find run |> Option.bind (throughput reader) |> orNone bytesPerSecond

    run.Readers
    |> List.filter (fun reader -> reader.Channel = "pipe")
    |> List.distinctBy (fun reader -> reader.Name.Split(' ')[0])
    |> table
        [
            "piped into", describe
            "this `yes`", rate (leading >> Some)
            Report.gnuName run, rate gnu
            "speedup",
            (fun reader -> ratioTo (gnu run) reader (leading run) |> orNone (_.Median >> timesSign))
        ]

/// The programs with which the README compares the default strategy, from the most to the least common.
let private rivals = [ gnu; newestGnu; (fun run -> run.Writers |> List.tryFind (isOf "uutils")) ]

let private strategy name run =
    run.Writers |> List.tryFind (fun writer -> isStrategy writer && writer.Name = name)

let private auto = leading >> Some

/// The median ratios of one writer to another in every kept run, into some readers.
let private ratios isReader one other (kept: Kept) =
    [
        for _, run in kept do
            for reader in List.filter isReader run.Readers do
                for writer in Option.toList (one run) do
                    for ratio in Option.toList (ratioTo (other run) reader writer) do
                        ratio.Median
    ]

/// The README's table of speedups: a row for each reader, and a column for each rival.
let private speedups (kept: Kept) =
    let name (rival: Writer) =
        match rival.Year with
        | Some year -> $"{rival.Name} ({year})"
        | None -> rival.Name

    kept
    |> List.collect (fun (_, run) -> run.Readers)
    |> List.distinctBy _.Name
    |> table
        [
            "speedup when piped into", describe
            for rival in rivals do
                for example in kept |> List.tryPick (snd >> rival) |> Option.toList do
                    let speedups (reader: Reader) =
                        ratios (fun other -> other.Name = reader.Name) auto rival kept

                    name example, speedups >> between "–" timesSign
        ]

/// The paragraph under the table of speedups.
let private source (kept: Kept) =
    let link (name, _) = $"[{name}]({directory}/{name}/report.md)"

    let areVirtual = kept |> List.forall (fun (_, run) -> run.Machine.IsVirtual = Some true)
    let kind = if areVirtual then "virtual machine" else "machine"

    let machines =
        if kept.Length = 1 then
            $"one {kind}"
        else
            (counted kept.Length kind).Replace("2 ", "two ")

    [
        $"Medians of this `yes` on {machines}: {kept |> List.map link |> enumerate}."
        if kept.Length > 1 then
            "If a cell contains two numbers, they are the lowest and the highest."
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
        ]

/// The README's table of costs. If the results are those of several machines, a cell contains their range.
let private costs (kept: Kept) =
    let each show value find =
        [
            for _, run in kept do
                for value in find run |> Option.bind (value run) |> Option.toList -> value
        ]
        |> between "–" show

    let size _ (writer: Writer) = writer.ExecutableBytes |> Option.map float

    let start _ (writer: Writer) =
        summarise writer.StartSeconds |> Option.map (fun start -> 1000.0 * start.Median)

    let name (writer: Writer) = if isStrategy writer then "this `yes`" else writer.Name
    let peak run writer = memory run.Readers.Head writer |> Option.map _.Median

    table
        [
            "cost", (fun find -> find (snd kept.Head) |> orNone name)
            "executable", each bytes size
            "time to first byte", each number start >> fun time -> time + "\u00a0ms"
            "peak memory", each bytes peak
        ]
        [ auto; gnu ]

/// The median throughput of a writer in the newest run, into the first reader.
let private newestRate find (kept: Kept) =
    let run = snd kept.Head
    find run |> Option.bind (throughput run.Readers.Head)

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

let private triedPage = "docs/tried.md"

/// The directory of the results whose numbers a page contains.
let directoryOf page = if page = triedPage then triedDirectory else directory

/// A place on a page: a regular expression whose groups contain numbers from the kept results.
type private Place = { Page: string; Pattern: string; Values: Kept -> string list }

/// A block of a page that make bench-save generates.
let private block page pattern text =
    { Page = page; Pattern = $"(?m)({pattern})"; Values = fun kept -> [ text kept ] }

/// A part of a sentence in which {} is a number with or without a unit, or two numbers with "to" between
/// them, or a dash if no kept run contains the number.
let private sentence page (text: string) value =
    let number = @"(–|[\d.,]+(?:\s[KMGT]iB/s)?(?:\s+to\s+[\d.,]+)?)"
    let words = text.Split(' ') |> Array.map (fun word -> Regex.Escape(word).Replace(@"\{}", number))
    { Page = page; Pattern = String.concat @"\s+" words; Values = fun kept -> [ value kept ] }

/// A row of the table of techniques that were tried, with their throughput relative to the default strategy.
let private triedRow (cell, isMeant) =
    let ratioInto (run: Run) (reader: string) =
        let find = List.tryFind (fun (other: Reader) -> other.Name.StartsWith(reader + " ")) run.Readers

        Option.map2 (ratioTo (Some(leading run))) find (List.tryFind isMeant run.Writers)
        |> Option.flatten
        |> orNone ratio

    {
        Page = triedPage
        Pattern = $@"(?m)^\| {Regex.Escape cell} +\|[^|\n]*" + String.replicate 3 @"\|( +\S+ )" + @"\|"
        Values =
            fun kept ->
                [ for reader in [ "pv"; "dd"; "wc" ] -> $" {(ratioInto (snd kept.Head) reader).PadLeft 6} " ]
    }

/// All places of numbers from the kept results. If make bench-save has to write another number, add the words
/// around it here.
let private places =
    let readme, strategiesPage = "README.md", "docs/strategies.md"
    let every _ = true
    let startsWith (name: string) (reader: Reader) = reader.Name.StartsWith name
    let times isReader one other kept = ratios isReader one other kept |> between " to " (digits 2)

    /// The CPU time of a writer per GiB in milliseconds, into wc in the newest run.
    let cpu find (kept: Kept) =
        let run = snd kept.Head
        let wc = run.Readers |> List.tryFind _.Name.StartsWith("wc")

        Option.map2 (cpuPerGib _.Writer) wc (find run)
        |> Option.flatten
        |> orNone (fun cpu -> digits 2 (1000.0 * cpu.Median))

    let speed find kept = (newestRate find kept |> orNone bytesPerSecond).Replace('\u00a0', ' ')

    [
        block readme @"^!\[[^\]]*\]\(bench/results/.*\)$" (fun kept ->
            let name, newest = kept.Head
            Report.chart $"{directory}/{name}/" newest)
        block readme @"^\| piped into .*(?:\n\|.*)+" (fun kept -> comparison (snd kept.Head))
        block readme @"^\| speedup .*(?:\n\|.*)+" speedups
        block readme @"^Medians of this `yes`.*(?:\n.+)*" source
        block readme @"^\| strategy .*(?:\n\|.*)+" (fun kept -> strategies (snd kept.Head))
        block readme @"^\| cost .*(?:\n\|.*)+" costs
        sentence
            readme
            "it is {} times as fast as GNU `yes` 9.1 into `pv`"
            (times (startsWith "pv 1.6.") auto gnu)
        sentence readme "into `pv` and {} times as fast into `wc`" (times (startsWith "wc ") auto gnu)
        sentence readme "needs {} of `y`" (speed auto)
        sentence readme "from `printfn` at {}," (speed (strategy "printfn"))
        sentence readme "differ by at most {}%" (differenceFromC >> (*) 100.0 >> digits 2)
        sentence readme "this `yes` is {} times as fast as GNU `yes` 9.1" (times every auto gnu)
        sentence readme "{} times as fast as the newest GNU `yes`" (times every auto newestGnu)
        sentence readme "This `yes` uses only {} ms of CPU time per GiB there" (cpu auto)
        sentence readme "there, and GNU `yes` {} ms." (cpu gnu)
        sentence
            strategiesPage
            "is {} times as fast as `console`"
            (times every (strategy "streamwriter") (strategy "console"))
        {
            Page = triedPage
            Pattern = $@"\(\.\./{triedDirectory}/([^/]+)/"
            Values = fun kept -> [ fst kept.Head ]
        }
        for name in
            [
                "native"
                "writev"
                "large-pipe"
                "threads"
                "io_uring-write"
                "io_uring-fixed"
                "io_uring-sqpoll"
                "sendfile"
                "vmsplice"
                "huge-pages"
                "gift"
                "tee-pages"
                "tee-blocking"
                "io_uring-tee"
            ] do
            triedRow ($"`{name}`", fun writer -> writer.Name = name)
        triedRow ("uutils", isOf "uutils")
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
