/// The arithmetic and the wiring of the benchmark, on made-up rounds: nothing is measured here.
module Yes.Tests.BenchTests

open System
open System.IO
open System.Text.Json
open System.Text.RegularExpressions
open Xunit
open Yes.Bench
open Yes.Bench.Child
open Yes.Bench.Comparison
open Yes.Bench.Machine
open Yes.Bench.Statistics

let private equal (expected: 'T) (actual: 'T) = Assert.Equal<'T>(expected, actual)

let private mebibyte, gibibyte = 1024.0 ** 2.0, 1024.0 ** 3.0

let private summary low median high = { Median = median; Low = low; High = high }

let private machine = { Cpu = "ACME (R) 3000"; Cores = 4; Kernel = "6.1.2"; Sdk = "10.0"; BusyCores = 0.0 }

let private settings = { SecondsPerRound = 0.25; Rounds = 7; Line = "y"; Cores = [ 2; 3 ] }

let private pv, private wc =
    { Name = "pv 1.6"; Command = "pv -n > /dev/null"; BytesPerUnit = 1 },
    { Name = "wc 9.1"; Command = "wc -l"; BytesPerUnit = 2 }

/// An executable that is no script.
let private program = string Environment.ProcessPath

let private producer name group language =
    {
        Name = name
        Group = group
        Language = language
        Version = Some "1.0"
        Command = [ program; name ]
        Fault = None
        ExecutableBytes = None
        PeakMemoryBytes = None
        StartSeconds = []
        Rates = Map.empty
    }

/// Such a producer with rates, in GiB/s, through pv, in rounds of a second.
let private withRates name group rates =
    let rate =
        { noRate with
            Bytes = [ for rate: float in rates -> int64 (rate * gibibyte) ]
            Seconds = [ for _ in rates -> 1.0 ]
            CpuSeconds = [ for _ in rates -> 0.5 ]
        }

    { producer name group None with Rates = Map [ pv.Name, rate ] }

/// Works in a directory that is removed afterwards.
let private inDirectory work =
    let directory = Directory.CreateTempSubdirectory("yes-bench-").FullName

    try
        work directory
    finally
        Directory.Delete(directory, recursive = true)

let private five =
    [
        producer "span" "strategy" (Some "F#")
        producer "tee" "strategy" (Some "C#")
        producer "tee in C" "C" (Some "C")
        producer "auto" "strategy" None
        producer "GNU 9.1" "peer" None
    ]

/// Stands for the script: keeps what it is asked, and prints figures of which no two are equal.
type private Fake(isLast) =
    member val Calls = ResizeArray<string>()
    member val Figures = ResizeArray<int64 * float * float>()

    member fake.Sample (_: byte[]) mode (argument: string) (seconds: float) (command: string list) =
        if isLast fake.Calls.Count then
            raise (OperationCanceledException())

        fake.Calls.Add $"{command |> List.findBack ((<>) settings.Line)} {mode} {argument} {seconds}"
        let i = fake.Calls.Count
        let units, seconds, cpu = 1009L * int64 (i * i), 1.0 + 0.001 * float i, 0.1 + 0.002 * float i
        fake.Figures.Add(units, seconds, cpu)

        Readers.parse
            (match mode with
             | "start" -> $"start 5.0 {5.0 + seconds / 1000.0}"
             | "rate" ->
                 $"elapsed 10.0 {10.0 + seconds}\nwriter {cpu - 0.05} 0.05\nstatus 124\nreader 0 {units}"
             | _ -> $"memory {i}\nstatus 141")
            ""

let private measureWith (fake: Fake) rounds =
    Measuring.measure fake.Sample "0123456789ab" machine { settings with Rounds = rounds } [ pv; wc ] five

let private measured =
    lazy
        { measureWith (Fake(fun _ -> false)) 7 with
            Date = DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero)
        }

/// Text as one line, however it is wrapped, with ordinary blanks.
let private flat text = Regex.Replace(text, @"\s+", " ")

let private says (text: string) (part: string) = Assert.Contains(part, flat text)

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

