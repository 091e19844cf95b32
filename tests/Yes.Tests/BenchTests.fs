/// The arithmetic of the benchmark, on made-up rounds: nothing is measured here.
module Yes.Tests.BenchTests

open System.Text.Json
open System.Text.RegularExpressions
open Xunit
open Yes.Bench
open Yes.Bench.Comparison
open Yes.Bench.Statistics

let private equal (expected: 'T) (actual: 'T) = Assert.Equal<'T>(expected, actual)

let private gibibyte = 1024.0 ** 3.0

/// A round of a second at so many GiB/s, in which these cores were lost.
let private round (rate: float) stolen other =
    {
        Bytes = int64 (rate * gibibyte)
        Seconds = 1.0
        CpuSeconds = 0.5
        Cpu = 0.25
        StolenCores = stolen
        OtherCores = other
        Counts = true
    }

/// Such a round that doesn't count.
let private leftOut rate =
    { round rate 0.9 0.0 with
        Counts = false
    }

let private rounds rates =
    [ for rate in rates -> round rate 0.0 0.0 ]

let private rateOf rounds = { noRate with Rounds = rounds }

let private summary low median high =
    {
        Median = median
        Low = low
        High = high
    }

/// What is known of a comparison through pv and wc before it is measured, as results.json has it.
let private unmeasured =
    """{
      "schemaVersion": 3, "complete": true, "date": "2026-01-02T03:04:05Z", "commit": "aaaaaaaaaaaa-dirty",
      "machine": { "cpu": "ACME (R) 3000", "cores": 4, "kernel": "6.1.2", "sdk": "10.0" },
      "busyCores": 0, "settings": { "secondsPerRound": 0.25, "rounds": 3, "line": "y", "cores": [2, 3] },
      "readers": [{ "name": "pv", "command": "pv -n", "bytesPerUnit": 1 },
                  { "name": "wc", "command": "wc -l", "bytesPerUnit": 2 }], "absent": [],
      "producers": [{
        "name": "", "group": "", "language": null, "version": null, "command": ["/bin/yes"], "fault": null,
        "startSeconds": { "median": 0.00149, "low": 0.001, "high": 0.002 }, "executableBytes": 2048,
        "peakMemoryBytes": 4096, "rates": {}
      }]
    }"""
    |> fun text -> JsonSerializer.Deserialize<Comparison>(text, JsonSerializerOptions.Web)
    |> nonNull

let private pv, private wc = unmeasured.Readers[0], unmeasured.Readers[1]

let private producer name group rates =
    { unmeasured.Producers.Head with
        Name = name
        Group = group
        Rates = Map [ for name, rates in rates -> name, rateOf (rounds rates) ]
    }

let private comparison producers =
    { unmeasured with
        Producers = producers
    }

let private alternating first second =
    List.init 6 (fun i -> if i % 2 = 0 then first else second)

/// fast with its twin in C, and GNU yes: quiet but for fast through wc.
let private example =
    comparison
        [
            producer "fast" "strategy" [ "pv", List.replicate 6 30.0; "wc", alternating 2.0 4.0 ]
            producer "fast in C" "C" [ "pv", List.replicate 6 40.0; "wc", List.replicate 6 4.0 ]
            producer "GNU 9.1" "peer" [ "pv", alternating 2.9 3.1; "wc", List.replicate 6 5.0 ]
            producer "GNU 9.11" "peer" [ "pv", List.replicate 6 10.0; "wc", List.replicate 6 5.0 ]
        ]

/// Text as one line, however it is wrapped, with ordinary blanks.
let private flat text = Regex.Replace(text, @"\s+", " ")

let private says (text: string) (part: string) = Assert.Contains(part, flat text)

/// The cells of the rows in tables of Markdown that begin with that name.
let private cells (text: string) name =
    [
        for line in text.Replace('\u00a0', ' ').Split '\n' do
            let row = [ for cell in line.Trim('|').Split '|' -> cell.Trim() ]

            if row.Head = name then
                row
    ]

[<Fact>]
let ``the median is in the middle, and its interval goes from the k-th smallest to the k-th largest`` () =
    equal (Some 2.0) (median [ 9.0; 1.0; 2.0 ])
    equal (Some 4.0) (median [ 9.0; 1.0; 2.0; 6.0 ])
    // By the table of the sign test: the largest k with P(X < k) of at most 2.5 % for n coins.
    for n, k in [ 5, 1; 6, 1; 8, 1; 9, 2; 11, 2; 12, 3; 20, 6; 666, 308; 2000, 956 ] do
        let summary = (summarise [ for i in n .. -1 .. 1 -> float i ]).Value
        equal (n, float k, float (n + 1 - k)) (n, summary.Low, summary.High)

