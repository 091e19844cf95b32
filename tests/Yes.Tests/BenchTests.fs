/// The arithmetic and the wiring of the benchmark, on made-up rounds: nothing is measured here.
module Yes.Tests.BenchTests

open System
open System.IO
open System.Text.RegularExpressions
open Xunit
open Yes.Bench
open Yes.Bench.Child
open Yes.Bench.Comparison
open Yes.Bench.Machine
open Yes.Bench.Statistics

let private equal (expected: 'T) (actual: 'T) = Assert.Equal<'T>(expected, actual)

let private gibibyte = 1024.0 ** 3.0

let private summary low median high = { Median = median; Low = low; High = high }

let private machine = { Cpu = "ACME (R) 3000"; Cores = 4; Kernel = "6.1.2"; Sdk = "10.0"; BusyCores = 0.0 }

let private settings = { SecondsPerRound = 0.25; Rounds = 3; Line = "y"; Cores = [ 2; 3 ] }

let private pv, private wc =
    { Name = "pv 1.6"; Command = "pv -n > /dev/null"; BytesPerUnit = 1 },
    { Name = "wc 9.1"; Command = "wc -l"; BytesPerUnit = 2 }

/// An executable that is no script.
let private program = string Environment.ProcessPath

let private producer name group language =
    Producers.producer name group language (Some "1.0") [ program; name ]

/// Such a producer with rates, in GiB/s, through pv, and with one through wc, in rounds of two seconds.
let private withRates name group language rates =
    let rate values =
        { noRate with
            Bytes = [ for value: float in values -> int64 (2.0 * value * gibibyte) ]
            Seconds = [ for _ in values -> 2.0 ]
            CpuSeconds = [ for _ in values -> 0.5 ]
        }

    { producer name group language with
        Rates = Map [ pv.Name, rate rates; wc.Name, rate [ 4.0 ] ]
    }

/// Works in a directory that is removed afterwards.
let private inDirectory work =
    let directory = Directory.CreateTempSubdirectory("yes-bench-").FullName

    try
        work directory
    finally
        Directory.Delete(directory, recursive = true)

let private three =
    [
        producer "span" "strategy" (Some "F#")
        producer "tee" "strategy" (Some "C#")
        producer "GNU 9.1" "peer" None
    ]

let private calls, figures = ResizeArray<string>(), ResizeArray<int64 * float * float>()

/// Stands for the script: keeps what it is asked, and prints figures of which no two are equal.
let private sample mode (argument: string) (seconds: float) (command: string list) =
    calls.Add $"{command |> List.findBack ((<>) settings.Line)} {mode} {argument} {seconds}"
    let i = calls.Count
    let units, seconds, cpu = 1009L * int64 (i * i), 1.0 + 0.001 * float i, 0.1 + 0.002 * float i
    figures.Add(units, seconds, cpu)

    Readers.parse
        (match mode with
         | "start" -> $"start 5.0 {5.0 + seconds / 1000.0}"
         | "rate" -> $"elapsed 10.0 {10.0 + seconds}\nwriter {cpu - 0.05} 0.05\nstatus 124\nreader 0 {units}"
         | _ -> $"memory {i}\nstatus 141")
        ""

let private measured =
    lazy
        { Measuring.measure sample "0123456789ab" machine settings [ pv; wc ] three with
            Date = DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero)
        }

/// Checks for a part of a text, however it is wrapped.
let private says text (part: string) = Assert.Contains(part, Regex.Replace(text, @"\s+", " "))

/// The cells of the rows in tables of Markdown that begin with that name.
let private cells (text: string) name =
    [
        for line in text.Replace('\u00a0', ' ').Split '\n' do
            let row = [ for cell in line.Trim('|').Split '|' -> cell.Trim() ]

            if row.Head = name then
                row.Tail
    ]

[<Fact>]
let ``the median is in the middle, and its interval goes from the k-th smallest to the k-th largest`` () =
    let median values = (summarise values).Value.Median
    equal None (summarise [])
    equal 2.0 (median [ 9.0; 1.0; 2.0 ])
    equal 4.0 (median [ 9.0; 1.0; 2.0; 6.0 ])
    // By the table of the sign test: the largest k with P(X < k) of at most 2.5 % for n coins.
    for n, k in [ 5, 1; 6, 1; 8, 1; 9, 2; 11, 2; 12, 3; 20, 6; 666, 308; 2000, 956 ] do
        let summary = (summarise [ for i in n .. -1 .. 1 -> float i ]).Value
        equal (n, float k, float (n + 1 - k)) (n, summary.Low, summary.High)

