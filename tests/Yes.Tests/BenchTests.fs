/// Tests of the benchmark's arithmetic, its rules, and the documents that it writes. They measure nothing.
module Yes.Tests.BenchTests

open System.IO
open System.Text.RegularExpressions
open System.Xml.Linq
open Xunit
open Yes.Bench
open Yes.Bench.Run
open Yes.Bench.Comparison
open Yes.Bench.Statistics

let private equal (expected: 'T) (actual: 'T) = Assert.Equal<'T>(expected, actual)

let private read path = File.ReadAllText(Project.find path)

/// The saved runs.
let kept = Results.readAll (Project.find "bench/results")

let private documents = [ for document, root in Pages.documents -> document, root, read document ]

// If you changed a document on purpose, run make bench-save OUT=bench/results/NAME NAME=NAME.
[<Fact>]
let ``documents match the saved results`` () =
    for name, run in kept do
        let files = Results.files "../../../" run
        let directory = Project.find $"bench/results/{name}"

        equal
            (Set("results.json" :: List.map fst files))
            (Set [ for path in Directory.GetFiles directory -> string (Path.GetFileName path) ])

        for file, text in files do
            equal text (read $"bench/results/{name}/{file}")

    equal (Pages.ratios kept) (read "bench/results/ratios.svg")

    for _, root, text in documents do
        equal (Pages.write kept root text) text

[<Fact>]
let ``only marked blocks contain measured numbers`` () =
    for document, _, text in documents do
        // A transcript shows the numbers of one moment, and the text beside it says so.
        let text = Regex.Replace(Pages.marked.Replace(text, ""), @"(?s)```console.*?```|\s+", " ")

        let found = Regex.Matches(text, @"[\d.]+ ?[KMGT]iB/s|×[\d.]+|[\d.]+ times (as|the) \w+")
        equal (document, []) (document, [ for number in found -> number.Value ])

let private pv =
    {
        Name = "pv 1.6"
        Channel = "pipe"
        Program = "pv"
        Arguments = "> /dev/null"
        BytesPerUnit = 1
        Sha256 = None
    }

let private wc = { pv with Name = "wc 9.1"; Program = "wc"; BytesPerUnit = 2 }

/// A writer with one sample for each number of bytes. Each sample took two seconds with pv.
let private writer name kind (bytes: float list) =
    let sample i bytes =
        {
            Round = i + 1
            At = None
            StartSeconds = 0.001
            Bytes = bytes
            Seconds = 2.0
            WriterCpuSeconds = 0.5
            ReaderCpuSeconds = 0.25
        }

    { Programs.writer name kind [ name ] with
        Rates = Map [ pv.Name, { Fault = None; Samples = List.mapi sample bytes } ]
    }

/// A run that measured its writers only with pv.
let private run writers =
    { snd kept.Head with
        Commit = "0123456789ab"
        Settings = { (snd kept.Head).Settings with Rounds = 21 }
        Readers = [ pv ]
        Writers = writers
    }

/// Changes all samples of a writer.
let private mapSamples change (writer: Writer) =
    { writer with
        Rates = writer.Rates |> Map.map (fun _ rate -> { rate with Samples = List.mapi change rate.Samples })
    }

let private good =
    run
        [
            writer "auto" Kind.Strategy (List.replicate 9 4.0)
            writer "GNU 9.1" Kind.Peer (List.replicate 9 2.0)
        ]

[<Fact>]
let ``make bench-save rejects incomplete results`` () =
    equal [] (Program.objections good)

    for words, run in
        [
            "21 rounds", { good with Settings = { good.Settings with Rounds = 20 } }
            "line", { good with Settings = { good.Settings with Line = "no" } }
            "committed", { good with Commit = "" }
            "committed", { good with Commit = "0123456789ab-dirty" }
            "missing", { good with Writers = writer "auto" Kind.Strategy [] :: good.Writers.Tail }
        ] do
        Assert.Contains(words, String.concat "; " (Program.objections run))

    let json = Results.write good

    for text in [ json.Replace("\"commit\": \"0123456789ab\",", ""); json[..1000] ] do
        Assert.ThrowsAny<exn>(fun () -> Results.parse text |> ignore) |> ignore

