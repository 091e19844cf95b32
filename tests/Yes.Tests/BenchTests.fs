/// The arithmetic and the wiring of the benchmark: nothing is measured here.
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

let private machine = { Cpu = "ACME (R) 3000"; Cores = 4; Kernel = "6.1.2"; Sdk = "10.0"; BusyCores = 0.5 }

let private settings = { SecondsPerRound = 0.25; Rounds = 7; Line = "y"; Cores = [ 2; 3 ] }

let private pv, private wc =
    { Name = "pv 1.6"; Command = "pv -n > /dev/null"; BytesPerUnit = 1 },
    { Name = "wc 9.1"; Command = "wc -l"; BytesPerUnit = 2 }

/// A producer that is a program, not a script.
let private producer name group =
    Producers.producer name group (Some "F#") None [ typeof<Comparison>.Assembly.Location; name ]

/// All that was asked of the script that takes a sample, and what came of answers that never differ.
let private calls, private measured =
    let calls = ResizeArray<string>()

    let sample mode argument (seconds: float) command =
        calls.Add(String.concat " " ([ mode; argument; string seconds ] @ command))
        Readers.parse "memory 2\nstatus 124\nstart 5 5.25\nelapsed 1 3\nwriter 0.5 0.25\nreader 0 9" ""

    [ for name in [ "a"; "b"; "c" ] -> producer name "strategy" ]
    |> Measuring.measure sample "0123456789ab" machine settings [ pv; wc ]
    |> fun comparison -> List.ofSeq calls, comparison

[<Fact>]
let ``all is checked, then each round has a start of each, and each reader all of them in another order`` () =
    let commands =
        [ for name in [ "a"; "b"; "c" ] -> String.concat " " ((producer name "").Command @ [ "y" ]) ]

    let rotated round = List.permute (fun i -> (i + commands.Length - round % 3) % 3) commands
    let memory = "time -q -a -o /dev/fd/3 -f memory %M"

    equal
        [
            for command in commands do
                $"check 1 5 {memory} {command}"
                $"check 16777216 300 {memory} {command}"
            for round in 1 .. settings.Rounds do
                for command in rotated round do
                    $"start  0 {command}"

                for reader in [ pv; wc ] do
                    for command in rotated round do
                        $"rate {reader.Command} 0.25 {command}"
        ]
        calls

    let all value = List.replicate settings.Rounds value

    for one in measured.Producers do
        equal (None, Some 2048L, all 0.25) (one.Fault, one.PeakMemoryBytes, one.StartSeconds)
        equal { Fault = None; Bytes = all 18L; Seconds = all 2.0; CpuSeconds = all 0.75 } one[wc]

[<Fact>]
let ``what the repository shows is made of the run that it keeps`` () =
    let read path = File.ReadAllText(Path.Combine(Bash.root, path))
    let directory = Directory.GetDirectories(Path.Combine(Bash.root, "bench/results")) |> Array.exactlyOne
    let kept = $"bench/results/{Path.GetFileName directory}"
    let text = read $"{kept}/{Results.file}"
    let results = Results.parse kept text
    equal text (Results.write results)

    // If they have to look otherwise: make bench-save OUT=bench/results/..., and look at what git diff shows.
    for name, page in Results.pages results do
        equal (read (if name = Report.ladder then $"docs/pictures/{name}" else $"{kept}/{name}")) page

    for part, shown in [ "chart", Report.chart kept results; "table", Report.forReadme kept results ] do
        Assert.Contains($"<!-- bench:{part} -->\n\n{shown}\n\n<!-- bench:end -->", read "README.md")

/// The run, but with these producers.
let private comparisonOf producers = { measured with Producers = producers }

/// A producer with so many bytes in each round of a second through pv.
let private withRounds name group (bytes: float list) =
    let second = List.map (fun _ -> 1.0) bytes
    let rate = { noRate with Bytes = List.map int64 bytes; Seconds = second; CpuSeconds = second }

    { producer name group with Rates = Map [ pv.Name, rate ] }

