/// Tests of the benchmark's arithmetic, its rules, and the pages that it makes. They measure nothing.
module Yes.Tests.BenchTests

open System
open System.IO
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

/// The kept results, each with its directory, from the newest.
let private kept =
    Results.readAll (Path.Combine(Bash.root, "bench/results"))
    |> List.map (fun (path, results) -> Path.GetRelativePath(Bash.root, path).TrimEnd '/' + "/", results)

let private keptResults = snd kept.Head

// If you changed a page on purpose, run make bench-save OUT=bench/results/..., and check git diff.
[<Fact>]
let ``the reports, the pictures and the README are those that the code makes from the kept results`` () =
    for path, results in kept do
        equal (Results.write results) (read (path + "results.json"))

        for name, page in Results.pages results do
            if name <> "ladder.svg" then
                equal (read (path + name)) page

    equal (read "docs/pictures/ladder.svg") (Chart.ladder keptResults)
    equal (read "README.md") (Results.intoReadme kept (read "README.md"))

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
let ``the interval of the median reaches from the k-th smallest to the k-th largest value`` () =
    // By the sign test, k is the largest number, or 1, for which P(fewer than k heads of n coins) <= 2.5%.
    for n, k in [ 1, 1; 5, 1; 6, 1; 8, 1; 9, 2; 11, 2; 12, 3; 20, 6; 41, 14; 500, 228 ] do
        let summary = (summarise [ for i in n .. -1 .. 1 -> float i ]).Value
        equal (n, float k, float (n + 1 - k)) (n, summary.Low, summary.High)

    // For a confidence of 99%, the two halves of the range of 8 rounds are enough, but those of 7 are not.
    equal (6, 8) (fewestRounds 0.95, fewestRounds 0.99)

/// Numbers around a center, with noise of some percent that is the same in every test.
let private around (center: float) (percent: float) count =
    [ for i in 1..count -> center * (1.0 + percent / 100.0 * sin (float (i * i))) ]

[<Fact>]
let ``measurements that gather around two values form two groups, and others form none`` () =
    let groups values = (summarise values).Value.Groups
    let found = groups (around 1.3 2.0 19 @ around 3.3 2.0 22)
    equal [ 19; 22 ] (List.map _.Size found)
    Assert.InRange(found.Head.Center, 1.27, 1.33)
    equal [] (groups (around 3.3 5.0 41))
    equal [] (groups [ 3.0; 3.0; 3.0; 3.0; 3.0 ])
    // Groups that differ by 2% matter to nobody.
    equal [] (groups (around 1.0 0.1 20 @ around 1.02 0.1 20))

let private summary low median high count =
    { Median = median; Low = low; High = high; Count = count; Groups = [] }

[<Fact>]
let ``a verdict requires enough rounds, and an interval beyond the smallest effect`` () =
    let judge low high count = judge 0.95 (summary low 1.0 high count)
    equal Faster (judge 1.04 1.2 6)
    equal Slower (judge 0.8 0.96 6)
    equal NoDifferenceShown (judge 1.01 1.2 6)
    equal NoDifferenceShown (judge 0.8 0.98 6)
    equal NoDifferenceShown (judge 1.04 1.2 5)

let private pv = { Name = "pv 1.6"; Command = "pv > /dev/null"; BytesPerUnit = 1; Does = "forwards" }
let private wc = { Name = "wc 9.1"; Command = "wc -l"; BytesPerUnit = 2; Does = "counts" }

let private usage busy waiting = Some { Busy = busy; Waiting = waiting }