let private comparisonOf producers = { measured.Value with Producers = producers }

[<Fact>]
let ``a verdict comes from the ratios of the same rounds, and needs six of them`` () =
    let verdict now past =
        let one = withRates "a" "strategy" None now
        Commands.verdict (comparisonOf [ withRates "a of the base" "base" None past; one ]) pv one

    let past = [ 1.0; 2.0; 4.0; 8.0; 16.0; 32.0 ]
    // The rates of both overlap, and each round is 1.25 times as fast.
    equal "faster ×1.25 (1.25–1.25)" (verdict (List.map ((*) 1.25) past) past)
    equal "slower ×0.750 (0.750–0.750)" (verdict (List.map ((*) 0.75) past) past)
    equal "no difference shown ×1.25 (0.500–1.25)" (verdict (0.5 :: List.map ((*) 1.25) past.Tail) past)
    equal "no difference shown ×2.00 (2.00–2.00)" (verdict (List.replicate 5 2.0) (List.replicate 5 1.0))
    equal "no difference shown –" (verdict [] past)
    // A round in which the other wrote nothing has no ratio.
    equal [ 3.0 ] (ratios [ 1.0; 6.0; 0.0 ] [ 0.0; 2.0 ])

[<Fact>]
let ``figures are shown with as many digits as they are worth`` () =
    // No line breaks between figure and unit.
    equal "0\u00a0B/s" (Format.rate 0.0)
    equal "1020\u00a0B/s" (Format.rate 1023.0)
    equal "2050\u00a0TiB/s" (Format.rate (2048.0 * 1024.0 ** 4.0))
    equal "×0.100" (Format.ratio 0.1)
    equal "1/2600" (Format.ratio (1.0 / 2600.0))
    equal "×0" (Format.ratio 0.0)
    equal "1/18.3 (1/19.0–0.110)" (Format.ratioWithRange (1.0 / 18.3, summary (1.0 / 19.0) 0.0 0.11))
    equal "a b\nccc" (Format.wrap 5 "a b ccc")
    // Who divides two rates of the page gets the ratio of the page: these are shown as 3.03 and 2.00.
    equal (Some 1.515) (Format.ratioOf (3.034 * gibibyte) (1.996 * gibibyte))
    equal None (Format.ratioOf 1.0 0.0)

[<Fact>]
let ``all is checked, then each round has a start of each, and each reader all of them in another order`` () =
    let comparison = measured.Value
    let names = [ for one in three -> one.Name ]
    let rotated round = List.permute (fun i -> (i + names.Length - round) % names.Length) names

    equal
        [
            for name in names do
                $"{name} check 1 5"
                $"{name} check 16777216 300"
            for round in 1 .. settings.Rounds do
                for name in rotated round do
                    $"{name} start  0"

                for reader in [ pv; wc ] do
                    for name in rotated round do
                        $"{name} rate {reader.Command} 0.25"
        ]
        (List.ofSeq calls)

    let figuresOf call = Seq.zip calls figures |> Seq.filter (fst >> (=) call) |> Seq.map snd

    for one in comparison.Producers do
        equal (Path.GetFileName program |> string, settings.Line) (one.Command.Head, List.last one.Command)
        equal (Some (FileInfo program).Length) one.ExecutableBytes
        let check = 1 + calls.IndexOf $"{one.Name} check 16777216 300"
        equal (Some(1024L * int64 check)) one.PeakMemoryBytes
        let starts = figuresOf $"{one.Name} start  0"
        equal [ for _, seconds, _ in starts -> Math.Round(seconds / 1000.0, 6) ] one.StartSeconds

        for reader in [ pv; wc ] do
            let taken = figuresOf $"{one.Name} rate {reader.Command} 0.25"
            equal [ for units, _, _ in taken -> units * int64 reader.BytesPerUnit ] one[reader].Bytes
            equal [ for _, seconds, _ in taken -> Math.Round(seconds, 6) ] one[reader].Seconds
            equal [ for _, _, cpu in taken -> Math.Round(cpu, 3) ] one[reader].CpuSeconds

    equal (true, "0123456789ab", 4) (comparison.Complete, comparison.Commit, comparison.SchemaVersion)
    equal (machine, settings) (comparison.Machine, comparison.Settings)

