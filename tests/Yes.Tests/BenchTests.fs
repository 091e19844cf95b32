/// Tests of the benchmark's arithmetic, its rules, and the pages that it makes. They measure nothing.
module Yes.Tests.BenchTests

open System.IO
open System.Threading
open System.Xml.Linq
open Xunit
open Yes.Bench
open Yes.Bench.Comparison
open Yes.Bench.Statistics

let private equal (expected: 'T) (actual: 'T) = Assert.Equal<'T>(expected, actual)

let private read path = File.ReadAllText(Path.Combine(Bash.root, path))

/// The directory of the kept results.
let private kept =
    let directories = Directory.GetDirectories(Path.Combine(Bash.root, "bench/results"))
    $"bench/results/{directories |> Array.exactlyOne |> Path.GetFileName}/"

let private keptText = read (kept + "results.json")

let private keptResults = Results.parse keptText

// If you changed a page on purpose, run make bench-save OUT=bench/results/..., and check git diff.
[<Fact>]
let ``the report, the pictures and the README are those that the code makes from the kept results`` () =
    for name, page in Results.pages keptResults do
        equal (read (if name = "ladder.svg" then $"docs/pictures/{name}" else kept + name)) page

    for part, make in [ "chart", Report.chart; "table", Report.forReadme ] do
        let shown = make kept keptResults
        Assert.Contains($"<!-- bench:{part} -->\n\n{shown}\n\n<!-- bench:end -->", read "README.md")

[<Fact>]
let ``reading and writing results changes nothing`` () = equal keptText (Results.write keptResults)

[<Fact>]
let ``results that lack a field or are cut off are rejected`` () =
    for text in [ keptText.Replace("\"complete\": true,", ""); keptText[..1000] ] do
        Assert.ThrowsAny<exn>(fun () -> Results.parse text |> ignore) |> ignore

[<Fact>]
let ``the median is the middle value, or the mean of the two middle values`` () =
    equal None (summarise [])
    equal 2.0 (summarise [ 9.0; 1.0; 2.0 ]).Value.Median
    equal 4.0 (summarise [ 9.0; 1.0; 2.0; 6.0 ]).Value.Median

[<Fact>]
let ``the interval of the median reaches from the k-th smallest to the k-th largest value`` () =
    // By the sign test, k is the largest number, or 1, for which P(fewer than k heads of n coins) <= 2.5 %.
    for n, k in [ 1, 1; 5, 1; 6, 1; 8, 1; 9, 2; 11, 2; 12, 3; 20, 6; 41, 14; 500, 228 ] do
        let summary = (summarise [ for i in n .. -1 .. 1 -> float i ]).Value
        equal (n, float k, float (n + 1 - k)) (n, summary.Low, summary.High)

[<Fact>]
let ``a ratio means faster or slower if its interval excludes 1 after at least six rounds`` () =
    let judge low high count = judge { Median = 1.0; Low = low; High = high; Count = count }
    equal "faster" (judge 1.01 1.2 6)
    equal "slower" (judge 0.8 0.99 6)
    equal "no difference shown" (judge 0.99 1.01 6)
    equal "no difference shown" (judge 1.01 1.2 5)

let private pv = { Name = "pv 1.6"; Command = "pv > /dev/null"; BytesPerUnit = 1 }
let private wc = { Name = "wc 9.1"; Command = "wc -l"; BytesPerUnit = 2 }

/// A producer that wrote the given numbers of bytes to pv, in rounds of two seconds.
let private producer name group (bytes: int64 list) =
    let seconds = [ for _ in bytes -> 2.0 ]
    let rate = { noRate with Bytes = bytes; Seconds = seconds; CpuSeconds = seconds }

    { Programs.producer name group (Some "F#") None [ name ] with
        Rates = Map [ pv.Name, rate ]
    }

[<Fact>]
let ``a ratio compares the rounds of two producers one by one`` () =
    let one = producer "a" "strategy" [ 30L; 300L; 5L ]
    let other = producer "b" "strategy" [ 10L; 100L; 0L ]
    // The last round has no ratio, because the other producer wrote nothing.
    equal (Some { Median = 3.0; Low = 3.0; High = 3.0; Count = 2 }) (ratioTo (Some other) pv one)
    equal None (ratioTo None pv one)

[<Fact>]
let ``numbers are shown with three significant digits, and ratios below a half as fractions`` () =
    for expected, value in [ "0\u00a0B", 0.0; "1020\u00a0B", 1023.0; "1.00\u00a0KiB", 1024.0 ] do
        equal expected (Format.bytes value)

    for expected, value in [ "×0", 0.0; "1/2.01", 1.0 / 2.01; "×0.500", 0.5; "×19.9", 19.94 ] do
        equal expected (Format.ratio value)

/// A comparison of producers that were measured with pv alone.
let private comparison producers = { keptResults with Readers = [ pv ]; Producers = producers }

[<Fact>]
let ``the report mentions incomplete runs, busy machines, and producers that failed`` () =
    let right = producer "auto" "strategy" [ 1L ]
    let wrong = { producer "liar" "peer" [] with Fault = Some "byte 1 is wrong" }
    let rates = Map [ pv.Name, { noRate with Fault = Some "it quit" } ]
    let failed = { right with Name = "quitter"; Rates = rates }
    let machine cores = { keptResults.Machine with BusyCores = cores }
    equal [] (Report.notes { comparison [ right ] with Machine = machine 0.1 })
    let bad = { comparison [ right; wrong; failed ] with Complete = false; Machine = machine 0.2 }
    let notes = Report.notes bad
    equal 4 notes.Length

    for words in [ "Incomplete"; "liar"; "byte 1 is wrong"; "quitter"; "it quit"; "0.20 cores" ] do
        Assert.Contains(words, String.concat " " notes)

