/// Measures the duels of a plan.
module Yes.Bench.Measure

open System
open System.Collections.Generic
open System.Diagnostics
open System.IO
open System.Text.RegularExpressions
open Spectre.Console
open Spectre.Console.Rendering
open Yes.Bench.Duels
open Yes.Bench.Plan

/// The cores for the writers and the readers, such as 0,1: the first two that this process may use. If
/// possible, they are not two threads of one core.
let private chooseCores () =
    let affinity = Process.GetCurrentProcess().ProcessorAffinity
    let allowed = [ 0..63 ] |> List.filter (fun core -> (affinity >>> core) &&& 1n = 1n)

    let threads core =
        lines $"cat /sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list 2> /dev/null"

    let preferred = List.distinctBy threads allowed

    match preferred @ List.except preferred allowed with
    | first :: second :: _ -> $"{first},{second}"
    | _ -> ""

/// Writes a line to standard error. If standard error is closed, nobody misses the line.
let tell (line: string) =
    try
        Console.Error.WriteLine line
    with _ ->
        ()

/// Facts about the machine, the commit and the programs. A container may hide some of them.
let private facts cores plan =
    [
        let entries = plan |> List.collect (fun duel -> [ duel.Reader; duel.Program; duel.Rival ])

        for entry in entries |> List.distinct |> List.sort do
            $"command of {entry.Tool}: {entry.Command}"

        $"cores: {cores}"

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

/// Measures one duel. Returns the reason why it failed, or "", and its line of the file. The first turn
/// alternates by round. Before two programs meet for the first time, verify checks every byte.
let private measure cores round planned mustVerify =
    let kind = kindOf planned.Reader.Tool
    let inOrder = if round % 2 = 1 then id else List.rev
    let writers = inOrder [ "program", planned.Program; "rival", planned.Rival ]

    // duel.c explains the arguments and the output.
    let duel reader =
        let commands = [ for _, writer in writers -> writer.Command ]
        shell "exec artifacts/duel \"$@\" 2>&1" ([ cores; kind.Name; reader ] @ commands)

    let verified = if mustVerify then duel "artifacts/verify all y" else 0, ""
    let status, output = if fst verified = 0 then duel planned.Reader.Command else verified

    let numbers, failure =
        if status = 0 then
            output.Split ' ', ""
        else
            let programs = $"{planned.Program.Tool} and {planned.Rival.Tool} into {planned.Reader.Tool}"
            Array.replicate 8 "0", Regex.Replace($"{programs}: {output}", @"\s+", " ")

    let cells =
        Map
            [
                "round", string round
                for name, entry in ("reader", planned.Reader) :: writers do
                    name, entry.Tool.Name
                    name + "_version", entry.Tool.Version
                for (name, _), values in Seq.zip writers (Seq.chunkBySize 4 numbers) do
                    name + "_bytes", string (int64 values[0] * kind.BytesPerCount)
                    name + "_us", values[1]
                    name + "_cpu_us", values[2]
                    name + "_waited_us", values[3]
                "failure", failure
            ]

    failure, String.concat "\t" [ for name in columns -> cells[name] ]

/// On a terminal, shows the current duel and a table that changes with each round. A bar is below the table,
/// because the library hides the first lines if the terminal has too few. Elsewhere, prints a line per round.
let private withScreen duels work =
    if Console.IsOutputRedirected then
        work (fun round _ -> tell round) ignore
    else
        let shown: IRenderable ref = ref (Text "")

        // By default, the library would show no bar on the terminal of a continuous-integration server.
        let enrichment = ProfileEnrichment(UseDefaultEnrichers = false)

        // Only Refresh draws, so that nothing runs while a duel does.
        AnsiConsole
            .Create(AnsiConsoleSettings(Enrichment = enrichment))
            .Progress(AutoRefresh = false, AutoClear = true)
            .Columns(
                ProgressBarColumn(Width = 16),
                RemainingTimeColumn(),
                TaskDescriptionColumn(Alignment = Justify.Left)
            )
            .UseRenderHook(fun bar _ -> Rows(shown.Value, bar))
            .Start(fun context ->
                let task = context.AddTask("measuring", maxValue = float duels)

                work (fun _ table -> shown.Value <- table) (fun duel ->
                    task.Description <- Markup.Escape duel
                    context.Refresh()
                    task.Increment 1.0))

/// Measures a plan in rounds. What ran before can affect a program, so the order is random. A duel that has
/// failed is not repeated. Each duel is appended to the file as soon as it has ended, so neither Ctrl-C nor a
/// full disk loses an earlier duel. Returns the run, whether it was interrupted, and why it was not saved.
let run plan rounds path (table: Run -> IRenderable) =
    let cores = chooseCores ()
    let written = List<string>()
    let isInterrupted, problem = ref false, ref None
    let met, failed = HashSet(), HashSet()

    let record lines =
        written.AddRange lines

        try
            File.AppendAllLines(path, lines)
        with :? IOException as error ->
            problem.Value <- Some error.Message

    Console.CancelKeyPress.Add(fun key ->
        key.Cancel <- true
        isInterrupted.Value <- true)

    File.Delete path
    record ([ for fact in facts cores plan -> "# " + fact ] @ [ String.concat "\t" columns ])

    withScreen (rounds * List.length plan) (fun beginRound beginDuel ->
        for round in Seq.takeWhile (fun _ -> not isInterrupted.Value) (seq { 1..rounds }) do
            let name = $"round {round} of {rounds}"
            beginRound name (table (parse written))

            for planned in List.randomShuffle plan do
                beginDuel $"{name}: {planned.Rival.Tool} into {planned.Reader.Tool.Name}"

                if not (isInterrupted.Value || failed.Contains planned) then
                    let meeting = planned.Program, planned.Rival, planned.Reader.Tool.Name = "socket"
                    let failure, line = measure cores round planned (not (met.Contains meeting))

                    // Ctrl-C ends the duel, too.
                    if not isInterrupted.Value then
                        record [ line ]
                        (if failure = "" then met.Add meeting else failed.Add planned) |> ignore)

    parse written, isInterrupted.Value, problem.Value