[<Fact>]
let ``each figure of report and README is in its row and column`` () =
    let comparison =
        comparisonOf
            [
                { withRates "tee" "strategy" (Some "C#") [ 0.5; 1.0; 1.0; 1.0; 1.0; 1.0; 1.25 ] with
                    StartSeconds = [ 0.001; 0.00149; 0.0203; 0.001; 0.00149; 0.0203; 0.00149 ]
                    PeakMemoryBytes = Some 3072L
                    ExecutableBytes = Some 5242880L
                }
                withRates "tee in C" "C" (Some "C") (List.replicate 7 2.0)
                withRates "auto" "strategy" None [ 2.0 ]
                withRates "GNU 9.1" "peer" None (List.replicate 7 0.25)
            ]

    let text, readme = Report.full comparison, Report.forReadme "a/b" comparison
    equal [ [ "to GNU 9.1"; pv.Name; "to GNU 9.1"; wc.Name ] ] (cells readme "producer")
    let headers = [ for reader in [ pv; wc ] -> [ "to GNU 9.1"; reader.Name; "to C"; "CPU" ] ]
    equal (headers @ [ [ "first byte"; "peak memory"; "executable" ] ]) (cells text "producer")

    equal
        [
            [ "×4.00 (2.00–5.00)"; "1.00 GiB/s (0.500–1.25)"; "×0.500 (0.250–0.625)"; "25 % (25–25)" ]
            [ "×1.00 (1.00–1.00)"; "4.00 GiB/s (4.00–4.00)"; "×1.00 (1.00–1.00)"; "25 % (25–25)" ]
            [ "1.5 ms (1.0–20)"; "3.00 KiB"; "5.00 MiB" ]
        ]
        (cells text "tee")

    equal "–" ((cells text "auto").Head |> List.item 2)
    // The default stands for the strategy that it chooses.
    equal [] (cells readme "tee")
    equal [ [ "×8.00 (8.00–8.00)"; "2.00 GiB/s"; "×1.00 (1.00–1.00)"; "4.00 GiB/s" ] ] (cells readme "auto")
    let place = "ACME (R) 3000, 4 cores, Linux 6.1.2, 2026-01-02, commit 0123456789ab"
    equal "![auto: ×8.00 (8.00–8.00) the rate of GNU 9.1](a/b/throughput.svg)" (Report.chart "a/b" comparison)
    says readme $"{place}; `make bench ROUNDS=3 READERS='pv wc'`; [all rows and columns](a/b/report.md)."
    says text $"{place}, .NET SDK 10.0. The line 'y'. Medians of 3 rounds of 0.25 s, with 95 %% intervals."

/// The elements of a picture: class and place of each, and its text or width.
let private elements name (svg: string) =
    let svg = Regex.Replace(svg, "</?tspan.*?>", "")

    [
        for found in
            Regex.Matches(svg, $"<{name} class=\"(.*?)\" x=\"(.*?)\" .*?(>|width=\")(.*?)(\"|</text>)") do
            let text = string (Net.WebUtility.HtmlDecode found.Groups[4].Value)
            found.Groups[1].Value, float found.Groups[2].Value, text.Replace('\u00a0', ' ')
    ]

let private bars kind svg =
    [
        for found, x, length in elements "rect" svg do
            if found = kind then
                x, float length
    ]

[<Fact>]
let ``the chart has a bar for each yes to choose, from the fastest, as long as its rate, with its figures``
    ()
    =
    let svg =
        comparisonOf
            [
                withRates "GNU 9.1" "peer" None [ 10.0; 10.0; 10.0 ]
                withRates "span" "strategy" (Some "F#") [ 20.0; 20.0; 20.0 ]
                withRates "tee" "strategy" (Some "C#") [ 30.0; 30.0; 30.0 ]
                withRates "auto" "strategy" None [ 10.0; 40.0; 45.0 ]
                withRates "mute" "peer" None [ 0.0 ]
            ]
        |> Chart.throughput

    let texts = elements "text" svg

    equal
        [
            "strong", "auto: ×4.00 (1.00–4.50) the rate of GNU 9.1"
            "note", "through pv 1.6: ratio with its 95 % interval, and rate"
            "strong", "this yes, auto"
            "strong", "×4.00 (1.00–4.50)  40.0 GiB/s"
            "", "this yes, span"
            "", "×2.00 (2.00–2.00)  20.0 GiB/s"
            "", "GNU 9.1"
            "", "×1.00 (1.00–1.00)  10.0 GiB/s"
        ]
        [ for kind, _, text in texts -> kind, text ]

    let all = bars "own" svg @ bars "other" svg
    let longest = snd all.Head
    equal [ 1.0; 0.5; 0.25 ] [ for _, length in all -> Math.Round(length / longest, 3) ]
    // The longest bar ends where its figures begin, for which there is room.
    let _, x, _ = texts[3]
    Assert.InRange(x, fst all.Head + longest, fst all.Head + longest + 15.0)
    Assert.InRange(850.0 - x, 235.0, 260.0)