[<Fact>]
let ``pages can be made without GNU yes, without any round, and with names that look like markup`` () =
    for name, rounds in [ "auto", [ 1000L ]; "auto", []; "<a & b>", [ 1000L ] ] do
        for page, text in Results.pages (comparison [ producer name "strategy" rounds ]) do
            if page.EndsWith ".svg" then
                XDocument.Parse text |> ignore

/// Measures producers with these names in three rounds, with a function in place of the script.
let private measure sample names =
    // Any file that is not a script can stand in for the program.
    let program = typeof<Comparison>.Assembly.Location
    let producers = [ for name in names -> Programs.producer name "peer" None None [ program; name ] ]
    let settings = { keptResults.Settings with Rounds = 3 }
    (Measuring.measure sample "" keptResults.Machine settings [ pv; wc ] producers).Producers

/// The calls of the script, each with its mode, reader and producer, and the results of the
/// producers: a, b and c write the right bytes, and liar does not.
let private calls, private producers =
    let calls = ResizeArray<string * string * string>()

    let sample mode argument (_: float) (command: string list) =
        let name = command[command.Length - 2]
        calls.Add((mode, argument, name))
        // GNU time may run only during the check, because it would change the other results.
        equal (mode = "check") (command.Head = "time")

        if name = "liar" then
            Measuring.parse "status 141\nwrong 7" ""
        else
            Measuring.parse "memory 2\nstatus 124\nstart 250000\nelapsed 2000000\ncpu 0.5 0.25\nreader 0 9" ""

    let producers = measure sample [ "a"; "b"; "liar"; "c" ]
    List.ofSeq calls, producers

[<Fact>]
let ``each round measures the startup and speed of every correct producer, in a new order`` () =
    let expected =
        [
            for order in [ [ "b"; "c"; "a" ]; [ "c"; "a"; "b" ]; [ "a"; "b"; "c" ] ] do
                for mode, argument in [ "start", ""; "rate", pv.Command; "rate", wc.Command ] do
                    for name in order do
                        mode, argument, name
        ]

    equal expected (List.filter (fun (mode, _, _) -> mode <> "check") calls)
    equal [ None; None; Some "byte 7 is wrong"; None ] (List.map _.Fault producers)

[<Fact>]
let ``after a producer has failed with one reader, it is measured only with the others`` () =
    let tried = ResizeArray<string>()

    let sample mode argument _ _ =
        if mode = "rate" then
            tried.Add argument

        let status = if argument = wc.Command then 1 else 124
        Measuring.parse $"status {status}\nreader 0 9" ""

    equal None (measure sample [ "a" ]).Head.Fault
    equal [ pv.Command; wc.Command; pv.Command; pv.Command ] (List.ofSeq tried)

[<Fact>]
let ``the results contain the bytes, seconds, CPU time, startup time and memory of each producer`` () =
    let one = producers.Head
    equal (Some 2048L, [ 0.25; 0.25; 0.25 ]) (one.PeakMemoryBytes, one.StartSeconds)
    equal [ 9L; 9L; 9L ] one[pv].Bytes
    equal [ 18L; 18L; 18L ] one[wc].Bytes
    equal ([ 2.0; 2.0; 2.0 ], [ 0.75; 0.75; 0.75 ]) (one[wc].Seconds, one[wc].CpuSeconds)

[<Fact>]
let ``a producer is faulty if it writes a wrong byte, ends, or writes nothing`` () =
    for text, expected in
        [
            "status 141", None
            "ended 9\nstatus 124", None
            "wrong 3\nstatus 141", Some "byte 3 is wrong"
            "ended 0\nstatus 124", Some "it wrote nothing (the time was up)"
            "ended 0\nstatus 1", Some "it wrote nothing (exit status 1)"
            "ended 9\nstatus 0", Some "it ended after 9 bytes (exit status 0)"
        ] do
        equal expected (Measuring.findFault (Measuring.parse text ""))

    equal (Some "it hangs") (Measuring.findFault (Measuring.parse "" "it hangs"))

[<Fact>]
let ``a round counts only if the producer ran until the time was up and the reader succeeded`` () =
    let fault text message = (Measuring.addRound pv (Measuring.parse text message) noRate).Fault
    equal None (fault "status 124\nreader 0 600" "a warning")
    equal None (fault "status 137\nreader 0 0" "")
    equal (Some "exit status 3") (fault "status 3\nreader 0 600" "")
    equal (Some "a message") (fault "status 0\nreader 0 600" "a message")
    equal (Some "the reader failed: no space") (fault "status 124\nreader 1 no space" "")
    equal (Some "it hangs") (fault "" "it hangs")

[<Fact>]
let ``producer and reader get two cores, or else two threads of a core`` () =
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
let ``a program can neither fill the memory with output nor keep the benchmark waiting`` () =
    let run script = Child.runFor 1.0 CancellationToken.None [ "bash"; "-c"; script ]
    let output, message = run "yes >&2 & exec yes"
    equal (30000, "y") (output.Length, message)
    let _, message = run "setsid sleep 9 &"
    equal "a process keeps the output open" message

[<Fact>]
let ``programs run in the C locale, so that their numbers and messages can be read`` () =
    equal "C" (Child.firstLine [ "sh"; "-c"; "echo $LC_ALL" ])