/// A round of two seconds, in which the writer was busy half and the reader a quarter of the time.
let private round bytes =
    {
        At = Some 0.0
        Bytes = bytes
        Seconds = 2.0
        Writer = usage 0.5 0.0
        Reader = usage 0.25 0.0
        Stolen = Some 0.0
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
let ``the limit of a reader is the throughput for each second of the reader's own CPU time`` () =
    let slow, fast = writer "slow" Kind.Peer [ 100L ], writer "fast" Kind.Peer [ 400L ]
    let rate, best = (limit (run [ slow; fast ]) pv).Value
    equal (800.0, "fast") (rate, best.Name)

[<Fact>]
let ``a strategy is compared with its counterpart, not with a strategy whose name begins alike`` () =
    let technique name = { writer $"{name} in C" Kind.Technique [] with CounterpartOf = Some name }
    let strategies = [ writer "tee" Kind.Strategy []; writer "tee fast" Kind.Strategy [] ]
    let all = Programs.interleave [ technique "tee fast"; technique "tee" ] strategies
    equal [ "tee"; "tee in C"; "tee fast"; "tee fast in C" ] (List.map _.Name all)

[<Fact>]
let ``numbers have two or three digits, of which the last is no finer than the interval`` () =
    let gib = 1024.0 ** 3.0

    for expected, low, median, high in
        [
            "3.54\u00a0GiB/s (3.53–3.55)", 3.53, 3.54, 3.55
            "3.5\u00a0GiB/s (2.6–3.6)", 2.56, 3.54, 3.64
            "78\u00a0GiB/s (76–79)", 76.2, 78.0, 79.2
            // In one unit, the lower end would be 0.
            "1.0\u00a0GiB/s (1.0\u00a0KiB/s–2.0\u00a0GiB/s)", 1.0 / 1024.0 / 1024.0, 1.0, 2.0
        ] do
        equal expected (Format.bytesPerSecondWithSpread (summary (low * gib) (median * gib) (high * gib) 9))

    for expected, low, median, high in
        [
            "×22 (×22–×29)", 21.9, 22.3, 28.6
            "×0.99 (×0.98–×1.02)", 0.98, 0.99, 1.02
            "1/2290 (1/2230–1/2310)", 1.0 / 2310.0, 1.0 / 2290.0, 1.0 / 2230.0
            "1/2.5 (×1.2–1/3.3)", 0.3, 0.4, 1.2
        ] do
        equal expected (Format.ratioWithSpread (summary low median high 9))

    let groups = [ { Center = 4.47; Size = 22 }; { Center = 11.2; Size = 19 } ]

    equal
        "×4.5 (22 at ×4.5, 19 at ×11.2)"
        (Format.ratioWithSpread { summary 4.4 4.5 11.2 41 with Groups = groups })

    equal "0\u00a0B" (Format.bytes 0.0)

[<Fact>]
let ``the report mentions incomplete runs, noise, groups and faults, but not refusals`` () =
    let right = writer "auto" Kind.Strategy [ 1L ]
    let wrong = { writer "liar" Kind.Peer [] with Fault = Some "byte 1 is wrong" }
    let rates rate = Map [ pv.Name, rate ]
    let failed = { right with Name = "quitter"; Rates = rates { noRate with Fault = Some "it quit" } }
    let refusing = { right with Name = "proud"; Rates = rates { noRate with Refusal = Some "no pipe" } }
    let machine cores = { keptResults.Machine with BusyCores = cores }
    let settings = { keptResults.Settings with Cores = [ 0; 1 ] }
    equal [] (Report.notes { run [ right; refusing ] with Machine = machine 0.1 })

    let disturbed = around 1e9 2.0 19 @ around 3e9 2.0 22 |> List.map (int64 >> round)
    let waiting = [ for round in disturbed -> { round with Writer = usage 0.5 0.06 } ]
    let noisy = { right with Name = "noisy"; Rates = rates { noRate with Rounds = waiting } }

    let notes =
        Report.notes
            { run [ right; wrong; failed; noisy ] with
                Complete = false
                Machine = machine 0.2
                Settings = settings
            }

    for words in
        [ "Incomplete"; "byte 1 is wrong"; "it quit"; "0.20 cores"; "waited for a processor"; "groups" ] do
        Assert.Contains(words, String.concat " " notes)

    equal 6 notes.Length

[<Fact>]
let ``the report can be made without GNU yes, without rounds, and with names that look like markup`` () =
    for name, rounds in [ "auto", [ 1000L ]; "auto", []; "<a & b>", [ 1000L ]; "auto", [ 0L; 1L ] ] do
        for page, text in Results.pages (run [ writer name Kind.Strategy rounds ]) do
            if page.EndsWith ".svg" then
                XDocument.Parse text |> ignore

[<Fact>]
let ``the README shows the range of the speedups on several machines`` () =
    let machine bytes =
        run [ writer "auto" Kind.Strategy [ bytes ]; writer "GNU 9.1" Kind.Peer [ 100L ] ]

    Assert.Contains("×12 |", Report.speedups [ machine 1200L ])
    Assert.Contains("×12–×22 |", Report.speedups [ machine 2200L; machine 1200L ])

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
        calls.Add((mode, (if mode = "rate" then arguments[1] else ""), name))

        if name = "liar" then
            Measuring.parse "wrong 7\nwriter_ended signal 9" ""
        else
            let text =
                "checked 16\nmemory 2048\nrunning\nstart 250000000\nelapsed 2000000000\nwindow 1000000000\n"
                + "stolen 10000000\nwriter 750000000 10000000\nreader 500000000 0\nreport 9\nreader_ended exit 0"

            Measuring.parse text ""

    let writers = measure sample [ "a"; "b"; "liar"; "c" ]
    List.ofSeq calls, writers

[<Fact>]
let ``each round measures the startup and speed of every correct writer, in a new order`` () =
    let expected =
        [
            for order in [ [ "a"; "b"; "c" ]; [ "a"; "c"; "b" ]; [ "b"; "c"; "a" ]; [ "b"; "a"; "c" ] ] do
                for mode, argument in [ "start", ""; "rate", pv.Command; "rate", wc.Command ] do
                    for name in order do
                        mode, argument, name
        ]

    equal expected (List.filter (fun (mode, _, _) -> mode <> "check") calls)
    equal [ None; None; Some "byte 7 is wrong"; None ] (List.map _.Fault writers)

[<Fact>]
let ``a writer and its counterpart run one after the other, each first in every other round`` () =
    let add name =
        [
            writer name Kind.Strategy []
            { writer $"{name} of the base" Kind.Base [] with CounterpartOf = Some name }
        ]

    let writers = List.collect add [ "a"; "b"; "c" ]

    for number in 1..12 do
        for pair in List.chunkBySize 2 (Measuring.order number writers) do
            let first, second = if number % 2 = 0 then pair[1], pair[0] else pair[0], pair[1]
            equal (Some first.Name) second.CounterpartOf

[<Fact>]
let ``after a writer has failed with a reader, or refuses it, only the others measure it`` () =
    for text in [ "report 9\nwriter_ended exit 1\nreader_ended exit 0"; "report 0\nwriter_ended exit 1\nreader_ended exit 0" ] do
        let tried = ResizeArray<string>()

        let sample mode (arguments: string list) _ =
            if mode = "rate" then
                tried.Add arguments[1]

            if mode = "rate" && arguments[1] = wc.Command then
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

    equal
        (Some 2048L, Some 16L, List.replicate 4 0.25)
        (one.PeakMemoryBytes, one.CheckedBytes, one.StartSeconds)

    let first = one[pv].Rounds.Head
    equal (9L, 18L) (first.Bytes, one[wc].Rounds.Head.Bytes)

    equal
        (2.0, usage 0.75 0.01, usage 0.5 0.0, Some 0.01)
        (first.Seconds, first.Writer, first.Reader, first.Stolen)

    equal 0.02 (noise { keptResults.Settings with Cores = [ 0; 1 ] } first)
    // On one core, writer and reader have to wait for each other.
    equal 0.01 (noise { keptResults.Settings with Cores = [] } first)

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
let ``writer and reader get two cores, or else two threads of a core`` () =
    let threads (cpu: int) = if cpu % 4 = 0 then "0,4" else string cpu
    equal [ 0; 1 ] (Machine.chooseCores threads [ 0..7 ])
    equal [ 4; 5 ] (Machine.chooseCores threads [ 4; 0; 5 ])
    equal [ 0; 4 ] (Machine.chooseCores threads [ 0; 4 ])
    equal [] (Machine.chooseCores threads [ 3 ])

[<Fact>]
let ``a core is busy while programs, interrupts or the host use it, but not while it waits`` () =
    let before, after = "cpu  100 0 50 900 0 0 10 20 0 0", "cpu  180 10 90 990 5 3 17 45 7 9"
    // 80 user + 10 nice + 40 system + 3 irq + 7 softirq + 25 steal, in hundredths of a second.
    equal 3.3 (Machine.busyCores before after 0.5)

[<Fact>]
let ``results are kept in a directory that is named after the processor and the kernel`` () =
    let name cpu kernel = Machine.directoryName { keptResults.Machine with Cpu = cpu; Kernel = kernel }
    equal "acme-r-3000-6.1.2" (name "ACME (R) 3000" "6.1.2")
    equal "etc-6" (name "../../etc" "6/..")

[<Fact>]
let ``machines are different if their system calls or round trips cost a third more`` () =
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
    let run script = Child.runFor 1.0 CancellationToken.None [ "bash"; "-c"; script ]
    let output, message = run "yes >&2 & exec yes"
    equal (30000, "y") (output.Length, message)
    let _, message = run "setsid sleep 9 &"
    equal "a process keeps the output open" message

[<Fact>]
let ``programs run in the C locale and not in POSIX mode, so that their output can be read`` () =
    Environment.SetEnvironmentVariable("POSIXLY_CORRECT", "1")
    equal "C none" (Child.firstLine [ "sh"; "-c"; "echo $LC_ALL ${POSIXLY_CORRECT-none}" ])