[<Fact>]
let ``the ladder has each strategy with its rate and a reason, on a logarithmic axis, and GNU yes as a line``
    ()
    =
    let svg =
        comparisonOf
            [
                withRates "printfn" "strategy" (Some "F#") [ 1.0 / 1024.0 ]
                withRates "span" "strategy" (Some "F#") [ 1.0 ]
                withRates "tee" "strategy" (Some "C#") [ 1024.0 ]
                withRates "auto" "strategy" None [ 500.0 ]
                withRates "GNU 9.1" "peer" None [ 1.0 ]
            ]
        |> Chart.ladder

    let texts = elements "text" svg
    let ends = [ for x, length in bars "own" svg -> x + length ]
    // A factor is as long everywhere, and the axis names the rates.
    Assert.Equal(ends[1] - ends[0], ends[2] - ends[1], 0.3)
    let line, width = bars "other" svg |> List.exactlyOne
    Assert.Equal(ends[1], line + width / 2.0, 0.2)

    for name, place in [ "1 MiB/s", ends[0]; "1 GiB/s", ends[1] ] do
        Assert.Contains(texts, (fun (_, x, text) -> text = name && abs (x - place) < 0.2))

    for text in [ "printfn"; "1.00 MiB/s"; "two calls for each line"; "tee"; "1.00 TiB/s"; "GNU 9.1" ] do
        Assert.Contains(texts, (fun (_, _, shown) -> shown = text))

    Assert.DoesNotContain("auto", svg)
    // Nothing to show is no reason to fail.
    equal [] (comparisonOf [ withRates "auto" "strategy" None [ 1.0 ] ] |> Chart.ladder |> bars "own")

[<Fact>]
let ``what is wrong, missing or busy is said`` () =
    let failed = Map [ wc.Name, { noRate with Fault = Some "it broke" } ]

    let text =
        { comparisonOf
              [
                  { producer "one" "strategy" None with Rates = failed }
                  { producer "two" "peer" None with Fault = Some "byte 1" }
              ] with
            Machine = { machine with BusyCores = 0.5 }
        }
        |> Report.text 110

    says text "No rate of one through wc 9.1: it broke."
    says text "Busy: 0.50 cores were taken before the run began."
    equal [ "–"; "–"; "–"; "–" ] (cells text "two").Head
    Assert.DoesNotContain("Incomplete", text)

[<Fact>]
let ``a producer that ends, and a reader that fails, have no rate`` () =
    let rate complaint status reader =
        let text = $"writer 0.3 0.2\nstatus {status}\nelapsed 10.25 11.75\nreader {reader}\n"
        Readers.addRound pv (Readers.parse text complaint) noRate

    let right = { noRate with Bytes = [ 600L ]; Seconds = [ 1.5 ]; CpuSeconds = [ 0.5 ] }
    // Ended by timeout(1), at its first or its second signal.
    equal [ right; right ] [ rate "" 124 "0 600"; rate "" 137 "0 600 and more words" ]
    equal (Some "a complaint") (rate "a complaint" 0 "0 600").Fault
    equal (Some "exit status 3") (rate "" 3 "0 600").Fault
    equal (Some "pv 1.6: 600 and more words") (rate "" 124 "1 600 and more words").Fault
    equal (Some "pv 1.6: and more words") (rate "" 124 "0 and more words").Fault

