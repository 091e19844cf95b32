/// Tests of the benchmark's arithmetic, its rules, and the pages that it makes. They measure nothing.
module Yes.Tests.BenchTests

open System
open System.IO
open System.Text.RegularExpressions
open System.Threading
open System.Xml.Linq
open Xunit
open Yes.Bench
open Yes.Bench.Run
open Yes.Bench.Comparison
open Yes.Bench.Statistics
open Yes.Bench.Verdicts

let private equal (expected: 'T) (actual: 'T) = Assert.Equal<'T>(expected, actual)

let private read path = File.ReadAllText(Path.Combine(Bash.root, path))

/// The results that are kept in a directory, each with the name of its own directory, from the newest.
let private keptIn directory = Results.readAll (Path.Combine(Bash.root, directory))

let private kept = keptIn Pages.directory

let private keptResults = snd kept.Head

// If you changed a page on purpose, run make bench-save OUT=bench/results/NAME NAME=NAME, and check git diff.
[<Fact>]
let ``reports, pictures and numbers on the pages are those that the code makes from the kept results`` () =
    for directory, root in [ Pages.directory, "../../../"; Pages.triedDirectory, "../../../../" ] do
        for name, run in keptIn directory do
            for file, text in Results.files root run do
                equal text (read $"{directory}/{name}/{file}")

    equal (read "docs/pictures/ladder.svg") (Chart.ladder keptResults)

    for page in Pages.names do
        equal (Pages.write (keptIn (Pages.directoryOf page)) page (read page)) (read page)

[<Fact>]
let ``every technique in C is a strategy or has a row on the page about what was tried`` () =
    let rows = Regex.Matches(read "docs/tried.md", @"(?m)^\| `([^`]+)`") |> Seq.map _.Groups[1].Value
    let source = Regex.Matches(read "bench/yes.c", @"\{""([^""]+)"", run_") |> Seq.map _.Groups[1].Value
    equal [ "tee" ] (Seq.except rows source |> List.ofSeq)
    equal [] (Seq.except source rows |> List.ofSeq)

/// The other speeds, ratios, times and shares on the pages. They belong to the code, to other programs or
/// articles, or to measurements that the page describes.
let private otherNumbers =
    Map
        [
            "README.md", [ "960 KiB/s"; "3.87 GiB/s" ]
            "docs/strategies.md", [ "5%"; "2 ms"; "50 times" ]
            "docs/tried.md", []
            "bench/README.md", [ "25 ms"; "1%"; "×1"; "5%"; "10%"; "3%"; "20%"; "95%" ]
        ]

[<Fact>]
let ``make bench-save writes every speed, ratio, time and share on the pages`` () =
    for page, others in Map.toList otherNumbers do
        let text = Pages.withoutNumbers page (read page)
        let units = @"\s?(?:[KMGT]iB/s|ms\b|%)|\s+times\b"

        let found =
            [
                for number in Regex.Matches(text, $@"×\d(?:[\d.,]*\d)?|\d[\d.,]*(?:{units})") ->
                    Regex.Replace(number.Value, @"\s+", " ")
            ]

        equal [] (List.except others found)

/// The names of the writers with rounds of a reader, in the order in which they ran.
let private order (run: Run) (reader: Reader) =
    [
        for writer in run.Writers do
            for round in writer[reader].Rounds -> round.At, writer.Name
    ]
    |> List.sort
    |> List.map snd

[<Fact>]
let ``the samples of the kept runs were taken in the order that the seed gives`` () =
    for _, run in kept do
        let correct = run.Writers |> List.filter _.Fault.IsNone
        let steps = Measuring.steps run.Settings run.Readers correct

        for reader in run.Readers do
            let measured = order run reader |> Set.ofList

            let expected =
                [
                    for _, into, name in steps do
                        if into = Some reader && measured.Contains name then
                            name
                ]

            equal expected (order run reader)