[<Fact>]
let ``a verdict comes from the ratios of the same rounds, and needs six of them`` () =
    let verdict now past = Commands.verdict pv (withRates "a" "strategy" now) (withRates "b" "base" past)
    let past = [ 1.0; 2.0; 4.0; 8.0; 16.0; 32.0 ]
    // The rates of both overlap, and each round is 1.25 times as fast.
    equal "faster ×1.25 (1.25–1.25)" (verdict (List.map ((*) 1.25) past) past)
    equal "slower ×0.750 (0.750–0.750)" (verdict (List.map ((*) 0.75) past) past)
    equal "no difference shown ×1.25 (0.500–1.25)" (verdict (0.5 :: List.map ((*) 1.25) past.Tail) past)
    equal "no difference shown ×1.00 (1.00–1.00)" (verdict past past)
    equal "no difference shown ×2.00 (2.00–2.00)" (verdict (List.replicate 5 2.0) (List.replicate 5 1.0))
    // A round in which the other wrote nothing has no ratio.
    equal [ 3.0 ] (ratios [ 1.0; 6.0; 0.0 ] [ 0.0; 2.0 ])
    equal "–" (verdict [] past)

    let failed =
        { producer "a" "strategy" None with
            Rates = Map [ pv.Name, { noRate with Fault = Some "it broke" } ]
        }

    equal "it broke" (Commands.verdict pv (withRates "b" "base" past) failed)

[<Fact>]
let ``figures are shown with as many digits as they are worth`` () =
    // No line breaks between figure and unit.
    equal "0\u00a0B/s" (Format.rate 0.0)
    equal "1020\u00a0B/s" (Format.rate 1023.0)
    equal "1.00\u00a0KiB/s" (Format.rate 1024.0)
    equal "3.33\u00a0MiB/s" (Format.rate (3.333 * mebibyte))
    equal "61.0\u00a0GiB/s" (Format.rate (61.04 * gibibyte))
    equal "203\u00a0GiB/s" (Format.rate (202.6 * gibibyte))
    equal "2050\u00a0TiB/s" (Format.rate (2048.0 * 1024.0 ** 4.0))
    equal "×0.100" (Format.ratio 0.1)
    equal "1/2600" (Format.ratio (1.0 / 2600.0))
    equal "×0" (Format.ratio 0.0)
    equal "×26.9 (26.1–27.4)" (Format.ratioWithRange (26.9, summary 26.1 99.0 27.4))
    equal "1/18.3 (1/19.0–0.110)" (Format.ratioWithRange (1.0 / 18.3, summary (1.0 / 19.0) 0.0 0.11))
    equal "3.00\u00a0B/s (2.50–4.00)" (Format.rateRange (summary 2.5 3.0 4.0))
    equal "1.00\u00a0KiB/s (0.500–1.25)" (Format.rateRange (summary 512.0 1024.0 1280.0))
    equal "1.5\u00a0ms (1.0–20)" (Format.millisecondsRange (summary 0.001 0.00149 0.0203))
    equal "25\u00a0% (9.0–100)" (Format.percentRange (summary 0.09 0.25 1.0))
    equal "a b\nccc" (Format.wrap 5 "a b ccc")

[<Fact>]
let ``who divides two rates of the page gets the ratio of the page`` () =
    // 3.034 and 1.996 are shown as 3.03 and 2.00; undivided by rounding it would be 1.520.
    equal (Some 1.515) (Format.ratioOf (3.034 * gibibyte) (1.996 * gibibyte))
    // 1020 MiB/s and 3.00 GiB/s.
    equal (Some(1020.0 / 3072.0)) (Format.ratioOf (1023.4 / 1024.0 * gibibyte) (2.996 * gibibyte))
    equal None (Format.ratioOf 1.0 0.0)

