/// Measures duels in rounds.
module Yes.Bench.Measure

open System
open System.Collections.Generic
open System.Diagnostics
open System.IO
open System.Runtime.InteropServices
open System.Text.RegularExpressions
open Spectre.Console
open Yes.Bench.Duels
open Yes.Bench.Plan

let private list (cores: int list) = cores |> List.map string |> String.concat ","

/// The cores for the writers and the readers: the first two that this process may use. If possible, they are
/// not two threads of one core. If there are other cores, this process moves to them.
let private chooseCores () =
    let here = Process.GetCurrentProcess()
    let isAllowed core = core < 64 && (here.ProcessorAffinity >>> core) &&& 1n = 1n

    let allowed =
        [
            for line in lines "lscpu -p=CPU,CORE 2> /dev/null | grep '^[0-9]'" do
                let cells = line.Split ','

                if isAllowed (int cells[0]) then
                    int cells[0], cells[1]
        ]

    let preferred = allowed |> List.distinctBy snd

    match preferred @ List.except preferred allowed |> List.map fst with
    | first :: second :: others ->
        if not others.IsEmpty then
            here.ProcessorAffinity <- others |> List.sumBy (fun core -> 1n <<< core)

        [ first; second ]
    | _ -> []

/// How long the hypervisor has kept all cores from running. The kernel counts in units of 10 ms.
let private stolen () =
    let cells = (Seq.head (File.ReadLines "/proc/stat")).Split(' ', StringSplitOptions.RemoveEmptyEntries)
    int64 cells[8] * 10_000L

/// Facts about the machine, the commit and the programs. A container may hide some of them.
let private facts target cores plan =
    [
        let variables =
            [
                for name in [ "ROUNDS"; "STRATEGIES"; "READERS"; "PEERS"; "BASE" ] do
                    for value in Option.toList (Option.ofObj (Environment.GetEnvironmentVariable name)) do
                        $" {name}='{value}'"
            ]

        $"command: make {target}" + String.concat "" variables
        let entries = plan |> List.collect (fun duel -> [ duel.Reader; duel.Program; duel.Rival ])

        for entry in entries |> List.distinct |> List.sort do
            $"command of {entry.Tool}: {entry.Command}"

        $"cores: {list cores}"

        yield!
            lines
                """echo "commit: $(git describe --always --dirty --abbrev=12 --exclude='*' 2> /dev/null)"
                echo "date: $(date -u +%F)"
                sed 's/^/package: /' artifacts/peers/packages 2> /dev/null
                echo "kernel: $(uname -rm)"
                ! grep -qw hypervisor /proc/cpuinfo || echo 'virtual: yes'
                grep -s . /sys/devices/system/cpu/cpuidle/current_driver \
                  /proc/sys/fs/pipe-max-size /proc/sys/fs/pipe-user-pages-soft
                lscpu | sed 's/^ *//' | grep -v 'Not affected$' |
                  grep -E '^(CPU\(s\)|Model|CPU family|Stepping|Hypervisor|Vuln)'"""
    ]

/// Measures one duel and returns its line of the file. A random program has the first turn. Before two
/// programs meet for the first time, verify checks every byte.
let private measure cores round planned mustVerify =
    let swapped = Random.Shared.Next 2 = 1
    let pair = [ planned.Program.Command; planned.Rival.Command ]

    // duel.c explains the arguments and the output.
    let duel reader =
        shell
            "exec artifacts/duel \"$@\" 2>&1"
            ([ list cores; reader ] @ (if swapped then List.rev pair else pair))

    let before = stolen ()
    let verified = if mustVerify then duel "artifacts/verify all y" else 0, ""
    let status, output = if fst verified = 0 then duel planned.Reader.Command else verified
    let steal = stolen () - before
    let failure = if status = 0 then "" else Regex.Replace(output, @"\s+", " ")

    let numbers =
        if status = 0 then
            (Array.last (output.Split '\n')).Split ' ' |> Array.map int64 |> Array.chunkBySize 4
        else
            [| Array.zeroCreate 4; Array.zeroCreate 4 |]

    for side in numbers do
        side[0] <- side[0] * (kindOf planned.Reader.Tool).BytesPerCount

    let side (entry: Entry) isFirst =
        [ entry.Tool.Name; entry.Tool.Version ]
        @ [ for number in numbers[if isFirst then 0 else 1] -> string number ]

    let first = if swapped then planned.Rival else planned.Program

    [ string round; planned.Reader.Tool.Name; planned.Reader.Tool.Version ]
    @ side planned.Program (not swapped)
    @ side planned.Rival swapped
    @ [ string first.Tool; string steal; failure ]
    |> String.concat "\t"