[<Fact>]
let ``producer and reader get two cores, and not two threads of one if there are more`` () =
    inDirectory (fun root ->
        let write (path: string) (text: string) = Results.writeAll [ Path.Combine(root, path), text ]

        let cores allowed =
            write "proc/self/status" $"Name:\tbench\nCpus_allowed:\tff\nCpus_allowed_list:\t{allowed}\n"
            twoCores root

        equal [ 4; 5 ] (cores "4-5")
        write "sys/devices/system/cpu/cpu0/topology/thread_siblings_list" "0,4\n"
        write "sys/devices/system/cpu/cpu4/topology/thread_siblings_list" "4-6\n"
        equal [ 0; 1 ] (cores "0-3,8")
        equal [ 4; 8 ] (cores "4-6,8")
        equal [ 4; 5 ] (cores "4,5")
        equal [] (cores "3"))
    // User, nice, system, irq and softirq, and what the host took: 80 + 10 + 40 + 3 + 7 + 25 hundredths.
    equal 3.3 (busyCores "cpu  100 0 50 900 0 0 10 20 0 0" "cpu  180 10 90 990 5 3 17 45 7 9" 0.5)
    equal "EPYC 7" (processorIn "Architecture:  x86_64\nModel name:   EPYC 7\n")
    equal "riscv64" (processorIn "Architecture:  riscv64\n")
    // Results are kept by processor and kernel, nowhere else.
    let name cpu kernel = directoryName { machine with Cpu = cpu; Kernel = kernel }
    equal "acme-r-3000-6.1.2" (name "ACME (R) 3000" "6.1.2")
    equal "etc-6" (name "../../etc" "6/..")
    Assert.Throws<Refused>(fun () -> name "" ".." |> ignore) |> ignore

[<Fact>]
let ``a tree with changes is told from its commit`` () =
    inDirectory (fun clone ->
        let git script = run [ "bash"; "-c"; $"cd {clone}; {script}" ] |> ignore
        equal "" (commitOf clone)
        git "git init -q; touch a; git add a; git -c user.name=a -c user.email=a@b commit -qm a"
        let head = commitOf clone
        Assert.Matches("^[0-9a-f]{12}$", head)
        git "echo b > a"
        equal $"{head}-dirty" (commitOf clone))

[<Fact>]
let ``the variables have the defaults that the page of the benchmark names`` () =
    let settings = Variables.settings ()
    equal (0.25, 19, "y") (settings.SecondsPerRound, settings.Rounds, settings.Line)
    equal (twoCores "", "artifacts/bench") (settings.Cores, Variables.out ())

[<Fact>]
let ``results are read as they were written, in little space`` () =
    let comparison = measured.Value
    let text = Results.write comparison
    equal text (Results.write (Results.parse "out" text))
    equal (Results.pages comparison) (Results.pages (Results.parse "out" text))

[<Fact>]
let ``whatever is wrong with results is one sentence`` () =
    let good = Results.write measured.Value

    let refusal text =
        try
            Results.parse "out" text |> ignore
            ""
        with Refused message ->
            message

    let damaged = "the results in 'out' are damaged: make bench measures anew"

    for text in [ ""; "["; "[]"; "null"; "{}"; "1"; good.Replace("\"bytes\": [", "\"bytes\": [1,") ] do
        equal damaged (refusal text)

    for other in [ "3"; "4.5"; "1e99" ] do
        let expected = $"the results in 'out' have schema version {other}, not 4: make bench measures anew"
        equal expected (refusal (good.Replace("\"schemaVersion\": 4", $"\"schemaVersion\": {other}")))

    // Each line left out, and each value replaced: refused, or right all the same, but never an exception.
    for line in good.Split '\n' |> Array.distinct do
        for other in [ ""; "null,"; "\"x\","; "-1,"; "[],"; "[null]," ] do
            let changed = if other = "" then "" else Regex.Replace(line, "(\": |^ *\")[^\"]*.*", $"$1{other}")
            let said = refusal (good.Replace(line + "\n", changed + "\n"))
            Assert.True(said = "" || said = damaged || said.Contains "schema version", $"{line}: {said}")

[<Fact>]
let ``files are written all or not at all`` () =
    inDirectory (fun out ->
        let path name = Path.Combine(out, name)
        let write names = Results.writeAll [ for name in names -> path name, "new" ]
        File.WriteAllText(path "a", "old")
        Directory.CreateDirectory(path "c") |> ignore
        Assert.Throws<IOException>(fun () -> write [ "a"; "b"; "c" ]) |> ignore
        equal [ path "a"; path "c" ] (Directory.GetFileSystemEntries out |> Array.sort |> List.ofArray)
        equal "old" (File.ReadAllText(path "a"))
        write [ "a"; "d/e" ]
        equal "newnew" (File.ReadAllText(path "a") + File.ReadAllText(path "d/e")))