[<Fact>]
let ``all is checked, then each round has a start of each, and each reader all of them in another order`` () =
    let fake = Fake(fun _ -> false)
    let comparison = measureWith fake 3
    let names = [ for one in five -> one.Name ]
    let rotated round = List.permute (fun i -> (i + names.Length - round) % names.Length) names

    equal
        [
            for name in names do
                $"{name} check 1 5"
                $"{name} check 16777216 300"
            for round in 1..3 do
                for name in rotated round do
                    $"{name} start  0"

                for reader in [ pv; wc ] do
                    for name in rotated round do
                        $"{name} rate {reader.Command} 0.25"
        ]
        (List.ofSeq fake.Calls)

    let figures call = Seq.zip fake.Calls fake.Figures |> Seq.filter (fst >> (=) call) |> Seq.map snd

    for one in comparison.Producers do
        equal (Path.GetFileName program |> string, settings.Line) (one.Command.Head, List.last one.Command)
        equal (Some (FileInfo program).Length) one.ExecutableBytes
        let check = 1 + fake.Calls.IndexOf $"{one.Name} check 16777216 300"
        equal (Some(1024L * int64 check)) one.PeakMemoryBytes
        let starts = figures $"{one.Name} start  0"
        equal [ for _, seconds, _ in starts -> Math.Round(seconds / 1000.0, 6) ] one.StartSeconds

        for reader in [ pv; wc ] do
            let taken = figures $"{one.Name} rate {reader.Command} 0.25"
            equal [ for units, _, _ in taken -> units * int64 reader.BytesPerUnit ] one[reader].Bytes
            equal [ for _, seconds, _ in taken -> Math.Round(seconds, 6) ] one[reader].Seconds
            equal [ for _, _, cpu in taken -> Math.Round(cpu, 3) ] one[reader].CpuSeconds

    equal (true, "0123456789ab", 4) (comparison.Complete, comparison.Commit, comparison.SchemaVersion)
    equal (machine, { settings with Rounds = 3 }) (comparison.Machine, comparison.Settings)

[<Fact>]
let ``a run that is interrupted has what was measured until then`` () =
    // In the second round, after one rate through pv.
    let comparison = measureWith (Fake(fun calls -> calls = 10 + 15 + 6)) 3
    Assert.False comparison.Complete
    equal [ 1; 1; 2; 1; 1 ] [ for one in comparison.Producers -> one[pv].Bytes.Length ]
    equal [ 1; 1; 1; 1; 1 ] [ for one in comparison.Producers -> one[wc].Bytes.Length ]
    says (Report.text 110 comparison) Report.incomplete

/// The part of a producer in results.json.
let private partOf (json: JsonElement) name =
    json.GetProperty("producers").EnumerateArray()
    |> Seq.find (fun one -> one.GetProperty("name").GetString() = name)

let private column (json: JsonElement) (key: string) =
    [ for value in json.GetProperty(key).EnumerateArray() -> value.GetDouble() ]

/// The median of seven and their ends.
let private shown figure values =
    let sorted = List.sort values
    $"{figure sorted[3]}", $" ({figure sorted[0]}–{figure sorted[6]})"