[<Fact>]
let ``in the kept runs, no writer follows the same other writer in more than a third of its rounds`` () =
    for _, run in kept do
        for reader in run.Readers do
            let counterparts =
                set
                    [
                        for writer in run.Writers do
                            for other in Option.toList writer.CounterpartOf do
                                writer.Name, other
                                other, writer.Name
                    ]

            for pair, count in order run reader |> List.pairwise |> List.countBy id do
                // By chance, a writer may follow another more often in a short run.
                Assert.True(
                    counterparts.Contains pair || count <= max 6 (run.Settings.Rounds / 3),
                    $"{pair}: {count}"
                )

/// What the order of a run says about the throughput of a writer: how much the mean rank of its rounds
/// depends on which writer ran before, and on whether that writer sleeps.
let private dependence (ranks: (int -> float)[]) (steps: Measuring.Step list) (readers: Reader list) name =
    let sleeping = set [ "tee"; "auto"; "tee in C" ]
    let predecessors = Array.create readers.Length []

    for (_, _, before), (round, reader, writer) in List.pairwise steps do
        match reader with
        | Some reader when writer = name ->
            let i = List.findIndex (fun other -> other = reader) readers
            predecessors[i] <- (before, ranks[i] round) :: predecessors[i]
        | _ -> ()

    let betweenGroups key =
        predecessors
        |> Seq.sumBy (fun rounds ->
            rounds
            |> List.groupBy (fst >> key)
            |> List.sumBy (fun (_, group) -> float group.Length * (List.averageBy snd group) ** 2.0))

    betweenGroups id, betweenGroups (fun before -> string (sleeping.Contains before))

// The order is drawn at random, so any other seed would have been as likely. If the throughput depended on
// what ran before, the true order would explain more of the throughput than nearly all other orders.
[<Fact>]
let ``in the kept runs, the throughput of GNU yes does not depend on what ran before`` () =
    for name, run in kept do
        let gnu = (gnu run).Value
        let correct = run.Writers |> List.filter _.Fault.IsNone

        let skips (reader: Reader) name =
            (List.find (fun (writer: Writer) -> writer.Name = name) correct).[reader].Rounds.IsEmpty

        let isTaken (_, reader, name) =
            match reader with
            | Some reader -> not (skips reader name)
            | None -> true

        /// The rank of each round of GNU yes with a reader, around 0.
        let ranks (reader: Reader) =
            let rates = [| for round in gnu[reader].Rounds -> rate round |]
            let middle = float (rates.Length - 1) / 2.0

            let rank =
                [|
                    for rate in rates ->
                        (rates |> Array.filter (fun other -> other < rate) |> Array.length |> float) - middle
                |]

            fun round -> rank[round - 1] / middle

        let ranks = [| for reader in run.Readers -> ranks reader |]

        let of' seed =
            let steps =
                Measuring.steps { run.Settings with Seed = seed } run.Readers correct |> List.filter isTaken

            dependence ranks steps run.Readers gnu.Name

        let actual, others = of' run.Settings.Seed, [ for seed in 1..500 -> of' seed ]

        let share value =
            others |> List.filter (fun other -> value other >= value actual) |> List.length |> float

        Assert.True(
            share fst >= 5.0 && share snd >= 5.0,
            $"{name}: {share fst} and {share snd} of 500 orders"
        )

[<Fact>]
let ``results that lack a field or are cut off are rejected`` () =
    let text = Results.write keptResults

    for text in [ text.Replace("\"complete\": true,", ""); text[..1000] ] do
        Assert.ThrowsAny<exn>(fun () -> Results.parse text |> ignore) |> ignore

[<Fact>]
let ``the median is the middle value, or the geometric mean of the two middle values`` () =
    equal None (summarise [])
    equal 2.0 (summarise [ 9.0; 1.0; 2.0 ]).Value.Median
    // A program that is first twice as fast and then half as fast as another is as fast as the other.
    equal 1.0 (summarise [ 0.5; 2.0 ]).Value.Median

[<Fact>]
let ``the range beside a median leaves out a tenth of the rounds at each end`` () =
    for n, k in [ 1, 1; 2, 1; 9, 1; 10, 2; 19, 2; 20, 3; 41, 5 ] do
        let summary = (summarise [ for i in n .. -1 .. 1 -> float i ]).Value
        equal (n, float k, float (n + 1 - k)) (n, summary.Low, summary.High)

