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
let ``make bench-save writes every speed, ratio, time, share and measured size on the pages`` () =
    for page, others in Map.toList otherNumbers do
        let text = Pages.withoutNumbers page (read page)
        let units = @"\s?(?:[KMGT]iB/s|ms\b|%)|\s+times\b"
        // Sizes without a decimal point are those of buffers.
        let size = @"\d\.\d+\s[KM]iB"

        let found =
            [
                for number in Regex.Matches(text, $@"×\d(?:[\d.,]*\d)?|\d[\d.,]*(?:{units})|{size}") ->
                    Regex.Replace(number.Value, @"\s+", " ")
            ]

        equal [] (List.except others found)

/// The samples of a run in the order of time, each with its reader, its writer and the rate.
let private samples (run: Run) =
    [
        for reader in run.Readers do
            for writer in run.Writers do
                for round in writer[reader].Rounds -> round.At, (reader.Name, writer.Name, rate round)
    ]
    |> List.sort
    |> List.map snd

// The order is drawn at random, so any other order would have been as likely. If the throughput depended on
// what ran before, the true order would explain more of the throughput than nearly all other orders.
[<Fact>]
let ``in the kept runs, the throughput of GNU yes does not depend on what ran before`` () =
    let random = Random 1
    let sleeps writer = List.contains writer [ "tee"; "auto"; "tee in C" ]

    for name, run in kept do
        /// For each reader, the writers that ran before GNU yes, from its slowest to its fastest round.
        let predecessors =
            [
                for reader in run.Readers ->
                    [
                        for (_, before, _), (into, writer, rate) in List.pairwise (samples run) do
                            if into = reader.Name && writer = (gnu run).Value.Name then
                                rate, before
                    ]
                    |> List.sort
                    |> List.map snd
            ]

        for key in [ id; sleeps >> string ] do
            /// How much the mean rank of a round depends on the writer before it.
            let explained shuffle =
                [
                    for writers in predecessors do
                        let middle = float (writers.Length - 1) / 2.0

                        let ranks =
                            writers |> shuffle |> List.mapi (fun i before -> key before, float i - middle)

                        for _, group in List.groupBy fst ranks do
                            float group.Length * (List.averageBy snd group) ** 2.0
                ]
                |> List.sum

            let others = [ for _ in 1..500 -> explained (List.randomShuffleWith random) ]
            let share = others |> List.filter (fun other -> other >= explained id) |> List.length
            Assert.True(share >= 5, $"{name}: {share} of 500 orders")

[<Fact>]
let ``make bench-save rejects results that are partial, faulty, noisy, in the locale C or not of a commit``
    ()
    =
    let text = Results.write keptResults
    let objection text = Program.objection (List.filter isStrategy keptResults.Writers) (Results.parse text)
    equal None (objection text)

    for pattern, replacement in
        [
            "complete\": true", "complete\": false"
            "commit\": \"\\w+", "commit\": \""
            "commit\": \"\\w+", "commit\": \"0123456789ab-dirty"
            "stolen\": [^,]+", "stolen\": 0.06"
            "busyCores\": [^,]+", "busyCores\": 0.5"
            "rounds\": \\d+", "rounds\": 18"
            "line\": \"y", "line\": \"no"
            "locale\": \"[^\"]+", "locale\": \"C"
            "fault\": null", "fault\": \"byte 1\""
            "waitingSeconds\":[^,}]+", "waitingSeconds\":1"
            // The strategy is missing, or it was not measured with the first reader.
            "name\": \"printfn\"", "name\": \"another\""
            "name\": \"pv", "name\": \"another"
        ] do
        Assert.True((objection (Regex.Replace(text, pattern, replacement))).IsSome, replacement)

    for text in [ text.Replace("\"complete\": true,", ""); text[..1000] ] do
        Assert.ThrowsAny<exn>(fun () -> Results.parse text |> ignore) |> ignore

