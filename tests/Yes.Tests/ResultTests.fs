/// Tests that the pages say what the kept results of the benchmark say, and tests of the arithmetic.
module Yes.Tests.ResultTests

open System
open System.IO
open System.Text.RegularExpressions
open Xunit
open Yes.Bench
open Yes.Bench.Duels
open Yes.Bench.Estimate

let private equal (expected: 'value) (actual: 'value) = Assert.Equal<'value>(expected, actual)
/// The project's directory. This assembly is in artifacts/bin/Yes.Tests/release.
let private root = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../../.."))

let private find path = Path.Combine(root, path)
let private kept = Report.kept (find "bench/results")
let private own name = { Name = name; Version = "" }

// To generate the tables again, run make bench-save NAME=NAME FROM=bench/results/NAME.tsv.
[<Fact>]
let ``all pages match the kept results`` () =
    Assert.NotEmpty kept

    for path, text in Report.files root kept do
        equal (path, text) (path, File.ReadAllText path)

[<Fact>]
let ``every kept result can be published`` () =
    for name, run in kept do
        equal (name, []) (name, Report.objections (List.map snd kept) run)
        Assert.True(FileInfo(find $"bench/results/{name}.tsv").Length <= 400_000L, name)

/// Sentences about speed, in documents. A sentence limits the ratios of two throughputs or, without a second
/// program, the share of a core that a program uses. The limits apply to some kinds of readers.
let private claims =
    let main = [ "pv"; "dd-128K"; "wc-l" ]

    [
        "README.md",
        "this `yes` fed `dd bs=128K` at least 1.5 times as fast as GNU `yes` 9.12",
        [ "auto", "GNU 9.12", [ "dd-128K" ], 1.5, infinity ]
        "README.md", "and used less than a third of a core.", [ "auto", "", [ "dd-128K" ], 0.0, 0.333 ]
        "README.md",
        "With plain `wc` or `dd`, which read more slowly, they were at most twice as fast.",
        [ "auto", "GNU 9.12", [ "wc"; "dd" ], 0.0, 2.0 ]
        "bench/README.md",
        "its interval lies within 4% of 1 with `dd-128K` and `pv`, and within 10% with `wc-l`.",
        [ "auto", "auto again", [ "dd-128K"; "pv" ], 0.96, 1.04; "auto", "auto again", [ "wc-l" ], 0.9, 1.1 ]
        "docs/strategies.md",
        "`vmsplice` is at least 2.5 times as fast as `native`, and with `wc -l`, at least 1.2 times as fast.",
        [
            "vmsplice", "native", [ "dd-128K" ], 2.5, infinity
            "vmsplice", "native", [ "wc-l" ], 1.2, infinity
        ]
        "docs/strategies.md",
        "With both readers, `tee` is at least 1.5 times as fast as `vmsplice`.",
        [ "tee", "vmsplice", [ "dd-128K"; "wc-l" ], 1.5, infinity ]
        "docs/strategies.md",
        "`auto` therefore uses less than a third of a core with `dd bs=128K` or `wc -l` as the reader.",
        [ "auto", "", [ "dd-128K"; "wc-l" ], 0.0, 0.333 ]
        "docs/strategies.md",
        "`auto` is therefore at least 1.2 times as fast as GNU `yes` 9.12 with a Unix socket.",
        [ "auto", "GNU 9.12", [ "socket" ], 1.2, infinity ]
        "docs/lessons/naive.cs",
        "`span` (bytes.cs) is at least 500 times as fast as `console`",
        [ "span", "console", main, 500.0, infinity ]
        "docs/lessons/naive.cs",
        "`streamwriter`, which works like the mended program, is at least 40 times as fast as `console`",
        [ "streamwriter", "console", main, 40.0, infinity ]
        "docs/lessons/bytes.cs",
        "`span`, which works like this program, is at least 5 times as fast as `streamwriter`",
        [ "span", "streamwriter", main, 5.0, infinity ]
    ]

/// The confidence interval of a claim in a run. Every program has met only auto, so the interval of the ratio
/// of two others comes from two intervals.
let private claimed program rival reader run =
    let autoAgainst name =
        if name = "auto" then
            Some(1.0, 1.0)
        else
            distinct _.Rival.Tool run
            |> List.tryFind (fun tool -> string tool = name)
            |> Option.bind (fun tool -> ratio tool reader run)
            |> Option.map interval

    if rival = "" then
        ofProgram _.Share (own program) reader run |> Option.map interval
    else
        (autoAgainst rival, autoAgainst program)
        ||> Option.map2 (fun (low, high) (low', high') -> low / high', high / low')

[<Fact>]
let ``every sentence about speed holds in all kept results`` () =
    for document, quotation, limits in claims do
        let text = File.ReadAllText(find document).Replace("\n//", "\n")
        Assert.Contains(quotation, Regex.Replace(text, @"\s+", " "))

        for program, rival, readers, least, most in limits do
            for name in readers do
                let intervals =
                    [
                        for machine, run in kept do
                            let run = withoutBusyRounds run

                            for reader in distinct _.Reader run do
                                for ends in Option.toList (claimed program rival reader run) do
                                    if reader.Name = name then
                                        machine, ends
                    ]

                // A claim about which nothing was measured would always hold.
                Assert.NotEmpty intervals

                for machine, (low, high) in intervals do
                    let found = $"{quotation} With {name} on {machine}: from {low} to {high}"
                    Assert.True(least <= low && high <= most, found)