[<Fact>]
let ``the confidence interval of the median reaches from the k-th smallest to the k-th largest value`` () =
    // By the sign test, k is the largest number, or 1, for which P(fewer than k heads of n coins) <= 2.5%.
    for n, k in [ 1, 1; 5, 1; 6, 1; 8, 1; 9, 2; 11, 2; 12, 3; 20, 6; 41, 14; 500, 228 ] do
        let summary = (summariseAt 0.95 [ for i in n .. -1 .. 1 -> float i ]).Value
        equal (n, float k, float (n + 1 - k)) (n, summary.Low, summary.High)

    // For a confidence of 99%, the two halves of the range of 8 rounds are enough, but those of 7 are not.
    equal (6, 8) (fewestRounds 0.95, fewestRounds 0.99)

let private summary low median high count = { Median = median; Low = low; High = high; Count = count }

[<Fact>]
let ``a verdict requires an interval without 1, and is inconclusive if a large difference would not show``
    ()
    =
    let judge low median high count = judge 0.95 (summary low median high count)
    equal Faster (judge 1.01 1.2 1.3 6)
    equal Slower (judge 0.7 0.8 0.99 6)
    equal NoDifferenceShown (judge 0.9 1.02 1.1 6)
    equal Inconclusive (judge 0.9 1.0 1.3 6)
    equal Inconclusive (judge 0.7 1.0 1.1 6)
    equal Inconclusive (judge 1.01 1.2 1.3 5)

    equal
        [ false; false; true; true ]
        [ for ratio in [ 1.02; 0.98; 1.04; 0.96 ] -> matters (summary ratio ratio ratio 9) ]

let private pv =
    {
        Name = "pv 1.6"
        Channel = "pipe"
        Command = "pv > /dev/null"
        BytesPerUnit = 1
        Does = "forwards"
    }

let private wc = { pv with Name = "wc 9.1"; Command = "wc -l"; BytesPerUnit = 2 }

let private usage ran waited = Some { CpuSeconds = ran; WaitingSeconds = waited }

/// A round of two seconds, in which the writer ran for half and the reader for a quarter of a second.
let private round bytes =
    {
        At = 0.0
        WakeUpNanoseconds = None
        Bytes = bytes
        Seconds = 2.0
        Writer = usage 0.5 0.0
        Reader = usage 0.25 0.0
        MemoryBytes = None
    }

/// A writer that wrote the given numbers of bytes to pv.
let private writer name group (bytes: int64 list) =
    { Programs.writer name group (Some "F#") None [ name ] with
        Rates = Map [ pv.Name, { noRate with Rounds = List.map round bytes } ]
    }

/// A run of writers that were measured with pv alone.
let private run writers = { keptResults with Readers = [ pv ]; Writers = writers }

[<Fact>]
let ``a ratio compares the rounds of two writers one by one`` () =
    let one = writer "a" Kind.Strategy [ 30L; 300L; 5L ]
    let other = writer "b" Kind.Strategy [ 10L; 100L; 0L ]
    // The last round has no ratio, because the other writer wrote nothing.
    equal (Some(summary 3.0 3.0 3.0 2)) (ratioTo (Some other) pv one)
    equal None (ratioTo None pv one)

[<Fact>]
let ``the CPU time per GiB is that of the writer or of the reader in each round`` () =
    let gib = 1024.0 ** 3.0 |> int64
    let writer = writer "auto" Kind.Strategy [ gib; 2L * gib; 4L * gib; 0L ]
    equal (Some(summary 0.125 0.25 0.5 3)) (cpuPerGib _.Writer pv writer)
    equal (Some(summary 0.0625 0.125 0.25 3)) (cpuPerGib _.Reader pv writer)