[<Fact>]
let ``a rate is noisy if its interval reaches further than 10 %, or comes from fewer than six rounds`` () =
    let isNoisy count low high = isNoisy count (summary low 100.0 high)

    Assert.False(isNoisy 6 90.0 110.0)
    Assert.True(isNoisy 6 90.0 111.0)
    Assert.True(isNoisy 6 89.0 110.0)
    Assert.True(isNoisy 5 100.0 100.0)
    Assert.False(isNoisy 1 0.0 0.0)
    Assert.True((rateOf (leftOut 1.0 :: rounds (List.replicate 5 1.0))).Noisy)

[<Fact>]
let ``rounds that lost much more than the best don't count, whatever their rate`` () =
    let counts rounds =
        [ for round in choose rounds -> if round.Counts then 1 else 0 ]

    let good = List.replicate 6 (round 1.0 0.1 0.1)
    // Stolen and other time add up; 0.1 cores more than the best are tolerated.
    let others = [ round 5.0 0.1 0.19; round 9.0 0.2 0.11; round 9.0 0.0 0.5 ]
    equal [ 1; 1; 1; 1; 1; 1; 1; 0; 0 ] (counts (good @ others))
    // Six count in any case, and the better half.
    let ever = [ for i in 1..16 -> round 1.0 (float (i * i)) 0.0 ]
    equal [ 1; 1; 1; 1; 1; 1 ] (counts (List.take 6 ever))
    equal [ 1; 1; 1; 1; 1; 1; 1; 1; 0; 0; 0; 0; 0; 0; 0; 0 ] (counts ever)

[<Fact>]
let ``figures come from the rounds that count`` () =
    let took cpu rate = { round rate 0.0 0.0 with Cpu = cpu }

    let rate = rateOf [ took 0.1 1.0; took 0.75 3.0; took 0.5 2.0; leftOut 99.0 ]
    equal (Some(summary gibibyte (2.0 * gibibyte) (3.0 * gibibyte))) rate.BytesPerSecond
    equal (Some 0.5) rate.Cpu

[<Fact>]
let ``a round is repeated while too few count, and a rate with a fault is not measured again`` () =
    let lost = rateOf (leftOut 1.0 :: rounds [ 1.0; 1.0 ])
    Assert.True(Measuring.needs 3 4 lost)
    Assert.False(Measuring.needs 2 4 lost)
    Assert.True(Measuring.needs 2 2 lost)
    Assert.False(Measuring.needs 3 1 { lost with Fault = Some "" })
    equal 12 (mostRounds 9)

[<Fact>]
let ``each round begins with another producer, and takes all of them within a reader`` () =
    equal [ "x", 1; "x", 2; "x", 3; "z", 1; "z", 2; "z", 3 ] (Measuring.plan 0 [ "x"; "z" ] [ 1; 2; 3 ])
    equal [ "x", 3; "x", 1; "x", 2 ] (Measuring.plan 5 [ "x" ] [ 1; 2; 3 ])
    equal [] (Measuring.plan 1 [ "x" ] ([]: int list))

[<Fact>]
let ``beyond doubt is what lies outside of both intervals`` () =
    let verdict low high pastLow pastHigh =
        judge
            (6, summary low ((low + high) / 2.0) high)
            (6, summary pastLow ((pastLow + pastHigh) / 2.0) pastHigh)

    equal "faster" (verdict 11.0 12.0 9.0 10.0)
    equal "slower" (verdict 9.0 10.0 11.0 12.0)
    equal "no difference shown" (verdict 9.5 10.5 9.0 10.0)
    equal "too noisy" (verdict 5.0 10.5 9.0 10.0)
    equal "too noisy" (verdict 9.5 10.5 5.0 11.0)
    let one, nine = summary 1.0 1.0 1.0, summary 9.0 9.0 9.0
    equal "too noisy" (judge (5, one) (6, nine))
    equal "too noisy" (judge (6, one) (5, nine))

