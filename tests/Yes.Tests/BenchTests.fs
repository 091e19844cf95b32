/// The arithmetic of the benchmark, on made-up rounds: nothing is measured here.
module Yes.Tests.BenchTests

open System
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

let private rounds rates =
    [ for rate in rates -> round rate 0.0 0.0 ]

let private rateOf rates = { noRate with Rounds = rounds rates }

let private reader name =
    {
        Name = name
        Command = name
        BytesPerUnit = 1
    }

let private producer name group rates =
    {
        Name = name
        Group = group
        Language = if group = "strategy" then Some "C#" else None
        Version = None
        Command = [ "/bin/yes" ]
        Fault = None
        ExecutableBytes = None
        StartSeconds = None
        PeakMemoryBytes = None
        Rates = Map [ for name, rates in rates -> name, rateOf rates ]
    }

/// A comparison through pv and wc.
let private comparison producers =
    {
        SchemaVersion = currentSchema
        Complete = true
        Date = DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero)
        Commit = "aaaaaaaaaaaa-dirty"
        Machine =
            {
                Cpu = "ACME (R) 3000"
                Cores = 4
                Kernel = "6.1.2"
                Sdk = "10.0"
            }
        BusyCores = 0.0
        Settings =
            {
                SecondsPerRound = 0.25
                Rounds = 3
                Line = "y"
                Cores = [ 2; 3 ]
            }
        Readers = [ reader "pv"; reader "wc" ]
        Absent = []
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

/// The cells of the rows in tables of Markdown that begin with that name.
let private cells (text: string) name =
    [
        for line in text.Split '\n' do
            let row = [ for cell in line.Trim('|').Split '|' -> cell.Trim() ]

            if row.Head = name then
                row
    ]

[<Fact>]
let ``the median is the middle, or the mean of the two in the middle`` () =
    equal (Some 2.0) (median [ 9.0; 1.0; 2.0 ])
    equal (Some 4.0) (median [ 9.0; 1.0; 2.0; 6.0 ])
    equal None (median [])

[<Theory>]
// By the table of the sign test: the largest k with P(X < k) of at most 2.5 % for n coins.
[<InlineData(1, 1)>]
[<InlineData(5, 1)>]
[<InlineData(6, 1)>]
[<InlineData(8, 1)>]
[<InlineData(9, 2)>]
[<InlineData(11, 2)>]
[<InlineData(12, 3)>]
[<InlineData(20, 6)>]
[<InlineData(40, 14)>]
[<InlineData(666, 308)>]
let ``the interval goes from the k-th smallest to the k-th largest`` (n: int, k: int) =
    let summary = (summarise [ for i in n .. -1 .. 1 -> float i ]).Value
    equal (float k) summary.Low
    equal (float (n + 1 - k)) summary.High

[<Fact>]
let ``a rate is noisy if its interval reaches further than 10 %, or comes from fewer than six rounds`` () =
    let isNoisy count low high =
        isNoisy
            count
            {
                Median = 100.0
                Low = low
                High = high
            }

    Assert.False(isNoisy 6 90.0 110.0)
    Assert.True(isNoisy 6 90.0 111.0)
    Assert.True(isNoisy 6 89.0 110.0)
    Assert.True(isNoisy 5 100.0 100.0)
    Assert.False(Statistics.isNoisy 1 { Median = 0.0; Low = 0.0; High = 0.0 })
    Assert.False((rateOf (List.replicate 6 1.0)).Noisy)
    Assert.True((rateOf (alternating 2.0 4.0)).Noisy)
    Assert.True((rateOf [ 1.0; 1.0; 1.0 ]).Noisy)

[<Fact>]
let ``rounds that lost much more than the best don't count, whatever their rate`` () =
    let counts rounds =
        [ for round in choose rounds -> if round.Counts then 1 else 0 ]

    let good = List.replicate 6 (round 1.0 0.1 0.1)
    equal [] (counts [])
    // Stolen and other time add up; 0.1 cores more than the best are tolerated.
    let others =
        [
            round 5.0 0.1 0.19
            round 9.0 0.2 0.11
            round 1.0 0.25 0.04
            round 9.0 0.0 0.5
        ]

    equal [ 1; 1; 1; 1; 1; 1; 1; 0; 1; 0 ] (counts (good @ others))
    // Six count in any case, and the better half.
    let ever = [ for i in 1..16 -> round 1.0 (float (i * i)) 0.0 ]
    equal [ 1; 1; 1; 1; 1; 1 ] (counts (List.take 6 ever))
    equal [ 1; 1; 1; 1; 1; 1; 0; 0 ] (counts (List.take 8 ever))
    equal [ 1; 1; 1; 1; 1; 1; 1; 1; 0; 0; 0; 0; 0; 0; 0; 0 ] (counts ever)