[<Fact>]
let ``a sign test determines the confidence interval`` () =
    equal None (summarise [])
    // If a program is half as fast in one round and twice as fast in the next, the median ratio is 1.
    equal (Some { Median = 1.0; Low = 0.0; High = infinity }) (summarise [ 0.5; 2.0 ])

    // In a sign test of n measurements, k is the largest number for which P(fewer than k measurements are
    // below the true median) <= 2.5%. Five measurements are too few.
    for n, k in [ 6, 1; 8, 1; 9, 2; 11, 2; 12, 3; 20, 6; 41, 14; 500, 228 ] do
        let summary = (summarise [ for i in n .. -1 .. 1 -> float i ]).Value
        equal (n, float k, float (n + 1 - k)) (n, summary.Low, summary.High)

    equal infinity (summarise [ 1.0 .. 5.0 ]).Value.High

[<Fact>]
let ``a verdict depends on the median and its whole interval`` () =
    for expected, low, median, high in
        [
            "faster", 1.01, 1.05, 1.3
            "undecided", 0.99, 1.05, 1.3
            "undecided", 1.01, 1.02, 1.05
            "slower", 0.7, 0.95, 0.99
            "undecided", 0.7, 0.95, 1.01
            "no relevant difference", 0.98, 1.0, 1.02
            "no relevant difference", 1.01, 1.015, 1.02
            "undecided", 0.96, 1.0, 1.02
            "undecided", 0.0, 0.95, infinity
        ] do
        equal expected (judge { Median = median; Low = low; High = high })

[<Fact>]
let ``more comparisons require more rounds`` () =
    let verdicts names =
        let six bytes = List.replicate 6 bytes

        [
            for name in names do
                writer name Kind.Strategy (six 2.0)
                { writer $"{name} of the base" Kind.Base (six 1.0) with CounterpartOf = Some name }
        ]
        |> run
        |> findings
        |> List.map _.Verdict

    equal [ "faster" ] (verdicts [ "native" ])
    equal [ "undecided"; "undecided" ] (verdicts [ "native"; "tee" ])

[<Fact>]
let ``a ratio uses only the rounds that measured both writers`` () =
    let auto = writer "auto" Kind.Strategy [ 2.0; 8.0; 2.0 ]
    let change i sample = { sample with Round = i + 2 }
    let gnu = mapSamples change (writer "GNU 9.1" Kind.Peer [ 1.0; 1.0; 9.0 ])
    equal 4.0 (ratioTo (Some gnu) pv auto).Value.Median

[<Fact>]
let ``the report says what is missing`` () =
    equal [] (Report.notes good)
    let faulty = { good with Writers = [ { good.Writers.Head with Fault = Some "it quit" } ] }
    Assert.Contains("it quit", (Report.notes faulty).Head)

[<Fact>]
let ``the report can be generated without GNU yes`` () =
    for name, bytes in [ "auto", [ 1000.0 ]; "auto", []; "<a & b>", [ 0.5; 1000.0 ] ] do
        for file, text in Results.files "" (run [ writer name Kind.Strategy bytes ]) do
            if file.EndsWith ".svg" then
                XDocument.Parse text |> ignore

