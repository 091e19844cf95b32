/// Decides which programs meet in duels, and with which readers. bench/README.md lists the variables.
module Yes.Bench.Plan

open System
open System.Diagnostics
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Duels

/// A kind of reader: the command as people type it, the command that prints a count, and its unit.
type Reader = { Name: string; Typed: string; Counting: string; BytesPerCount: int64 }

let private reader name typed counting bytesPerCount =
    { Name = name; Typed = typed; Counting = counting; BytesPerCount = bytesPerCount }

/// By default, strategies write only into the first three readers, which are also in README.md. People type
/// dd and wc without arguments, too. pv reports its bytes only when it exits.
let readers =
    [
        reader "wc-l" "wc -l" "wc -l" 2L
        reader "pv" "pv" "pv -nbi 100000 > /dev/null" 1L
        reader "dd-128K" "dd bs=128K" "dd bs=128K of=/dev/null" 1L
        reader "wc" "wc" "wc" 2L
        reader "dd" "dd" "dd of=/dev/null" 1L
        // duel.c connects this reader with a socket instead of a pipe.
        reader "socket" "Unix socket" "dd bs=64K of=/dev/null" 1L
    ]

let mainReaders = List.take 3 readers

let kindOf (reader: Tool) = readers |> List.find (fun kind -> kind.Name = reader.Name)

/// A program or a reader with its shell command.
type Entry = { Tool: Tool; Command: string }

type Planned = { Reader: Entry; Program: Entry; Rival: Entry }

/// Runs a command of Bash, which can use the arguments as "$@". Returns its exit status and its output.
/// Without env, the command would inherit from .NET that SIGPIPE is ignored.
let shell (command: string) (arguments: string list) =
    let words = [ "--default-signal=PIPE"; "bash"; "-c"; command; "bash" ] @ arguments
    let start = ProcessStartInfo("env", words, RedirectStandardOutput = true)
    use shell = nonNull (Process.Start start)
    let output = shell.StandardOutput.ReadToEnd().Trim()
    shell.WaitForExit()
    shell.ExitCode, output

/// The lines that a command prints.
let lines command =
    (snd (shell command [])).Split('\n', StringSplitOptions.RemoveEmptyEntries) |> List.ofArray

let private split (variable: string) (separators: string array) =
    (string (Environment.GetEnvironmentVariable variable))
        .Split(separators, StringSplitOptions.RemoveEmptyEntries)
    |> List.ofArray

/// The names in an environment variable or, if there are none, the default names.
let private choose variable names defaults =
    let chosen = split variable [| " "; "," |]

    for name in List.except names chosen do
        let list = String.concat ", " names
        failwith $"{variable}: '{name}' is not one of {list}"

    if chosen.IsEmpty then defaults else List.distinct chosen

/// A program or reader with the version that it prints. A yes that knows no options would print forever.
let private describe (name, command: string) =
    let version =
        """exec 2> /dev/null; eval "set -- $1"
        exec < <(exec timeout -s KILL 5 "$1" --version)
        head -c 200; kill -KILL -$!"""

    let about = snd (shell version [ command ])

    {
        Tool = { Name = name; Version = Regex.Match(about, @"\b\d{1,9}(\.\d{1,9})+\b").Value }
        Command = command
    }

/// Describes the programs that make bench-peers has downloaded.
let private downloaded programs =
    [
        for name, command: string in programs do
            if File.Exists $"artifacts/peers/{command.Split(' ')[0]}" then
                describe (name, $"artifacts/peers/{command}")
    ]

let private chosenReaders (defaults: Reader list) =
    let commands = Map [ for kind in readers -> kind.Name, kind.Counting ]

    choose "READERS" (List.ofSeq commands.Keys) [ for kind in defaults -> kind.Name ]
    |> List.map (fun name -> name, commands[name])

/// The strategies write only into the system's readers.
let private systemReaders () = chosenReaders mainReaders |> List.map describe

/// The system's readers and the downloaded readers of other versions.
let private allReaders () =
    let chosen = chosenReaders readers
    List.map describe chosen @ downloaded chosen |> List.distinctBy _.Tool

/// The yes programs of other projects: the system's, the downloaded ones of other versions, and PEERS.
let private findPeers () =
    // The Makefile finds GNU yes.
    let found =
        [ for path in split "GNU_YES" [| "\n" |] -> describe ("GNU", $"'{path}'") ]
        @ downloaded [ "GNU", "yes-gnu"; "uutils", "yes-uutils" ]

    List.distinctBy _.Tool found
    @ [
        for peer in split "PEERS" [| ", " |] do
            match peer.Split('=', 2) with
            | [| name; command |] when name <> "" && command <> "" && not (Seq.exists Char.IsControl peer) ->
                describe (name, command)
            | _ -> failwith $"PEERS: '{peer}' is not NAME=COMMAND"
    ]

let private entry name command = { Tool = { Name = name; Version = "" }; Command = command }
let private strategy name = entry name $"artifacts/yes --strategy {name}"

let private chosenStrategies () =
    let all = lines "artifacts/yes --list-strategies | cut -d ' ' -f 1"
    choose "STRATEGIES" all all

/// The duels of make bench. auto meets all other programs.
let bench () =
    let auto = entry "auto" "artifacts/yes"
    let peers = findPeers ()
    // auto again shows the noise.
    let own =
        entry "auto again" auto.Command
        :: [ for name in List.except [ "auto" ] (chosenStrategies ()) -> strategy name ]

    for tool, count in auto :: peers @ own |> List.countBy _.Tool do
        if count > 1 then
            failwith $"PEERS: two programs are called '{tool}'"

    let duels readers rivals =
        List.allPairs readers rivals
        |> List.map (fun (reader, rival) -> { Reader = reader; Program = auto; Rival = rival })

    duels (allReaders ()) peers @ duels (systemReaders ()) own

/// The duels of make bench-compare. Both commands have the same form, because the length of the arguments
/// moves the stack, whose position can change the speed.
let compare (executable: string) =
    [
        for reader, name in List.allPairs (systemReaders ()) (chosenStrategies ()) ->
            {
                Reader = reader
                Program = strategy name
                Rival = entry $"{name} of the base" $"{executable} --strategy {name}"
            }
    ]