/// A file of duels in which auto has the given throughputs and its rival has a throughput of 1. In each
/// round, the programs wait for the given share of the time.
let private runWaiting (waiting: float) (throughputs: float list) =
    parse (
        "# commit: 0123456789ab"
        :: "# cores: 0,1"
        :: String.concat "\t" columns
        :: [
            for reader in [ "pv"; "dd"; "dd-128K"; "wc"; "wc-l" ] do
                for i, rate in List.indexed throughputs do
                    let side rate = $"{rate}\t1000000\t1\t{1e6 * waiting}"
                    $"{i + 1}\t{reader}\t1\tauto\t\t{side rate}\tGNU\t9\t{side 1.0}\t"
        ]
    )

let private runOf = runWaiting 0.0
let private pv, gnu = { Name = "pv"; Version = "1" }, { Name = "GNU"; Version = "9" }
let private estimateOf throughputs = (ratio gnu pv (runOf throughputs)).Value

[<Fact>]
let ``the lowest and highest tenth of values change only the interval`` () =
    Assert.Equal(2.0, mean (estimateOf (9.0 :: List.replicate 9 2.0)), 6)
    // The mean is that of eight logarithms, of which seven are 0. The two ends of the ten count like their
    // neighbors, so two are 1, and their squared deviations from .2 are 1.6. The quantile of seven degrees of
    // freedom of Student's distribution is 2.3646.
    let low, high = interval (estimateOf (0.001 :: List.replicate 7 1.0 @ [ Math.E; 99.0 ]))
    let half = 2.364624 * sqrt (1.6 / (8.0 * 7.0))
    Assert.Equal(1.0 / 8.0 - half, log low, 5)
    Assert.Equal(1.0 / 8.0 + half, log high, 5)

[<Fact>]
let ``a verdict depends on the mean and its whole interval`` () =
    for expected, percent, error in
        [
            Faster, 5.0, 0.01
            Undecided, 5.0, 0.03
            Undecided, 2.5, 0.01
            Slower, -5.0, 0.01
            Undecided, -5.0, 0.03
            Undecided, -2.5, 0.01
            Equivalent, 1.0, 0.005
        ] do
        equal expected (judge 0.95 (Estimate(20.0, log (1.0 + percent / 100.0), error)))

    // Four rounds decide nothing, and their interval would say little.
    equal Undecided (judge 0.95 (estimateOf [ 3.0; 3.01; 3.02; 3.03 ]))
    equal "3.0" (Tables.range (interval (estimateOf [ 3.0; 3.01; 3.02; 3.03 ])))

[<Fact>]
let ``a difference is slower with one reader but undecided with five`` () =
    let five = runOf (0.951 :: List.replicate 4 0.919 @ List.replicate 4 0.984)
    let one = { five with Duels = List.filter (fun duel -> duel.Reader = pv) five.Duels }
    // The interval that people see lies below 1 only if the verdict is slower.
    let verdicts run = [ for found in comparisons run -> found.Verdict, snd (snd found.Throughput) < 1.0 ]
    equal [ Slower, true ] (verdicts one)
    equal (List.replicate 5 (Undecided, false)) (verdicts five)

[<Fact>]
let ``a run with errors, few rounds or much waiting can't be kept`` () =
    let throughputs = [ for i in 1..31 -> 1.0 + float i / 100.0 ]
    let good = runOf throughputs

    let withBusyRounds count =
        let either quiet busy = if quiet.Round > count then quiet else busy
        { good with Duels = List.map2 either good.Duels (runWaiting 0.06 throughputs).Duels }

    equal [] (Report.objections [ good ] (withBusyRounds 6))
    equal [] (Tables.notes good)
    Assert.StartsWith("In 6 of 31 rounds", Assert.Single(Tables.notes (withBusyRounds 6)))

    for words, run in
        [
            // A single duel is missing.
            "fewer than 31", { good with Duels = good.Duels.Tail }
            "busy", withBusyRounds 7
            "not committed", { good with Facts = [ "commit: 0123456789ab-dirty" ] }
            "failed", { good with Failures = [ "it quit" ] }
            "GNU 9 with wc 1",
            { good with Duels = good.Duels |> List.filter (fun duel -> duel.Reader.Name <> "wc") }
        ] do
        Assert.Contains(words, String.concat "; " (Report.objections [ good ] run))

[<Fact>]
let ``95% intervals contain the true means in 90% to 99% of runs`` () =
    let random = Random 1
    let noise () = exp (random.NextDouble() - 0.5)
    let auto, rivals = own "auto", [ for i in 1..4 -> { Name = "GNU"; Version = string i } ]

    // The programs of a round share noise. All true geometric means are 1.
    let simulate () =
        let duels round =
            let shared = noise ()
            let side tool = { Tool = tool; Rate = shared * noise (); Share = shared * noise (); Waited = 0.0 }
            [ for rival in rivals -> { Round = round; Reader = pv; Program = side auto; Rival = side rival } ]

        { Facts = []; Failures = []; Duels = List.collect duels [ 1..31 ] }

    let runs = List.init 400 (ignore >> simulate)

    for name, estimateOf in
        [
            "GiB/s", ofProgram _.Rate auto pv
            "core used", ofProgram _.Share auto pv
            "times as fast", ratio rivals.Head pv
        ] do
        let contains run =
            let low, high = interval (estimateOf run).Value
            low <= 1.0 && 1.0 <= high

        let found = float (runs |> List.filter contains |> List.length) / 400.0
        Assert.True(found >= 0.9 && found <= 0.99, $"{name}: {found}")