[<Fact>]
let ``figures are shown with as many digits as they are worth`` () =
    // No line breaks between figure and unit.
    equal "0\u00a0B/s" (Format.rate 0.0)
    equal "1020\u00a0B/s" (Format.rate 1023.0)
    equal "1.00\u00a0KiB/s" (Format.rate 1024.0)
    equal "3.33\u00a0MiB/s" (Format.rate (3.333 * 1024.0 ** 2.0))
    equal "61.0\u00a0GiB/s" (Format.rate (61.04 * gibibyte))
    equal "203\u00a0GiB/s" (Format.rate (202.6 * gibibyte))
    equal "2050\u00a0TiB/s" (Format.rate (2048.0 * 1024.0 ** 4.0))
    equal "×0.100" (Format.ratio 0.1)
    equal "1/2600" (Format.ratio (1.0 / 2600.0))
    equal "×0" (Format.ratio 0.0)
    equal "0.500–1.25" (Format.interval (summary (0.5 * gibibyte) gibibyte (1.25 * gibibyte)))
    equal "a b\nccc" (Format.wrap 5 "a b ccc")

[<Fact>]
let ``who divides two rates of the page gets the ratio of the page`` () =
    // 3.034 and 1.996 are shown as 3.03 and 2.00; undivided by rounding it would be 1.520.
    equal (Some 1.515) (Format.ratioOf (3.034 * gibibyte) (1.996 * gibibyte))
    // 1020 MiB/s and 3.00 GiB/s.
    equal (Some(1020.0 / 3072.0)) (Format.ratioOf (1023.4 / 1024.0 * gibibyte) (2.996 * gibibyte))
    equal None (Format.ratioOf 1.0 0.0)

[<Fact>]
let ``the report has every figure in the row of its producer and the column of its reader`` () =
    let text = Report.text 110 example
    equal [ "30.0 GiB/s"; "×10.0"; "0.750"; "25 %"; "30.0–30.0" ] (cells text "fast").Head.Tail
    equal [ "3.00 GiB/s"; "×0.600"; "0.750"; "25 %"; "2.00–4.00" ] (cells text "fast" |> List.item 1).Tail
    equal [ "40.0 GiB/s"; "×13.3"; "–"; "25 %"; "40.0–40.0" ] (cells text "fast in C").Head.Tail
    equal [ "3.00 GiB/s"; "×1.00"; "–"; "25 %"; "2.90–3.10" ] (cells text "GNU 9.1").Head.Tail
    equal [ "1.5 ms"; "4.00 KiB"; "2.00 KiB" ] (cells text "fast" |> List.item 2).Tail
    says text "fewer than 6 rounds: fast through wc."
    says text "ACME (R) 3000, 4 cores, Linux 6.1.2, .NET SDK 10.0, 2026-01-02, commit aaaaaaaaaaaa-dirty"
    says text "medians of 3 rounds of 0.25 s. Producers ran on core 2, readers on core 3."
    says text "24 rounds were measured again, and 0 left out"
    // The README has one table for all readers.
    let shown = Report.forReadme "a/" "report.md" example
    let title = "fast writes 30.0 GiB/s to pv, ×10.0 the rate of GNU 9.1"
    says shown $"<img alt=\"{title}\" src=\"a/throughput.svg\"> </picture> | producer"
    let row = (cells shown "fast").Head
    equal [ "fast"; "30.0 GiB/s"; "×10.0"; "0.750"; "25 %"; "3.00 GiB/s" ] row
    says shown "ACME (R) 3000, 4 cores"
    Assert.EndsWith("fast through wc. [Every yes through every reader](a/report.md)", flat shown)
    Assert.All(shown.Split '\n', (fun line -> Assert.True(line.Length <= 110)))

[<Fact>]
let ``what is wrong, missing, empty or disturbed is said`` () =
    let one = producer "one" "peer" [ "pv", [ 0.0; 1.0; 1.0 ]; "wc", [] ]

    let failed =
        { one with
            Rates = one.Rates.Add("wc", { noRate with Fault = Some "it broke" })
        }

    let wrong =
        { producer "two" "peer" [ "pv", []; "wc", [] ] with
            Fault = Some "byte 1"
        }

    let text =
        { comparison [ failed; wrong ] with
            Complete = false
            BusyCores = 0.5
            Absent = [ "GNU"; "toybox" ]
        }
        |> Report.text 110

    says text Report.incomplete
    says text "Wrong output of two, hence no rate: byte 1"
    says text "No rate of one through wc: it broke"
    says text "Not a byte of one through pv in 1 of 3 rounds."
    says text "0.50 cores were taken before the run began"
    says text "Absent: GNU, toybox."
    equal [ "two"; "–"; "–"; "–"; "–"; "–" ] (cells text "two").Head