/// Measures all rounds. What ran before can affect a program, so the order is random. A duel that has failed
/// is not repeated.
let private measureRounds plan rounds cores report record isInterrupted =
    let met, failed = HashSet(), HashSet()
    let clock = Stopwatch.StartNew()
    let all = rounds * List.length plan

    for round in 1..rounds do
        let order = Array.ofList plan
        Random.Shared.Shuffle order

        for i, planned in Array.indexed order do
            let finished = (round - 1) * order.Length + i

            if not (isInterrupted ()) then
                let left = clock.Elapsed * (float (all - finished) / float (max 1 finished))
                let time = left.ToString @"m\:ss"
                let names = $"{planned.Program.Tool} and {planned.Rival.Tool} into {planned.Reader.Tool}"

                report
                    (i = 0)
                    $"round {round} of {rounds}: {names}, duel {finished + 1} of {all}, {time} left"

            if not (isInterrupted () || failed.Contains planned) then
                let pair = planned.Program, planned.Rival
                let line: string = measure cores round planned (not (met.Contains pair))

                if not (isInterrupted ()) then
                    record line
                    (if line.EndsWith '\t' then met.Add pair else failed.Add planned) |> ignore

/// On a terminal, shows the progress and, below it, a table that grows with each round. Elsewhere, prints a
/// line for each round.
let private withScreen (table: unit -> string) work =
    if Console.IsOutputRedirected || Console.IsErrorRedirected then
        work (fun isNewRound (text: string) ->
            if isNewRound then
                Console.Error.WriteLine text)
    else
        let console = AnsiConsole.Create(AnsiConsoleSettings(Out = AnsiConsoleOutput Console.Error))
        let shown = ref ""

        let show (screen: LiveDisplayContext) isNewRound text =
            if isNewRound then
                shown.Value <- table ()

            let rows = (text + "\n\n" + shown.Value).Split '\n' |> Array.truncate (console.Profile.Height - 1)
            let cut = rows |> Array.map (fun row -> row[.. console.Profile.Width - 2])
            screen.UpdateTarget(Text(String.concat "\n" cut))

        console.Live(Text "").AutoClear(true).Start(show >> work)

type Outcome = { Run: Run; IsInterrupted: bool; IsSaved: bool }

/// Measures a plan. Each duel is appended to the file as soon as it has ended, so neither an interruption
/// nor a full disk loses an earlier duel.
let run target plan rounds path (table: Run -> string) =
    let cores = chooseCores ()
    let facts = facts target cores plan |> List.map ((+) "# ")
    let written = List<string>(facts @ [ String.concat "\t" columns ])
    let isInterrupted, isSaved = ref false, ref true

    let stop (context: PosixSignalContext) =
        context.Cancel <- true
        isInterrupted.Value <- true

    let signals =
        [ PosixSignal.SIGINT; PosixSignal.SIGTERM; PosixSignal.SIGHUP ]
        |> List.map (fun signal -> PosixSignalRegistration.Create(signal, stop))

    let save write (lines: string seq) =
        try
            write (path, lines)
        with
        | :? IOException
        | :? UnauthorizedAccessException -> isSaved.Value <- false

    let record line =
        written.Add line
        save File.AppendAllLines [ line ]

    save File.WriteAllLines written

    withScreen (fun () -> table (parse written)) (fun report ->
        measureRounds plan rounds cores report record (fun () -> isInterrupted.Value))

    signals |> List.iter _.Dispose()
    { Run = parse written; IsInterrupted = isInterrupted.Value; IsSaved = isSaved.Value }