[<Fact>]
let ``figures come from the rounds that count`` () =
    let rate =
        { noRate with
            Rounds =
                [
                    round 1.0 0.0 0.0
                    { round 3.0 0.0 0.0 with
                        CpuSeconds = 1.5
                        Cpu = 0.75
                    }
                    { round 2.0 0.0 0.0 with
                        CpuSeconds = 4.0
                        Cpu = 0.5
                    }
                    { round 99.0 0.0 0.0 with
                        Counts = false
                        Cpu = 9.0
                    }
                ]
        }

    equal (2.0 * gibibyte) rate.BytesPerSecond.Value.Median
    equal (1.0 * gibibyte) rate.BytesPerSecond.Value.Low
    equal (3.0 * gibibyte) rate.BytesPerSecond.Value.High
    equal (Some 0.5) rate.Cpu
    equal (Some 0.5) rate.CpuSecondsPerGiB
    equal 3 (rate.Counted().Length)

    equal
        0.5
        { round 1.0 0.0 0.0 with
            Bytes = 2L
            Seconds = 4.0
        }
            .BytesPerSecond

[<Fact>]
let ``a round is repeated while too few count, and a rate with a fault is not measured again`` () =
    let lost =
        { noRate with
            Rounds =
                [
                    round 1.0 0.0 0.0
                    round 1.0 0.0 0.0
                    { round 1.0 0.9 0.0 with
                        Counts = false
                    }
                ]
        }

    Assert.True(Measuring.needs 3 4 lost)
    Assert.False(Measuring.needs 2 4 lost)
    Assert.True(Measuring.needs 2 2 lost)
    Assert.False(Measuring.needs 3 1 { lost with Fault = Some "" })
    equal 12 (mostRounds 9)

[<Fact>]
let ``each round begins with another producer, and takes all of them within a reader`` () =
    equal [ "x", 1; "x", 2; "x", 3; "z", 1; "z", 2; "z", 3 ] (Measuring.plan 0 [ "x"; "z" ] [ 1; 2; 3 ])
    equal [ "x", 2; "x", 3; "x", 1 ] (Measuring.plan 1 [ "x" ] [ 1; 2; 3 ])
    equal [ "x", 3; "x", 1; "x", 2 ] (Measuring.plan 5 [ "x" ] [ 1; 2; 3 ])
    equal [] (Measuring.plan 1 [ "x" ] ([]: int list))

[<Fact>]
let ``beyond doubt is what lies outside of both intervals`` () =
    let verdict low high pastLow pastHigh =
        judge
            (6,
             {
                 Median = (low + high) / 2.0
                 Low = low
                 High = high
             })
            (6,
             {
                 Median = (pastLow + pastHigh) / 2.0
                 Low = pastLow
                 High = pastHigh
             })

    equal "faster" (verdict 11.0 12.0 9.0 10.0)
    equal "slower" (verdict 9.0 10.0 11.0 12.0)
    equal "no difference shown" (verdict 9.5 10.5 9.0 10.0)
    equal "too noisy" (verdict 5.0 10.5 9.0 10.0)
    equal "too noisy" (verdict 9.5 10.5 5.0 11.0)
    let quiet = { Median = 1.0; Low = 1.0; High = 1.0 }
    equal "too noisy" (judge (5, quiet) (6, { quiet with Low = 9.0; High = 9.0 }))
    equal "too noisy" (judge (6, quiet) (5, { quiet with Low = 9.0; High = 9.0 }))

[<Fact>]
let ``figures are shown with as many digits as they are worth`` () =
    equal "0 B/s" (Format.rate 0.0)
    equal "0.500 B/s" (Format.rate 0.5)
    equal "1020 B/s" (Format.rate 1023.0)
    equal "1.00 KiB/s" (Format.rate 1024.0)
    equal "3.33 MiB/s" (Format.rate (3.333 * 1024.0 ** 2.0))
    equal "61.0 GiB/s" (Format.rate (61.04 * gibibyte))
    equal "203 GiB/s" (Format.rate (202.6 * gibibyte))
    equal "2050 TiB/s" (Format.rate (2048.0 * 1024.0 ** 4.0))
    equal "12 %" (Format.percent 0.1234)
    equal "1.5 ms" (Format.milliseconds 0.00149)
    equal "×61.2" (Format.ratio 61.21)
    equal "×0.100" (Format.ratio 0.1)
    equal "1/2600" (Format.ratio (1.0 / 2600.0))
    equal "×0" (Format.ratio 0.0)

    let interval =
        {
            Median = gibibyte
            Low = 0.5 * gibibyte
            High = 1.25 * gibibyte
        }

    equal "0.500–1.25" (Format.interval interval)
    equal "a b\nccc" (Format.wrap 5 "a b ccc")