[<Fact>]
let ``the range beside a median leaves out a tenth of the rounds at each end`` () =
    equal None (summarise [])

    for n, k in [ 1, 1; 2, 1; 9, 1; 10, 2; 19, 2; 20, 3; 41, 5 ] do
        let summary = (summarise [ for i in n .. -1 .. 1 -> float i ]).Value
        equal (n, float k, float (n + 1 - k)) (n, summary.Low, summary.High)

    // A program that is first twice as fast and then half as fast as another is as fast as the other.
    equal 1.0 (summarise [ 0.5; 2.0 ]).Value.Median

[<Fact>]
let ``the confidence interval of the median reaches from the k-th smallest to the k-th largest value`` () =
    // By the sign test, k is the largest number, or 1, for which P(fewer than k heads of n coins) <= 2.5%.
    for n, k in [ 1, 1; 8, 1; 9, 2; 11, 2; 12, 3; 20, 6; 41, 14; 500, 228 ] do
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

/// A writer that wrote the given numbers of bytes to pv, each in two seconds.
let private writer name kind (bytes: int64 list) =
    let round bytes =
        { keptResults.Writers.Head[keptResults.Readers.Head].Rounds.Head with
            Bytes = bytes
            Seconds = 2.0
            Writer = usage 0.5 0.0
            Reader = usage 0.25 0.0
        }

    { Programs.writer name kind (Some "F#") None [ name ] with
        Rates = Map [ pv.Name, { noRate with Rounds = List.map round bytes } ]
    }

/// A run of writers that were measured with pv alone.
let private run writers = { keptResults with Readers = [ pv ]; Writers = writers }

[<Fact>]
let ``the more rows a comparison has, the more rounds a verdict requires`` () =
    let verdicts names =
        let six bytes = List.replicate 6 bytes

        [
            for name in names do
                writer name Kind.Strategy (six 2L)
                { writer $"{name} of the base" Kind.Base (six 1L) with CounterpartOf = Some name }
        ]
        |> run
        |> findings
        |> List.map _.Verdict

    equal [ Faster ] (verdicts [ "native" ])
    equal [ Inconclusive; Inconclusive ] (verdicts [ "native"; "tee" ])

// recompute.jq compares the notation of all numbers on the kept pages, which contain no number like these.
[<Fact>]
let ``numbers have two digits, or three if the first one is 1, also if they are rounded up or in two units``
    ()
    =
    let summary low median high = summary low median high 9
    let kib, gib = 1024.0, 1024.0 ** 3.0

    for expected, actual in
        [
            "0", Format.number 0.0
            "1.00", Format.number 0.996
            "2.0", Format.number 1.996
            "10.0", Format.number 9.96
            "2600", Format.number 2560.0
            "0 B", Format.bytes 0.0
            "128 s", Format.secondsWithRange { summary 128.0 128.0 128.0 with Count = 1 }
            // In one unit, the lower end would be 0.
            "1.00 GiB/s (1.00 KiB/s–2.0 GiB/s)", Format.bytesPerSecondWithRange (summary kib gib (2.0 * gib))
            "1/2.5 (1/3.3–×1.20)", Format.ratioWithRange (summary 0.3 0.4 1.2)
            "a rather…", Format.cut 9 "a rather long text"
        ] do
        equal expected (actual.Replace('\u00a0', ' '))