[<Fact>]
let ``each figure of report and README is that of results.json, in its row and column`` () =
    let comparison = measured.Value
    let json = JsonDocument.Parse(Results.write comparison).RootElement
    let three (value: float) = Format.digits 3 value

    let quotients (reader: Reader) name over under =
        let rate = (partOf json name).GetProperty("rates").GetProperty reader.Name
        List.map2 (/) (column rate over) (column rate under)

    // All of these rates are some MiB/s.
    let rates reader name = quotients reader name "bytes" "seconds" |> List.map (fun rate -> rate / mebibyte)

    let ratio reader name other =
        let middle name = rates reader name |> shown three |> fst |> float

        three (middle name / middle other)
        + snd (shown three (List.map2 (/) (rates reader name) (rates reader other)))

    let rate reader name =
        let median, range = rates reader name |> shown three
        $"{median} MiB/s", range

    let toGnu reader name = "×" + ratio reader name "GNU 9.1"
    let text, readme = Report.full comparison, Report.forReadme "a/b" comparison

    for i, reader in List.indexed [ pv; wc ] do
        equal [ "to GNU 9.1"; reader.Name; "to C"; "CPU" ] (cells text "producer" |> List.item i)

        for one in five do
            let toC = if one.Name = "tee" then ratio reader "tee" "tee in C" else "–"
            let median, range = rate reader one.Name

            let share, shares =
                quotients reader one.Name "cpuSeconds" "seconds"
                |> shown (fun share -> Format.digits 2 (100.0 * share))

            equal
                [ toGnu reader one.Name; median + range; toC; $"{share} %%{shares}" ]
                (cells text one.Name |> List.item i)

    for one in five do
        let part = partOf json one.Name
        let bytes (key: string) = (Format.bytes (part.GetProperty(key).GetDouble())).Replace('\u00a0', ' ')

        let median, range =
            column part "startSeconds" |> shown (fun seconds -> Format.digits 2 (1000.0 * seconds))

        equal
            [ $"{median} ms{range}"; bytes "peakMemoryBytes"; bytes "executableBytes" ]
            (cells text one.Name |> List.item 2)

    // The default stands for the strategy that it chooses.
    equal [] (cells readme "tee")
    equal [ [ "to GNU 9.1"; pv.Name; "to GNU 9.1"; wc.Name ] ] (cells readme "producer")

    for name in [ "span"; "auto"; "GNU 9.1" ] do
        let row =
            [
                for reader in [ pv; wc ] do
                    toGnu reader name
                    fst (rate reader name)
            ]

        equal [ row ] (cells readme name)

    let place = "ACME (R) 3000, 4 cores, Linux 6.1.2, 2026-01-02, commit 0123456789ab"

    equal
        $"""![auto: {toGnu pv "auto"} the rate of GNU 9.1](a/b/throughput.svg)"""
        (Report.chart "a/b" comparison)

    says readme $"{place}; `make bench ROUNDS=7 READERS='pv wc'`; [all rows and columns](a/b/report.md)."
    says text $"{place}, .NET SDK 10.0. The line 'y'. Medians of 7 rounds of 0.25 s, with 95 %% intervals."

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

let private producersOf rows =
    { measured.Value with
        Producers =
            [
                for name, group, language, rate in rows ->
                    { withRates name group (List.replicate 7 rate) with Language = language }
            ]
    }

[<Fact>]
let ``the chart has a bar for each yes to choose, from the fastest, as long as its rate, with its figures``
    ()
    =
    let svg =
        producersOf
            [
                "GNU 9.1", "peer", None, 10.0
                "span", "strategy", Some "F#", 20.0
                "tee", "strategy", Some "C#", 30.0
                "late", "peer", None, 5.0
                "auto", "strategy", None, 40.0
                "mute", "peer", None, 0.0
            ]
        |> Chart.throughput

    let texts = elements "text" svg

    equal
        [
            "strong", "auto: ×4.00 (4.00–4.00) the rate of GNU 9.1"
            "note", "through pv 1.6: ratio with its 95 % interval, and rate"
            "strong", "this yes, auto"
            "strong", "×4.00 (4.00–4.00)  40.0 GiB/s"
            "", "this yes, span"
            "", "×2.00 (2.00–2.00)  20.0 GiB/s"
            "", "GNU 9.1"
            "", "×1.00 (1.00–1.00)  10.0 GiB/s"
            "", "late"
            "", "×0.500 (0.500–0.500)  5.00 GiB/s"
        ]
        [ for kind, _, text in texts -> kind, text ]

    let all = bars "own" svg @ bars "other" svg
    let longest = snd all.Head
    equal [ 1.0; 0.5; 0.25; 0.125 ] [ for _, length in all -> Math.Round(length / longest, 3) ]
    // The longest bar ends where its figures begin, for which there is room.
    let _, x, _ = texts[3]
    Assert.InRange(x, fst all.Head + longest, fst all.Head + longest + 15.0)
    Assert.InRange(850.0 - x, 235.0, 260.0)