[<Fact>]
let ``who divides two rates of the page gets the ratio of the page`` () =
    // 3.034 and 1.996 are shown as 3.03 and 2.00; undivided by rounding it would be 1.520.
    equal (Some 1.515) (Format.ratioOf (3.034 * gibibyte) (1.996 * gibibyte))
    equal None (Format.ratioOf 1.0 0.0)
    let random = Random 1

    let factor unit =
        1024.0 ** float (Array.IndexOf([| "B"; "KiB"; "MiB"; "GiB"; "TiB" |], unit))

    for _ in 1..1000 do
        let one, other =
            2.0 ** (random.NextDouble() * 45.0), 2.0 ** (random.NextDouble() * 45.0)

        let shown (value: float) =
            let words = (Format.bytes value).Split ' '
            float words[0] * factor words[1]

        Assert.Equal(
            shown one / shown other,
            (Format.ratioOf one other).Value,
            1e-9 * shown one / shown other
        )

[<Fact>]
let ``ratios are to the first GNU yes and to the same in C, through the same reader`` () =
    let fast, gnu = example.Producers.Head, example.Producers[2]
    equal (Some 10.0) (ratioToGnu example (reader "pv") fast)
    equal (Some 0.6) (ratioToGnu example (reader "wc") fast)
    equal (Some 0.75) (ratioToC example (reader "pv") fast)
    equal (Some 0.75) (ratioToC example (reader "wc") fast)
    equal None (ratioToC example (reader "pv") example.Producers[1])
    equal (Some 1.0) (ratioToGnu example (reader "pv") gnu)
    equal None (ratioToGnu (comparison [ fast ]) (reader "pv") fast)

[<Fact>]
let ``the report has every figure in the row of its producer and the column of its reader`` () =
    let text = Report.text 110 example
    equal [ "pv"; "to GNU 9.1"; "to C"; "CPU"; "95 %" ] (cells text "producer").Head.Tail
    equal [ "30.0 GiB/s"; "×10.0"; "0.75"; "25 %"; "30.0–30.0" ] (cells text "fast").Head.Tail
    equal [ "3.00 GiB/s"; "×0.600"; "0.75"; "25 %"; "2.00–4.00" ] (cells text "fast" |> List.item 1).Tail
    equal [ "40.0 GiB/s"; "×13.3"; "–"; "25 %"; "40.0–40.0" ] (cells text "fast in C").Head.Tail
    equal [ "3.00 GiB/s"; "×1.00"; "–"; "25 %"; "2.90–3.10" ] (cells text "GNU 9.1").Head.Tail
    equal [ "–"; "0.017"; "–"; "–" ] (cells text "fast" |> List.item 2).Tail
    let flat = Regex.Replace(text, @"\s+", " ")
    Assert.Contains("fewer than 6 rounds: fast through wc.", flat)

    Assert.Contains(
        "ACME (R) 3000, 4 cores, Linux 6.1.2, .NET SDK 10.0, 2026-01-02, commit aaaaaaaaaaaa-dirty",
        flat
    )

    Assert.Contains("medians of 3 rounds of 0.25 s. Producers ran on core 2, readers on core 3.", flat)
    Assert.Contains("24 rounds were measured again, and 0 left out", flat)
    equal "fast writes 30.0 GiB/s to pv, ×10.0 the rate of GNU 9.1" (Report.title example)

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
        Report.text
            110
            { comparison [ failed; wrong ] with
                Complete = false
                BusyCores = 0.5
                Absent = [ "GNU"; "toybox" ]
            }

    let flat = Regex.Replace(text, @"\s+", " ")
    Assert.Contains(Report.incomplete, flat)
    Assert.Contains("Wrong output of two, hence no rate: byte 1", flat)
    Assert.Contains("No rate of one through wc: it broke", flat)
    Assert.Contains("Not a byte of one through pv in 1 of 3 rounds.", flat)
    Assert.Contains("0.50 cores were taken before the run began", flat)
    Assert.Contains("Absent: GNU, toybox.", flat)
    equal [ "two"; "–"; "–"; "–"; "–"; "–" ] (cells text "two").Head