[<Fact>]
let ``a strategy is compared with its own counterpart, even if the name of another begins with its name`` () =
    let technique name = { writer $"{name} in C" Kind.Technique [] with CounterpartOf = Some name }
    let strategies = [ writer "tee" Kind.Strategy []; writer "tee fast" Kind.Strategy [] ]
    let all = Programs.interleave [ technique "tee fast"; technique "tee" ] strategies
    equal [ "tee"; "tee in C"; "tee fast"; "tee fast in C" ] (List.map _.Name all)

[<Fact>]
let ``numbers have two digits, or three if the first one is 1`` () =
    for expected, value in
        [
            "0", 0.0
            "0.97", 0.974
            "1.00", 0.996
            "1.04", 1.04
            "1.26", 1.26
            "2.0", 1.996
            "2.6", 2.56
            "10.0", 9.96
            "47", 47.4
            "128", 128.0
            "2600", 2560.0
        ] do
        equal expected (Format.number value)

    let gib = 1024.0 ** 3.0

    for expected, low, median, high in
        [
            "3.5 GiB/s (2.6–3.6)", 2.56, 3.54, 3.64
            // In one unit, the lower end would be 0.
            "1.00 GiB/s (1.00 KiB/s–2.0 GiB/s)", 1.0 / 1024.0 / 1024.0, 1.0, 2.0
        ] do
        equal expected (Format.bytesPerSecondWithRange (summary (low * gib) (median * gib) (high * gib) 9))

    for expected, low, median, high in
        [
            "×22 (×22–×29)", 21.9, 22.3, 28.6
            "×0.99 (×0.98–×1.02)", 0.98, 0.99, 1.02
            "1/2300 (1/2300–1/2200)", 1.0 / 2310.0, 1.0 / 2290.0, 1.0 / 2230.0
            "1/2.5 (1/3.3–×1.20)", 0.3, 0.4, 1.2
        ] do
        equal expected (Format.ratioWithRange (summary low median high 9))

    equal "5.5 ms (5.4–5.6)" (Format.secondsWithRange (summary 0.0054 0.0055 0.0056 9))
    equal "128\u00a0s" (Format.secondsWithRange (summary 128.0 128.0 128.0 1))
    equal "a rather…" (Format.cut 9 "a rather long text")
    equal "0 B" (Format.bytes 0.0)

[<Fact>]
let ``the report mentions incomplete runs, noise and faults, but not refusals, and then has no headline`` () =
    let right = writer "auto" Kind.Strategy [ 1L ]
    let wrong = { writer "liar" Kind.Peer [] with Fault = Some "byte 1 is wrong" }
    let rates rate = Map [ pv.Name, rate ]
    let failed = { right with Name = "quitter"; Rates = rates { noRate with Fault = Some "it quit" } }
    let refusing = { right with Name = "proud"; Rates = rates { noRate with Refusal = Some "no pipe" } }
    let machine cores = { keptResults.Machine with BusyCores = cores }
    let settings = { keptResults.Settings with Cores = [ 0; 1 ] }

    let quiet =
        { run [ refusing; right; writer "GNU 9.1" Kind.Peer [ 1L ] ] with
            Machine = machine (Some 0.1)
            Stolen = Some 0.01
        }

    equal [] (Report.notes quiet)
    Assert.Contains("auto is 1.0 times as fast as GNU 9.1", Report.title quiet)
    let waiting = List.replicate 9 { round 1L with Writer = usage 0.5 0.12 }
    let noisy = { right with Name = "noisy"; Rates = rates { noRate with Rounds = waiting } }

    let run =
        { quiet with
            Writers = quiet.Writers @ [ wrong; failed; noisy ]
            Complete = false
            Machine = machine (Some 0.2)
            Stolen = Some 0.06
            Settings = settings
        }

    equal "Throughput into pv 1.6" (Report.title run)

    for words in
        [
            "Incomplete"
            "byte 1 is wrong"
            "it quit"
            "0.20 cores"
            "waited for a processor"
            "for 6.0% of the run"
        ] do
        Assert.Contains(words, String.concat " " (Report.notes run))

    equal 6 (Report.notes run).Length

