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
/// The project's directory. This assembly is in artifacts/bin/Yes.Tests/debug.
let private root = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../../.."))

let private find path = Path.Combine(root, path)
let private kept = Page.kept (find "bench/results")

// If you changed a page on purpose, run make bench-save NAME=NAME FROM=bench/results/NAME.tsv.
[<Fact>]
let ``all pages match the kept results`` () =
    Assert.NotEmpty kept

    for path, text in Page.files root do
        equal (path, text) (path, File.ReadAllText path)

[<Fact>]
let ``every kept result comes from one commit and can be published`` () =
    for name, run in kept do
        equal (name, []) (name, Page.objections run)
        Assert.True(FileInfo(find $"bench/results/{name}.tsv").Length <= 400_000L, name)

    Assert.Single(kept |> List.map (fun (_, run) -> fact "commit" run) |> List.distinct) |> ignore

/// The text of each document, without the generated block.
let private documents =
    [
        for pattern, directory in [ "*.md", "."; "*", "docs"; "README.md", "bench" ] do
            for path in Directory.GetFiles(find directory, pattern) do
                path, Regex.Replace(File.ReadAllText path, "(?s)<!-- bench -->.*<!-- /bench -->", "")
    ]

/// The conditions that follow a sentence in a comment. A condition limits the ratio of two throughputs, as
/// in "holds: 1.5 <= auto / GNU 9.12 into wc-l", or the share of a core that one program uses, as in "holds:
/// auto into wc-l <= 0.1".
let private stated =
    [
        for _, text in documents do
            for found in Regex.Matches(text, @"(?m)holds: (.*?)( -->|$)") do
                found.Groups[1].Value
    ]

/// The condition that each lesson promises in its first comment, for all readers or for one.
let private promised =
    [
        for path in Directory.GetFiles(find "docs/lessons", "*.cs") do
            let text = (File.ReadAllText path).Replace("\n//", "")
            let promise = @"`(\S+)`[^`]* is at least (\d+) times as fast as `(\S+)`( into (\w+))?"
            let parts = Regex.Match(text, promise).Groups
            let readers = if parts[5].Success then parts[5].Value else "pv dd-128K wc-l"
            $"{parts[2]} <= {parts[1]} / {parts[3]} into {readers}"
    ]

/// Checks a condition in every kept run that measured its programs. For each reader, the whole confidence
/// interval has to meet the condition.
let private check condition =
    let parts =
        Regex
            .Match(condition, @"^(?:([\d.]+) <= )?(.+?)(?: / (.+))? into ([\w -]+?)(?: <= ([\d.]+))?$")
            .Groups
        |> Seq.map _.Value
        |> Array.ofSeq

    for name in parts[4].Split ' ' do
        let intervals =
            [
                for _, run in kept do
                    for reader in run.Duels |> List.map _.Reader |> List.distinct do
                        if Show.plainName reader = name then
                            let against rival = ratio parts[2] rival reader run |> Option.map interval

                            match against parts[3], against "auto", ratio "auto" parts[3] reader run with
                            | None, Some one, Some other ->
                                Some(fst one * fst (interval other), snd one * snd (interval other))
                            | _ when parts[3] = "" ->
                                sides parts[2] reader run
                                |> List.map _.Share
                                |> estimate
                                |> Option.map interval
                            | direct, _, _ -> direct
            ]
            |> List.choose id

        // A condition for which nothing was measured would always hold.
        Assert.True(not intervals.IsEmpty, $"{condition}: no run has measured this with {name}")

        for low, high in intervals do
            let holds = (parts[1] = "" || float parts[1] <= low) && (parts[5] = "" || high <= float parts[5])

            Assert.True(holds, $"{condition}: with {name}, from {low} to {high}")

[<Fact>]
let ``every sentence about speed holds in all kept results`` () =
    Assert.NotEmpty stated
    List.iter check (stated @ promised)

/// A file of duels in which auto has the given throughputs and its rival has a throughput of 1.
let private runOf (throughputs: float list) =
    parse (
        "# commit: 0123456789ab"
        :: "round\treader"
        :: [
            for reader in [ "pv"; "dd"; "dd-128K"; "wc"; "wc-l" ] do
                for i, rate in List.indexed throughputs do
                    let side rate = $"{rate}\t1000000\t1\t1\t1"
                    $"{i + 1}\t{reader} 1\tauto\tGNU 9\t{side rate}\t{side 1.0}\t1\t1"
        ]
    )

[<Fact>]
let ``Student's distribution determines the confidence interval`` () =
    let found = (ratio "auto" "GNU 9" "pv 1" (runOf [ 1.0; 2.0; 4.0 ])).Value
    let low, high = interval found
    Assert.Equal(2.0, mean found, 6)
    // The standard error of the logarithms is ln 2 / sqrt 3, and the quantile of two degrees of freedom is
    // 4.3027.
    Assert.Equal(2.0 * 2.0 ** (4.302653 / sqrt 3.0), high, 4)
    Assert.Equal(4.0, low * high, 6)
    equal (0.0, infinity) (interval (ratio "auto" "GNU 9" "pv 1" (runOf [ 3.0 ])).Value)
    // A tenth of the duels at each end changes only the interval.
    Assert.Equal(2.0, mean (ratio "auto" "GNU 9" "pv 1" (runOf (9.0 :: List.replicate 9 2.0))).Value, 6)
    // Seen from the rival, the ratio is the inverse.
    Assert.Equal(0.5, mean (ratio "GNU 9" "auto" "pv 1" (runOf [ 1.0; 2.0; 4.0 ])).Value, 6)

[<Fact>]
let ``a verdict depends on the mean and its whole interval`` () =
    for expected, percent, error in
        [
            "faster", 5.0, 0.01
            "undecided", 5.0, 0.04
            "undecided", 2.5, 0.01
            "slower", -5.0, 0.01
            "undecided", -5.0, 0.04
            "no relevant difference", 1.0, 0.005
            "undecided", 1.0, 0.02
        ] do
        let estimate =
            {
                LogMean = log (1.0 + percent / 100.0)
                Variance = error ** 2.0
                Count = 20
                Spread = 0.9, 1.1
            }

        equal expected (judge 0.95 estimate)

[<Fact>]
let ``a run with errors or few rounds can't be kept`` () =
    let good = runOf [ for i in 1..31 -> 1.0 + float i / 100.0 ]
    equal [] (Page.objections good)

    for words, run in
        [
            "31 rounds", { good with Duels = good.Duels |> List.filter (fun duel -> duel.Round < 31) }
            "committed", { good with Facts = [ "commit: 0123456789ab-dirty" ] }
            "failed", { good with Failures = [ "it quit" ] }
        ] do
        Assert.Contains(words, String.concat "; " (Page.objections run))