[<Fact>]
let ``the ladder has each strategy with its rate and a reason, on a logarithmic axis, and GNU yes as a line``
    ()
    =
    let svg =
        producersOf
            [
                "printfn", "strategy", Some "F#", 1.0 / 1024.0
                "span", "strategy", Some "F#", 1.0
                "tee", "strategy", Some "C#", 1024.0
                "auto", "strategy", None, 500.0
                "GNU 9.1", "peer", None, 1.0
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
    equal [] (producersOf [ "auto", "strategy", None, 1.0 ] |> Chart.ladder |> bars "own")

[<Fact>]
let ``what is wrong, missing, empty or busy is said`` () =
    let one = withRates "one" "strategy" [ 0.0; 1.0; 1.0 ]
    let failed = { one with Rates = one.Rates.Add(wc.Name, { noRate with Fault = Some "it broke" }) }
    let wrong = { producer "two" "peer" None with Fault = Some "byte 1" }

    let text =
        { measured.Value with
            Readers = [ pv; wc ]
            Machine = { machine with BusyCores = 0.5 }
            Producers = [ failed; wrong ]
        }
        |> Report.text 110

    says text "Wrong output of two, hence no rate: byte 1."
    says text "No rate of one through wc 9.1: it broke."
    says text "Not a byte of one through pv 1.6 in 1 rounds."
    says text "Busy: 0.50 cores were taken before the run began."
    equal [ "–"; "–"; "–"; "–" ] (cells text "two").Head
    Assert.DoesNotContain("Incomplete", text)

[<Fact>]
let ``a narrow terminal gets the first columns of the table, as many as fit`` () =
    let headers width = (cells (Report.text width measured.Value) "producer").Head

    let width =
        (Report.text 200 measured.Value).Split '\n' |> Array.find _.StartsWith("| producer") |> _.Length

    equal [ "to GNU 9.1"; "pv 1.6"; "to C"; "CPU" ] (headers width)
    equal [ "to GNU 9.1"; "pv 1.6"; "to C" ] (headers (width - 1))
    equal [] (headers 13)

/// What the script prints of a round: the reader read for 1.5 s.
let private printed =
    "writer 0.300 0.200
status 124
memory 100
elapsed 10.25 11.75
reader 0 600 and more words
"

let private parsed (text: string) = Readers.parse text "a complaint"

[<Fact>]
let ``a round, a start and memory are read from what the script prints`` () =
    let before = { noRate with Bytes = [ 1L ]; Seconds = [ 2.0 ]; CpuSeconds = [ 3.0 ] }

    equal
        { before with Bytes = [ 1L; 60000L ]; Seconds = [ 2.0; 1.5 ]; CpuSeconds = [ 3.0; 0.5 ] }
        (Readers.addRound { wc with BytesPerUnit = 100 } (parsed printed) before)

    equal (Some 102400L) (Readers.peakMemory (parsed printed))
    equal (Some 0.25) (Readers.start (parsed "start 2.0 2.25\n"))
    equal None (Readers.start (parsed "start 3\n"))

[<Fact>]
let ``a producer that ends, and a reader that fails, have no rate`` () =
    let fault name edits =
        let edit (text: string) (from: string, into: string) = text.Replace(from, into)

        (Readers.addRound { pv with Name = name } (parsed (List.fold edit printed edits)) noRate).Fault
        |> Option.defaultValue "none"

    equal "none" (fault "pv" [ "124", "137" ])
    equal "a complaint" (fault "pv" [ "124", "0" ])
    equal "pv: 600 and more words" (fault "pv" [ "reader 0", "reader 1" ])
    equal "pv: and more words" (fault "pv" [ "0 600", "0" ])
    equal "it could not be stopped" (fault "pv" [ "writer", "x" ])
    equal "ended by signal 15" (describeEnd 143 "")

[<Fact>]
let ``the check needs all bytes`` () =
    let fault text = Readers.findFault 100 3.0 (parsed text)
    equal None (fault "status 141")
    equal (Some "byte 4 is wrong") (fault "cmp - /dev/fd/5 differ: char 5, line 2\nstatus 141")
    equal (Some "5 of 100 bytes in 3 seconds") (fault "cmp cmp: EOF on - after byte 5, line 2\nstatus 124")
    equal (Some "nothing in 3 seconds") (fault "cmp cmp: EOF on - which is empty\nstatus 124")
    equal (Some "ended after 5 bytes: a complaint") (fault "cmp cmp: EOF on - after byte 5, line 2\nstatus 1")
    equal (Some "ended at once: a complaint") (fault "cmp cmp: EOF on - which is empty\nstatus 1")

[<Fact>]
let ``a program that fills standard error is read all the same`` () =
    equal "name" (firstLine [ "bash"; "-c"; "seq 100000 >&2; echo name" ])
    let status, _, complaint = run [ "bash"; "-c"; "seq 100000 >&2; exit 3" ]
    equal (3, "1") (status, complaint)

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
        equal [] (cores "3")
        write "proc/stat" "cpu  100 0 50 900 0 0 10 20 0 0\ncpu0 1 2 3\n"
        write "proc/sys/kernel/osrelease" "6.1.2-test\n"
        let described = describe root
        equal ("6.1.2-test", Environment.ProcessorCount) (described.Kernel, described.Cores)
        equal 0.0 described.BusyCores
        Assert.Matches(@"^\d+\.\d+", described.Sdk))

    // User, nice, system, irq and softirq, and what the host took: 80 + 10 + 40 + 3 + 7 + 25 hundredths.
    equal 3.3 (busyCores "cpu  100 0 50 900 0 0 10 20 0 0" "cpu  180 10 90 990 5 3 17 45 7 9" 0.5)
    equal "EPYC 7" (processorIn "Architecture:  x86_64\nModel name:   EPYC 7\n")
    equal "riscv64" (processorIn "Architecture:  riscv64\n")
    // Results are kept by processor and kernel, nowhere else.
    let name cpu kernel = directoryName { machine with Cpu = cpu; Kernel = kernel }
    equal "acme-r-3000-6.1.2" (name "ACME (R) 3000" "6.1.2")
    equal "acme" (name "ACME" "..")
    equal "etc-6" (name "../../etc" "6/..")
    Assert.Throws<Refused>(fun () -> name "" ".." |> ignore) |> ignore