[<Fact>]
let ``the report can be made without GNU yes, without rounds, and with names that look like markup`` () =
    for name, rounds in [ "auto", [ 1000L ]; "auto", []; "<a & b>", [ 1000L ]; "auto", [ 0L; 1L ] ] do
        let run = run [ writer name Kind.Strategy rounds ]

        for page, text in ("ladder.svg", Chart.ladder run) :: Results.files "" run do
            if page.EndsWith ".svg" then
                XDocument.Parse text |> ignore

[<Fact>]
let ``the README shows the speedups on several machines, and the year of a version`` () =
    let machine name bytes =
        let gnu = { writer "GNU 9.1" Kind.Peer [ 100L ] with Year = Some 2022 }
        name, run [ writer "auto" Kind.Strategy [ bytes ]; gnu ]

    let page machines = Pages.write machines "README.md" (read "README.md")
    let one = page [ machine "fast-vm" 1200L ]
    Assert.Contains("| GNU 9.1 (2022) |", one)
    Assert.Matches(@"\| +×12 \|", one)

    Assert.Matches(
        @"Medians of this `yes` on one virtual machine:\s+\[fast-vm\]\(bench/results/fast-vm/report.md\)\.",
        one
    )

    Assert.Matches(@"\| +×12–×22 \|", page [ machine "slow-vm" 2200L; machine "fast-vm" 1200L ])

/// Measures writers with these names in some rounds, with a function in place of the program sample.
let private measure sample names =
    // Any file that is not a script can stand in for the program.
    let program = typeof<Run>.Assembly.Location
    let writers = [ for name in names -> Programs.writer name Kind.Peer None None [ program; name ] ]
    let settings = { keptResults.Settings with Rounds = 4 }
    (Measuring.measure ignore sample "" keptResults.Machine settings [ pv; wc ] writers).Writers

/// The calls of the program, each with its mode, reader and writer, and the results of the writers: a,
/// b and c write the right bytes, and liar does not.
let private calls, private writers =
    let calls = ResizeArray<string * string * string>()

    let sample mode (arguments: string list) (command: string list) =
        let name = command[command.Length - 2]
        calls.Add((mode, (if mode = "rate" then arguments[2] else ""), name))

        if name = "liar" then
            Measuring.parse "wrong 7\nwriter_ended signal 9" ""
        else
            let text =
                "checked 16\nrunning\nstart 250000000\nwake 9000\nelapsed 2000000000\nmemory 2048\n"
                + "writer 750000000 20000000\nreader 500000000 0\nreport 9\nreader_ended exit 0"

            Measuring.parse text ""

    let writers = measure sample [ "a"; "b"; "liar"; "c" ]
    List.ofSeq calls, writers

[<Fact>]
let ``each round measures the startup and speed of every correct writer once, in a new order`` () =
    let measured = List.filter (fun (mode, _, _) -> mode <> "check") calls

    let expected =
        [
            for mode, argument in [ "start", ""; "rate", pv.Command; "rate", wc.Command ] do
                for name in [ "a"; "b"; "c" ] do
                    mode, argument, name
        ]

    let rounds = List.chunkBySize expected.Length measured

    equal
        (List.replicate 4 expected)
        (List.map (List.sortBy (fun (mode, argument, name) -> mode = "rate", argument, name)) rounds)

    Assert.True((List.distinct rounds).Length > 1)
    equal [ None; None; Some "byte 7 is wrong"; None ] (List.map _.Fault writers)

[<Fact>]
let ``a writer and its counterpart run one after the other, in a random order`` () =
    let add name =
        [
            writer name Kind.Strategy []
            { writer $"{name} of the base" Kind.Base [] with CounterpartOf = Some name }
        ]

    let settings = { keptResults.Settings with Rounds = 20 }
    let steps = Measuring.steps settings [ pv ] (List.collect add [ "a"; "b"; "c" ])
    let pairs = [ for _, _, name in steps -> name ] |> List.chunkBySize 2
    equal 120 pairs.Length

    equal
        (set
            [
                for name in [ "a"; "b"; "c" ] do
                    [ name; $"{name} of the base" ]
                    [ $"{name} of the base"; name ]
            ])
        (set pairs)

    equal steps (Measuring.steps settings [ pv ] (List.collect add [ "a"; "b"; "c" ]))