[<Fact>]
let ``faults, a busy machine, and names that mean more in a table or a picture are shown`` () =
    let one, broken = withRounds "auto" "strategy" [ 1000.0 ], { noRate with Fault = Some "it broke" }
    let other = { withRounds "a|b <c>" "peer" [ 1000.0 ] with Rates = one.Rates.Add(wc.Name, broken) }
    let comparison = { comparisonOf [ one; other ] with Complete = false }
    Assert.Contains(@"| a\|b <c> |", Report.full comparison)
    Assert.Contains(">a|b &lt;c&gt;<", Chart.throughput comparison)

    equal
        [
            "Incomplete: the run was ended before all was measured."
            "No rate of a|b <c> through wc 9.1: it broke."
            "Busy: 0.50 cores were taken before the run began."
        ]
        (Report.notes comparison)

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
    let verdict now past =
        let one = withRounds "a" "strategy" (List.map ((*) 1024.0) now)
        let base' = withRounds "a of the base" "base" (List.map ((*) 1024.0) past)
        Program.verdict (comparisonOf [ base'; one ]) pv one

    let past = [ 1.0; 2.0; 4.0; 8.0; 16.0; 32.0 ]
    // The rates of both overlap, and each round is 1.25 times as fast.
    equal "faster ×1.25 (1.25–1.25)" (verdict (List.map ((*) 1.25) past) past)
    equal "slower ×0.750 (0.750–0.750)" (verdict (List.map ((*) 0.75) past) past)
    equal "no difference shown ×1.25 (0.500–1.25)" (verdict (0.5 :: List.map ((*) 1.25) past.Tail) past)
    equal "no difference shown ×2.00 (2.00–2.00)" (verdict (List.replicate 5 2.0) (List.replicate 5 1.0))
    equal "–" (verdict [] past)
    // A round in which the other wrote nothing has no ratio.
    equal [ 3.0 ] (ratios [ 1.0; 6.0; 0.0 ] [ 0.0; 2.0 ])

[<Fact>]
let ``figures are shown with as many digits as they are worth`` () =
    // No line breaks between figure and unit.
    equal "0\u00a0B/s" (Format.rate 0.0)
    equal "1020\u00a0B/s" (Format.rate 1023.0)
    equal "2050\u00a0TiB/s" (Format.rate (2048.0 * 1024.0 ** 4.0))
    // Figure and interval in one notation.
    let ratio low median high = Format.ratio { Median = median; Low = low; High = high; Count = 9 }
    equal "×0.500 (0.0100–50.0)" (ratio 0.01 0.5 50.0)
    equal "1/2.01 (0–1/0.500)" (ratio 0.0 (1.0 / 2.01) 2.0)
    equal "a b\nccc" (Format.wrap 5 "a b ccc")

[<Fact>]
let ``fewer than six rounds have a range, and without a GNU yes there is no ratio`` () =
    let comparison rounds = comparisonOf [ withRounds "auto" "strategy" (List.replicate rounds 1024.0) ]
    equal "auto: 1.00\u00a0KiB/s (1.00–1.00)" (Report.title (comparison 1))

    for rounds, expected in
        [
            1, "One round of 0.25 s."
            5, "Medians of 5 rounds of 0.25 s, with ranges."
            6, "Medians of 6 rounds of 0.25 s, with 95 % intervals."
        ] do
        Assert.Contains(expected, (Report.text 110 (comparison rounds)).Replace('\n', ' '))

    // Nothing to show is no reason to fail.
    equal 3 (Results.pages (comparison 0)).Length

/// Works in a directory that is removed afterwards.
let private inDirectory work =
    let directory = Directory.CreateTempSubdirectory("yes-bench-").FullName

    try
        work directory
    finally
        Directory.Delete(directory, recursive = true)

[<Fact>]
let ``a producer that ends, and a reader that fails, have no rate`` () =
    let rate complaint status reader =
        let text = $"writer 0.3 0.2\nstatus {status}\nelapsed 10.25 11.75\nreader {reader}\n"
        Readers.addRound pv (Readers.parse text complaint) noRate

    // Ended by the second signal of timeout(1).
    equal [ 600L ] (rate "" 137 "0 600 and more words").Bytes
    equal (Some "a complaint") (rate "a complaint" 0 "0 600").Fault
    equal (Some "exit status 3") (rate "" 3 "0 600").Fault
    equal (Some "pv 1.6: 600 and more words") (rate "" 124 "1 600 and more words").Fault
    equal (Some "pv 1.6: and more words") (rate "" 124 "0 and more words").Fault
    // What writes too little in the time of a check.
    let fault text = Readers.findFault 9 5.0 (Readers.parse text "held")
    equal (Some "held") (fault "")
    equal (Some "nothing in 5 seconds") (fault "status 124\ncmp cmp: EOF on '-' which is empty")
    equal (Some "4 of 9 bytes in 5 seconds") (fault "status 124\ncmp cmp: EOF on '-' after byte 4, in line 2")

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
let ``neither what prints without an end nor what another one holds open takes memory or time`` () =
    let run = runFor 1.0 Threading.CancellationToken.None
    let output, errors = run [ "bash"; "-c"; "yes >&2 & exec yes" ]
    equal (30000, "y") (output.Length, errors)
    let _, errors = run [ "bash"; "-c"; "setsid sleep 9 &" ]
    equal "what it left running holds its output" errors

[<Fact>]
let ``a tree with changes is told from its commit`` () =
    inDirectory (fun clone ->
        let git script = run [ "bash"; "-c"; $"cd {clone}; {script}" ] |> ignore
        equal "" (commitOf clone)
        git "git init -q; touch a; git add a; git -c user.name=a -c user.email=a@b commit -qm a"
        let head = commitOf clone
        Assert.Matches("^[0-9a-f]{12}$", head)
        git "echo b > a"
        equal $"{head}-dirty" (commitOf clone)
        git "mkdir inner"
        equal "" (commitOf $"{clone}/inner"))

[<Fact>]
let ``whatever is wrong with results is one sentence`` () =
    let good = Results.write measured

    let refusal text = (Assert.Throws<Refused>(fun () -> Results.parse "out" text |> ignore)).Data0
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

            try
                Results.parse "out" (good.Replace(line + "\n", changed + "\n")) |> ignore
            with Refused _ ->
                ()

[<Fact>]
let ``files are written all or not at all`` () =
    inDirectory (fun out ->
        let path name = Path.Combine(out, name)
        let writeAll names = Results.writeAll [ for name in names -> path name, "new" ]
        File.WriteAllText(path "a", "old")
        Directory.CreateDirectory(path "c") |> ignore
        Assert.Throws<IOException>(fun () -> writeAll [ "a"; "b"; "c" ]) |> ignore
        equal [ path "a"; path "c" ] (Directory.GetFileSystemEntries out |> Array.sort |> List.ofArray)
        equal "old" (File.ReadAllText(path "a"))
        writeAll [ "a"; "d/e" ]
        equal "newnew" (File.ReadAllText(path "a") + File.ReadAllText(path "d/e")))