[<Fact>]
let ``each round measures every correct writer`` () =
    let calls = ResizeArray<string>()
    let names = "count elapsed start writer_ran reader_ran"
    let numbers = Map [ for name in names.Split ' ' -> name, 9e9 ]

    let sample _ (reader: Reader) (writers: Writer list) =
        let name = String.concat "+" [ for writer in writers -> List.last writer.Command ]
        calls.Add $"{name} into {reader.Program}"

        match name, reader.Program with
        | "liar", "verify" -> Error "verify: wrong"
        | "weak", "wc" -> Error "it ended: no"
        | _ -> Ok [ for _ in writers -> numbers ]

    // Any file that is not a script can stand in for the program.
    let program = typeof<Run>.Assembly.Location

    let writers =
        [ for name in [ "good"; "liar"; "weak" ] -> Programs.writer name Kind.Peer [ program; name ] ]

    let readers = [ pv; { wc with Channel = "socket" } ]

    let run =
        Measuring.measure
            sample
            (Programs.verify "verify")
            { good with
                Settings = { good.Settings with Rounds = 4 }
                Readers = readers
                Writers = writers
            }

    equal [ None; Some "verify: wrong"; None ] (List.map _.Fault run.Writers)
    equal [ None; None; Some "it ended: no" ] [ for writer in run.Writers -> writer[wc].Fault ]
    let first = run.Writers.Head[wc].Samples.Head
    equal (18e9, 9.0, 9.0) (first.Bytes, first.Seconds, first.WriterCpuSeconds)

    equal 4 run.Writers.Head[wc].Samples.Length

    // The first of the five rounds doesn't count.
    for name, counts in [ "good", [ 1; 5; 5 ]; "liar", [ 1; 0; 0 ]; "weak", [ 1; 5; 1 ] ] do
        let count reader = calls |> Seq.filter ((=) $"{name} into {reader}") |> Seq.length
        equal (name, counts) (name, List.map count [ "verify"; "pv"; "wc" ])

[<Fact>]
let ``programs that the report compares run one after the other`` () =
    let order writers = Measuring.order { good.Settings with Rounds = 500 } [ pv; wc ] writers
    let strategy name = writer name Kind.Strategy []
    let other kind = { writer "other" kind [] with CounterpartOf = Some "native" }
    let peers = [ for name in [ "p"; "q"; "r" ] -> writer name Kind.Peer [] ]
    let steps = order (strategy "native" :: other Kind.Technique :: strategy "auto" :: peers)

    for _, group in List.groupBy (fun (round, reader: Reader, _) -> round, reader.Name) steps do
        let names = [ for _, _, names in group -> List.exactlyOne names ]
        equal 7 names.Length

        for name, partner in [ "p", "auto"; "q", "auto"; "r", "auto"; "other", "native" ] do
            let neighbours =
                List.pairwise names |> List.collect (fun (one, other) -> [ one, other; other, one ])

            Assert.Contains((name, partner), neighbours)

    let rounds =
        steps
        |> List.groupBy (fun (round, _, _) -> round)
        |> List.map (snd >> List.map (fun (_, reader: Reader, names) -> reader.Name, names))

    Assert.True((List.distinct rounds).Length > 250)

    // A strategy and its counterpart from another commit take turns in one sample.
    let duels = order [ strategy "native"; other Kind.Base ]

    equal
        [ [ "native"; "other" ]; [ "other"; "native" ] ]
        (duels |> List.map (fun (_, _, names) -> names) |> List.distinct |> List.sort)

[<Fact>]
let ``writer and reader get cores that share a cache`` () =
    let choose rows =
        Machine.parseProcessors ("CPU CORE L1d:L1i:L2:L3\n" + String.concat "\n" rows)
        |> Machine.choose
        |> List.map _.Number

    equal [ 0; 1 ] (choose [ "0 0 0:0:0:0"; "1 1 1:1:1:0"; "2 0 0:0:0:0"; "3 1 1:1:1:0" ])
    equal [ 0; 2 ] (choose [ "  0    0 0:0:0:0"; "  1    0 0:0:0:0"; "  2    1 1:1:1:0" ])
    equal [ 2; 3 ] (choose [ "0 0 0:0:0:0"; "1 1 1:1:1:1"; "2 2 2:2:2:2"; "3 3 3:3:3:2" ])
    equal [ 0; 4 ] (choose [ "0 0 -"; "4 0 -" ])
    equal [] (choose [ "3 0 0:0:0:0" ])