[<Fact>]
let ``after a writer has failed with a reader, or refuses it, only the others measure it`` () =
    for text in
        [
            "report 9\nwriter_ended exit 1\nreader_ended exit 0"
            "report 0\nwriter_ended exit 1\nreader_ended exit 0"
        ] do
        let tried = ResizeArray<string>()

        let sample mode (arguments: string list) _ =
            if mode = "rate" then
                tried.Add arguments[2]

            if mode = "rate" && arguments[2] = wc.Command then
                Measuring.parse text "a message"
            else
                Measuring.parse "checked 16\nrunning\nreport 9\nreader_ended exit 0" ""

        let failed = (measure sample [ "a" ]).Head
        equal [ pv.Command; wc.Command; pv.Command; pv.Command; pv.Command ] (List.ofSeq tried)
        let isRefusal = text.StartsWith "report 0"

        equal
            ((if isRefusal then None else Some "a message"), isRefusal)
            (failed[wc].Fault, failed[wc].Refusal.IsSome)

[<Fact>]
let ``the results contain the bytes, seconds, CPU time, noise, startup and memory of each writer`` () =
    let one = writers.Head
    equal (Some 16L, List.replicate 4 0.25) (one.CheckedBytes, one.StartSeconds)

    let first = one[pv].Rounds.Head
    equal (9L, 18L) (first.Bytes, one[wc].Rounds.Head.Bytes)

    equal
        (2.0, usage 0.75 0.02, usage 0.5 0.0, Some 2048L, Some 9000.0)
        (first.Seconds, first.Writer, first.Reader, first.MemoryBytes, first.WakeUpNanoseconds)

    equal 0.01 (noise { keptResults.Settings with Cores = [ 0; 1 ] } first)
    // On one core, writer and reader have to wait for each other.
    equal 0.0 (noise { keptResults.Settings with Cores = [] } first)

[<Fact>]
let ``a writer is faulty if it writes a wrong byte, ends, or writes nothing`` () =
    for text, expected in
        [
            "checked 16777216\nrunning\nwriter_ended signal 9", None
            "wrong 3\nwriter_ended signal 9", Some "byte 3 is wrong"
            "checked 0\nsilent 30\nrunning\nwriter_ended signal 9",
            Some "it wrote nothing (no output for 30 seconds)"
            "checked 0\nwriter_ended exit 1", Some "it wrote nothing (exit 1)"
            "checked 9\nwriter_ended exit 0", Some "it ended after 9 bytes (exit 0)"
        ] do
        equal expected (Measuring.findFault (Measuring.parse text ""))

    equal (Some "it hangs") (Measuring.findFault (Measuring.parse "" "it hangs"))

[<Fact>]
let ``a round counts only if the writer was still running and the reader printed a count`` () =
    let fault text message = (Measuring.addRound pv 0.0 (Measuring.parse text message) noRate).Fault
    let ending = "reader_ended exit 0\nwriter_ended signal 9"
    equal None (fault $"running\nreport 600\n{ending}" "a warning")
    equal (Some "exit 3") (fault "report 600\nreader_ended exit 0\nwriter_ended exit 3" "")
    equal (Some "a message") (fault "report 600\nreader_ended exit 0\nwriter_ended exit 0" "a message")
    equal (Some "the reader failed: no space") (fault "running\nreport no space\nreader_ended exit 1" "")
    equal (Some "the reader failed: exit 1") (fault "running\nreport\nreader_ended exit 1" "")
    equal (Some "the reader printed 'done' instead of a count") (fault $"running\nreport done\n{ending}" "")
    equal (Some "the reader printed '' instead of a count") (fault $"running\nreport\n{ending}" "")
    equal (Some "it hangs") (fault "" "it hangs")