[<Fact>]
let ``a narrow terminal gets the first columns of the table`` () =
    let table width =
        Report.rates width example (reader "pv") [ reader "wc" ]

    equal [ "producer"; "pv"; "to GNU 9.1"; "to C"; "CPU"; "95 %"; "wc" ] (cells (table 200) "producer").Head

    for width in 13..100 do
        let lines = (table width).Split '\n'
        Assert.True(lines[0].Length <= width)
        Assert.StartsWith("| producer", lines[0])

    equal [ "producer"; "pv"; "to GNU 9.1" ] (cells (table 40) "producer").Head

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
let ``a round is read from what the script prints`` () =
    match Readers.evaluate { reader "wc" with BytesPerUnit = 100 } (parsed printed) with
    | Error fault -> failwith fault
    | Ok round ->
        equal 60000L round.Bytes
        equal 1.5 round.Seconds
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

[<Fact>]
let ``a producer that ends, and a reader that fails, have no rate`` () =
    let fault (from: string) (into: string) name =
        match Readers.evaluate (reader name) (parsed (printed.Replace(from, into))) with
        | Ok _ -> "none"
        | Error fault -> fault

    equal "none" (fault "124" "137" "pv")
    equal "a complaint" (fault "124" "0" "pv")
    equal "pv: 600 and more words" (fault "reader 0" "reader 1" "pv")
    equal "pv: and more words" (fault "0 600" "0" "pv")
    equal "it could not be stopped" (fault "writer" "x" "pv")
    equal "none" (fault "0 600" $"0 {1 <<< 30}" "file")

    equal
        "a complaint"
        (fault "124\nmemory 100\nelapsed 10.25 11.75\nreader 0 600" "153\nelapsed 1 2\nreader 0 600" "file")

    equal
        "none"
        (fault
            "124\nmemory 100\nelapsed 10.25 11.75\nreader 0 600"
            $"153\nelapsed 1 2\nreader 0 {1 <<< 30}"
            "file")

[<Fact>]
let ``the check names the first wrong byte, an end and silence`` () =
    let fault isFile text =
        Measuring.findFault isFile 3.0 (parsed text)

    let whole = 16 <<< 20
    equal None (fault false $"length {whole}\nstatus 141")
    equal None (fault false "length 5\nstatus 124")
    equal None (fault true "length 5\nstatus 1")
    equal (Some "byte 500002 is 0x78, not 0xc3") (fault false "differs 500003 170 303\nlength 9\nstatus 124")
    equal (Some "byte 0 is 0x0a, not 0x79") (fault true "differs 1 12 171\nlength 9\nstatus 1")
    equal (Some "ended after 26 bytes: a complaint") (fault false "length 26\nstatus 3")
    equal (Some "nothing in 3 seconds") (fault false "length 0\nstatus 124")

[<Fact>]
let ``the end of a program is described by its words, else by its status`` () =
    equal "why" (Child.describeEnd 1 "why")
    equal "exit status 3" (Child.describeEnd 3 "")
    equal "ended by signal 15" (Child.describeEnd 143 "")

[<Fact>]
let ``the times of starts are differences`` () =
    equal [ 0.5; 0.25 ] (Readers.starts (parsed "before 1\nstart 1.0 1.5\nstart 2.0 2.25\nstart 3\n"))

[<Fact>]
let ``producer and reader get two cores, and not two threads of one if there are more`` () =
    equal [ 0; 1; 2; 3; 8 ] (Machine.numbers "0-3,8")
    equal [] (Machine.numbers "")
    let pairs core = [ core / 2 * 2; core / 2 * 2 + 1 ]
    equal [ 0; 2 ] (Machine.chooseCores [ 0; 1; 2; 3 ] pairs)
    equal [ 4; 5 ] (Machine.chooseCores [ 4; 5 ] pairs)
    equal [ 1; 7 ] (Machine.chooseCores [ 1; 7 ] (fun core -> [ core ]))
    equal [] (Machine.chooseCores [ 3 ] pairs)

[<Fact>]
let ``results are kept by processor and kernel`` () =
    equal "acme-r-3000-6.1.2" (Machine.directoryName example.Machine)

[<Fact>]
let ``the same in C follows its strategy`` () =
    let strategy name = producer name "strategy" []
    let inC = [ producer "b" "C" []; producer "other" "C" [] ]

    equal
        [ "a"; "b"; "b in C" ]
        [
            for one in Producers.interleave Comparison.inC inC [ strategy "a"; strategy "b" ] -> one.Name
        ]