[<Fact>]
let ``a narrow terminal gets the first columns of the table, as many as fit`` () =
    let headers width =
        (cells (Report.text width example) "producer").Head.Tail

    let width =
        (Report.text 200 example).Split '\n'
        |> Array.find _.StartsWith("| producer")
        |> _.Length

    equal [ "pv"; "to GNU 9.1"; "to C"; "CPU"; "95 %" ] (headers width)
    equal [ "pv"; "to GNU 9.1"; "to C"; "CPU" ] (headers (width - 1))
    equal [] (headers 13)

/// What the script prints of a round: the writer ran for 2 s, the reader read for 1.5 s.
let private printed =
    "before 100 0 50 900 0 0 10 20 0 0
writer 2.000 0.300 0.200
status 124
memory 100
elapsed 10.25 11.75
reader 0 600 and more words
all 2.500 0.500 0.250
after 180 10 90 990 5 3 17 45 7 9
"

let private parsed (text: string) = Readers.parse text "a complaint"

[<Fact>]
let ``a round, starts and memory are read from what the script prints`` () =
    match Readers.evaluate { wc with BytesPerUnit = 100 } (parsed printed) with
    | Error fault -> failwith fault
    | Ok round ->
        equal 60000L round.Bytes
        equal 40000.0 round.BytesPerSecond
        equal 0.5 round.CpuSeconds
        // Of the time that the producer ran, not the reader.
        equal 0.25 round.Cpu
        // 0.25 s of the 2.5 s.
        equal 0.1 round.StolenCores
        // 80 + 10 + 40 + 3 + 7 hundredths, without the 0.75 s of producer and reader.
        Assert.Equal(0.26, round.OtherCores, 1e-9)
        Assert.True round.Counts

    equal (Some 102400L) (Readers.peakMemory (parsed printed))
    equal [ 0.5; 0.25 ] (Readers.starts (parsed "before 1\nstart 1.0 1.5\nstart 2.0 2.25\nstart 3\n"))

[<Fact>]
let ``a producer that ends, and a reader that fails, have no rate`` () =
    let fault name edits =
        let edit (text: string) (from: string, into: string) = text.Replace(from, into)

        match Readers.evaluate { pv with Name = name } (parsed (List.fold edit printed edits)) with
        | Ok _ -> "none"
        | Error fault -> fault

    equal "none" (fault "pv" [ "124", "137" ])
    equal "a complaint" (fault "pv" [ "124", "0" ])
    equal "pv: 600 and more words" (fault "pv" [ "reader 0", "reader 1" ])
    equal "pv: and more words" (fault "pv" [ "0 600", "0" ])
    equal "it could not be stopped" (fault "pv" [ "writer", "x" ])
    // A producer ends at the size that the file may have, and only there.
    equal "none" (fault "file" [ "124", "153"; "0 600", $"0 {1 <<< 30}" ])
    equal "a complaint" (fault "file" [ "124", "153" ])
    equal "ended by signal 15" (Child.describeEnd 143 "")

[<Fact>]
let ``the check finds no fault in what is right as far as it goes`` () =
    let fault isFile text =
        Measuring.findFault isFile 3.0 (parsed text)

    equal None (fault false $"length {16 <<< 20}\nstatus 141")
    equal None (fault false "length 5\nstatus 124")
    // A strategy that refuses a file.
    equal None (fault true "length 0\nstatus 1")

[<Fact>]
let ``producer and reader get two cores, and not two threads of one if there are more`` () =
    equal [ 0; 1; 2; 3; 8 ] (Machine.numbers "0-3,8")
    equal [] (Machine.numbers "")
    let pairs core = [ core / 2 * 2; core / 2 * 2 + 1 ]
    equal [ 0; 2 ] (Machine.chooseCores [ 0; 1; 2; 3 ] pairs)
    equal [ 4; 5 ] (Machine.chooseCores [ 4; 5 ] pairs)
    equal [] (Machine.chooseCores [ 3 ] pairs)

[<Fact>]
let ``results are kept by processor and kernel`` () =
    equal "acme-r-3000-6.1.2" (Machine.directoryName example.Machine)