[<Fact>]
let ``the output into a socket is checked, too, but a writer may refuse sockets`` () =
    for answer, expected in
        [
            "checked 16\nrunning", None
            "wrong 7\nwriter_ended signal 9", Some "into a socket, byte 7 is wrong"
            "checked 0\nwriter_ended exit 1", None
            "checked 2\nwriter_ended exit 1", Some "into a socket, it ended after 2 bytes (exit 1)"
        ] do
        let sample _ (arguments: string list) _ =
            Measuring.parse (if List.contains "socket" arguments then answer else "checked 16\nrunning") ""

        let readers = [ pv; { pv with Name = "socket"; Channel = "socket" } ]
        let program = typeof<Run>.Assembly.Location
        let writers = [ Programs.writer "a" Kind.Peer None None [ program ] ]
        let settings = { keptResults.Settings with Rounds = 1 }
        let run = Measuring.measure ignore sample "" keptResults.Machine settings readers writers
        equal expected run.Writers.Head.Fault

[<Fact>]
let ``writer and reader get two cores that share a cache, or else two cores, or else two threads of a core``
    ()
    =
    let core (cpu: int) = if cpu % 4 = 0 then "0,4" else string cpu
    let none _ = ""
    equal [ 0; 1 ] (Machine.chooseCores core none [ 0..7 ])
    equal [ 4; 5 ] (Machine.chooseCores core none [ 4; 0; 5 ])
    equal [ 0; 4 ] (Machine.chooseCores core none [ 0; 4 ])
    equal [] (Machine.chooseCores core none [ 3 ])
    equal [ 2; 3 ] (Machine.chooseCores core (fun cpu -> if cpu < 2 then string cpu else "2-7") [ 0..7 ])
    equal [ 0; 1 ] (Machine.chooseCores core string [ 0..7 ])
    equal [ 0; 1; 2; 64; 70; 71 ] (Machine.parseList "0-2,64,70-71")

[<Fact>]
let ``a core is busy while programs, interrupts or the host use it, but not while it waits`` () =
    let stat =
        "cpu  180 10 90 990 5 3 17 45 7 9\ncpu0 0 0 0 0 0 0 0 20 0 0\ncpu1 0 0 0 0 0 0 0 25 0 0\nintr 1"
    // 180 user + 10 nice + 90 system + 3 irq + 17 softirq + 45 steal, in hundredths of a second.
    equal (Some 3.45) (Machine.busySeconds stat)
    equal (Some 0.25) (Machine.stolenSeconds [ 1 ] stat)
    equal (Some 0.45) (Machine.stolenSeconds [] stat)
    // Some systems hide /proc/stat.
    equal (None, None) (Machine.busySeconds "", Machine.stolenSeconds [ 0; 1 ] "")

[<Fact>]
let ``two machines differ if a system call or a round trip costs a third more on one of them`` () =
    let machine call trip =
        { keptResults.Machine with
            SystemCallNanoseconds = Some call
            RoundTripNanoseconds = Some trip
        }

    Assert.True(Machine.isSame (machine 950.0 350.0) (machine 1080.0 390.0))
    Assert.False(Machine.isSame (machine 950.0 350.0) (machine 190.0 350.0))
    Assert.False(Machine.isSame (machine 950.0 350.0) (machine 950.0 150.0))
    Assert.False(Machine.isSame keptResults.Machine { machine 950.0 350.0 with Kernel = "another" })

[<Fact>]
let ``a program can neither fill the memory with output nor keep the benchmark waiting`` () =
    let run script = Child.runFor (TimeSpan.FromSeconds 1.0) None [ "bash"; "-c"; script ]
    let output, message = run "yes >&2 & exec yes"
    equal (30000, "y") (output.Length, message)
    let _, message = run "setsid sleep 9 &"
    equal "a process keeps the output open" message

[<Fact>]
let ``programs run in the C locale and not in POSIX mode, so that their output can be read`` () =
    Environment.SetEnvironmentVariable("POSIXLY_CORRECT", "1")
    equal "C none" (Child.firstLine [ "sh"; "-c"; "echo $LC_ALL ${POSIXLY_CORRECT-none}" ])