[<Fact>]
let ``a tree with changes is told from its commit`` () =
    inDirectory (fun clone ->
        let git script =
            let asSomebody = "git() { command git -c user.name=a -c user.email=a@b \"$@\"; }"
            let _, output, _ = run [ "bash"; "-c"; $"cd {clone}; {asSomebody}; {script}" ]
            output.Trim()

        equal "" (commitOf clone)
        let head = git "git init -q; echo a > a; git add a; git commit -qm a; git rev-parse --short=12 HEAD"
        equal head (commitOf clone)
        git "echo b > a" |> ignore
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

    let rate =
        { noRate with
            Bytes = List.replicate 51 75000000123L
            Seconds = List.replicate 51 0.250123
            CpuSeconds = List.replicate 51 0.125
        }

    let producers =
        [
            for i in 1..16 ->
                { five[i % 5] with
                    StartSeconds = List.replicate 51 0.001234
                    Rates = Map [ for reader in 1..4 -> $"reader {reader}", rate ]
                }
        ]

    Assert.InRange((Results.write { comparison with Producers = producers }).Length, 0, 150 * 1024)

[<Fact>]
let ``whatever is wrong with results is one sentence`` () =
    let good = Results.write measured.Value

    let refusal text =
        try
            Results.parse "out" text |> ignore
            ""
        with Refused message ->
            message

    let version other = refusal (good.Replace("\"schemaVersion\": 4", $"\"schemaVersion\": {other}"))
    let damaged = "the results in 'out' are damaged: make bench measures anew"

    for text in [ ""; "["; "[]"; "null"; "{}"; "1"; good.Replace("\"bytes\": [", "\"bytes\": [1,") ] do
        equal damaged (refusal text)

    for other in [ "3"; "4.5"; "1e99" ] do
        equal
            $"the results in 'out' have schema version {other}, not 4: make bench measures anew"
            (version other)

    for other in [ "\"4\""; "null"; "[]" ] do
        equal damaged (version other)

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