[<Fact>]
let ``the report mentions whatever spoils a run, and a noisy run has no headline`` () =
    let quiet =
        { run [ writer "auto" Kind.Strategy [ 1L ]; writer "GNU 9.1" Kind.Peer [ 1L ] ] with
            Machine = { keptResults.Machine with BusyCores = Some 0.1 }
            Settings = { keptResults.Settings with Cores = [ 0; 1 ] }
            Stolen = Some 0.01
        }

    let change (change: Writer -> Writer) = { quiet with Writers = List.map change quiet.Writers }

    let addRate rate = change (fun writer -> { writer with Rates = Map.map (fun _ -> rate) writer.Rates })

    let wait round = { round with Writer = usage 0.5 0.12 }
    let allNoisy = addRate (fun rate -> { rate with Rounds = List.map wait rate.Rounds })
    let noisy = { quiet with Writers = allNoisy.Writers.Head :: quiet.Writers.Tail }
    let stolen = { quiet with Stolen = Some 0.06 }
    equal [] (Report.notes quiet)
    Assert.Contains("auto is 1.0 times as fast as GNU 9.1", Report.title quiet)
    equal [] (Report.notes (addRate (fun rate -> { rate with Refusal = Some "no pipe" })))

    for words, run in
        [
            "Incomplete", { quiet with Complete = false }
            "byte 1 is wrong", change (fun writer -> { writer with Fault = Some "byte 1 is wrong" })
            "it quit", addRate (fun rate -> { rate with Fault = Some "it quit" })
            "0.20 cores", { quiet with Machine = { quiet.Machine with BusyCores = Some 0.2 } }
            "waited for a processor", noisy
            "for 6.0% of the run", stolen
        ] do
        Assert.Contains(words, (Report.notes run).Head)

    for run in [ noisy; stolen ] do
        equal "Throughput into pv 1.6" (Report.title run)

[<Fact>]
let ``the report can be made without GNU yes, without rounds, and with names that look like markup`` () =
    for name, rounds in [ "auto", [ 1000L ]; "auto", []; "<a & b>", [ 1000L ]; "auto", [ 0L; 1L ] ] do
        let run = run [ writer name Kind.Strategy rounds ]

        for page, text in ("ladder.svg", Chart.ladder run) :: Results.files "" run do
            if page.EndsWith ".svg" then
                XDocument.Parse text |> ignore

[<Fact>]
let ``the README shows the lowest and the highest speedup of several machines`` () =
    let machine name bytes =
        name, run [ writer "auto" Kind.Strategy [ bytes ]; writer "GNU 9.1" Kind.Peer [ 100L ] ]

    let page = Pages.write [ machine "slow-vm" 2200L; machine "fast-vm" 1200L ] "README.md" (read "README.md")
    Assert.Matches(@"\| +×12–×22 \|", page)

/// Measures writers with these names in some rounds, with a function in place of the program sample.
let private measure sample readers names =
    // Any file that is not a script can stand in for the program.
    let program = typeof<Run>.Assembly.Location
    let writers = [ for name in names -> Programs.writer name Kind.Peer None None [ program; name ] ]
    let settings = { keptResults.Settings with Rounds = 4 }
    (Measuring.measure ignore sample "" keptResults.Machine settings readers writers).Writers

[<Fact>]
let ``each round measures every correct writer, but not again with a reader with which it failed`` () =
    let calls = ResizeArray<string>()

    let sample mode (arguments: string list) (command: string list) =
        let name = command[command.Length - 2]
        let into = if mode = "rate" then $" into {arguments[2]}" else ""
        calls.Add $"{mode} {name}{into}"

        match name, into with
        | "liar", _ -> Measuring.parse "wrong 7\nwriter_ended signal 9" ""
        | "weak", " into wc -l" -> Measuring.parse "report 9\nwriter_ended exit 1\nreader_ended exit 0" "no"
        | "proud", " into wc -l" -> Measuring.parse "report 0\nwriter_ended exit 1\nreader_ended exit 0" "no"
        | _ -> Measuring.parse "checked 16\nrunning\nreport 9\nreader_ended exit 0" ""

    let writers = measure sample [ pv; wc ] [ "good"; "liar"; "weak"; "proud" ]
    let count call = calls |> Seq.filter ((=) call) |> Seq.length
    equal [ None; Some "byte 7 is wrong"; None; None ] (List.map _.Fault writers)
    equal [ None; None; Some "no"; None ] [ for writer in writers -> writer[wc].Fault ]
    equal [ None; None; None; Some "no" ] [ for writer in writers -> writer[wc].Refusal ]

    for name, starts, intoPv, intoWc in
        [ "good", 4, 4, 4; "liar", 0, 0, 0; "weak", 4, 4, 1; "proud", 4, 4, 1 ] do
        let into (reader: Reader) = count $"rate {name} into {reader.Command}"

        equal
            (name, 1, starts, intoPv, intoWc)
            (name, count $"check {name}", count $"start {name}", into pv, into wc)

[<Fact>]
let ``a writer and its counterpart run one after the other, and every order of the pairs occurs`` () =
    let names = [ "a"; "b"; "c" ]
    let other name = { writer $"{name}-base" Kind.Base [] with CounterpartOf = Some name }
    let writers = names |> List.collect (fun name -> [ writer name Kind.Strategy []; other name ])
    let settings = { keptResults.Settings with Rounds = 200 }
    let steps = Measuring.steps settings [ pv ] writers
    let pairs = [ for _, _, name in steps -> name ] |> List.chunkBySize 2
    equal [] (pairs |> List.filter (fun pair -> pair[0][0] <> pair[1][0]))
    let orders = pairs |> List.map List.min |> List.chunkBySize 3
    equal (6, 6) ((List.distinct pairs).Length, (List.distinct orders).Length)

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
    let add text message = Measuring.addRound pv 0.0 (Measuring.parse text message) noRate
    let fault text message = (add text message).Fault
    let ending = "reader_ended exit 0\nwriter_ended signal 9"
    let right = add $"writer 5 6\nreader 7000 8\nrunning\nreport 600\n{ending}" "a warning"
    equal (None, 600L) (right.Fault, right.Rounds.Head.Bytes)
    Assert.True(right.Rounds.Head.Writer.Value.CpuSeconds < right.Rounds.Head.Reader.Value.CpuSeconds)
    equal (Some "a message") (fault "report 600\nreader_ended exit 0\nwriter_ended exit 0" "a message")
    equal (Some "the reader failed: no space") (fault "running\nreport no space\nreader_ended exit 1" "")
    equal (Some "the reader failed: exit 1") (fault "running\nreport\nreader_ended exit 1" "")
    equal (Some "the reader printed 'done' instead of a count") (fault $"running\nreport done\n{ending}" "")
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

        let socket = { pv with Name = "socket"; Channel = "socket" }
        equal expected (measure sample [ pv; socket ] [ "a" ]).Head.Fault

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
let ``two machines differ if the kernel differs, or if a round trip costs a third more on one of them`` () =
    let machine = { keptResults.Machine with RoundTripNanoseconds = Some 350.0 }
    let isSame = Machine.isSame machine
    Assert.True(isSame { machine with RoundTripNanoseconds = Some 390.0 })
    Assert.False(isSame { machine with RoundTripNanoseconds = Some 150.0 })
    Assert.False(isSame { machine with Kernel = "another" })

[<Fact>]
let ``a program can neither fill the memory with output nor keep the benchmark waiting`` () =
    let run (seconds: float) script =
        Child.runFor (TimeSpan.FromSeconds seconds) None [ "bash"; "-c"; script ]

    let output, message = run 600.0 "for output in 1 2; do yes | head -c 30M >&$output; done"
    equal (30000, "y") (output.Length, message)
    let _, message = run 1.0 "setsid sleep 9 &"
    equal "a process keeps the output open" message

[<Fact>]
let ``a word that stands for no reader, strategy or peer is reported`` () =
    for message, find in
        [
            "READERS: 'cat' is not one of pv, dd, socket, wc",
            fun () -> ignore (Programs.findReaders "y" [ "pv"; "cat" ])
            "READERS: './pv' is not an executable", fun () -> ignore (Programs.findReaders "y" [ "./pv" ])
            "STRATEGIES: 'nope' is not one of auto",
            fun () -> ignore (Programs.select "STRATEGIES" [ "nope" ] [ writer "auto" Kind.Strategy [] ])
            // A peer is a path, so a program in the PATH does not count.
            "PEERS: 'env' is not an executable", fun () -> ignore (Programs.findPeers [] [ "env" ])
        ] do
        equal message (Assert.ThrowsAny<exn> find).Message
