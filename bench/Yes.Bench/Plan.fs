/// Decides which programs meet in duels, and with which readers. bench/README.md lists the variables.
module Yes.Bench.Plan

open System
open System.Diagnostics
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Duels

/// A kind of reader: the command as people type it, and the command that prints a count of bytes or lines.
type Reader = { Name: string; Typed: string; Counting: string; BytesPerCount: int64 }

let private reader name typed bytesPerCount =
    { Name = name; Typed = typed; Counting = typed; BytesPerCount = bytesPerCount }

/// The strategies write only into the first three, which are also those in the project's README. People type
/// dd and wc without arguments, too. pv reports its bytes only when it exits.
let readers =
    [
        reader "wc-l" "wc -l" 2L
        { reader "pv" "pv > /dev/null" 1L with Counting = "pv -nbi 100000 > /dev/null" }
        reader "dd-128K" "dd bs=128K of=/dev/null" 1L
        reader "wc" "wc" 2L
        reader "dd" "dd of=/dev/null" 1L
    ]

let mainReaders = List.take 3 readers

let kindOf (reader: Tool) = readers |> List.find (fun kind -> kind.Name = reader.Name)

/// A program or a reader with its shell command.
type Entry = { Tool: Tool; Command: string }

type Planned = { Reader: Entry; Program: Entry; Rival: Entry }

/// Runs a command of Bash, which can use the arguments as "$@". Returns its exit status and its output.
let shell (command: string) (arguments: string list) =
    let start = ProcessStartInfo("bash", [ "-c"; command; "bash" ] @ arguments, RedirectStandardOutput = true)
    use shell = nonNull (Process.Start start)
    let output = shell.StandardOutput.ReadToEnd().Trim()
    shell.WaitForExit()
    shell.ExitCode, output

/// The lines that a command prints.
let lines command =
    (snd (shell command [])).Split('\n', StringSplitOptions.RemoveEmptyEntries) |> List.ofArray

/// The words of an environment variable, which may be unset.
let private words (variable: string) =
    (string (Environment.GetEnvironmentVariable variable))
        .Split([| ' '; ',' |], StringSplitOptions.RemoveEmptyEntries)
    |> List.ofArray

let private check variable names name =
    if not (List.contains name names) then
        let list = String.concat ", " names
        failwith $"{variable}: '{name}' is not one of {list}"

/// A program or reader with the version that it names. A yes that knows no options would print forever.
let private describe name program command =
    let about = snd (shell "\"$1\" --version 2> /dev/null | head -c 200" [ program ])

    {
        Tool = { Name = name; Version = Regex.Match(about, @"\d+(\.\d+)+").Value }
        Command = command
    }

/// Finds a reader. The word is a name from the table, which may follow the directory of the program.
let private findReader (word: string) =
    let slash = word.LastIndexOf '/'
    let directory, name = word[..slash], word[slash + 1 ..]
    check "READERS" [ for kind in readers -> kind.Name ] name
    let kind = readers |> List.find (fun kind -> kind.Name = name)
    let program = directory + kind.Typed.Split(' ')[0]

    if fst (shell "command -v \"$1\" > /dev/null" [ program ]) <> 0 then
        failwith $"READERS: '{program}' is not an executable"

    describe name program (directory + kind.Counting)

let private findPeer (peer: string) =
    match peer.Split('=', 2) with
    | [| name; command |] when name <> "" && command <> "" -> describe name (command.Split(' ')[0]) command
    | _ -> failwith $"PEERS: '{peer}' is not NAME=COMMAND"

let private rejectTwins variable entries =
    for tool, count in entries |> List.countBy _.Tool do
        if count > 1 then
            failwith $"{variable}: two programs are called '{tool}'"

/// What make bench-peers has downloaded. The default lists leave out what the system has, too.
let private downloaded names = if File.Exists "artifacts/peers/packages" then names else []

let private findReaders directories kinds =
    match words "READERS" with
    | [] ->
        List.allPairs directories kinds
        |> List.map (fun (directory, kind) -> findReader (directory + kind.Name))
        |> List.distinctBy _.Tool
    | chosen -> List.map findReader chosen

let private findPeers () =
    // Another yes may come first on the PATH, and some systems install GNU yes under another name.
    let find = "type -aP gnuyes gyes yes | xargs -d '\n' grep -lzxF 'GNU coreutils' | head -n 1"
    let gnu = [ for path in lines find -> $"GNU={path}" ]

    match Environment.GetEnvironmentVariable "PEERS" with
    | null ->
        gnu @ downloaded [ "GNU=artifacts/peers/yes-gnu"; "uutils=artifacts/peers/yes-uutils" ]
        |> List.map findPeer
        |> List.distinctBy _.Tool
    | list ->
        gnu @ List.ofArray (list.Split(", ", StringSplitOptions.RemoveEmptyEntries)) |> List.map findPeer

let private entry name command = { Tool = { Name = name; Version = "" }; Command = command }
let private strategy name = entry name $"artifacts/yes --strategy {name}"

let private chosenStrategies () =
    let all = lines "artifacts/yes --list-strategies | cut -d ' ' -f 1"
    let chosen = List.distinct (words "STRATEGIES")
    List.iter (check "STRATEGIES" all) chosen
    if chosen.IsEmpty then all else chosen

/// Each pair of programs meets with each reader.
let private duels readers pairs =
    rejectTwins "READERS" readers

    [
        for reader in readers do
            for program, rival in pairs do
                { Reader = reader; Program = program; Rival = rival }
    ]

/// The duels of make bench. auto meets all other programs.
let bench () =
    let auto = entry "auto" "artifacts/yes"
    let peers = [ for peer in findPeers () -> auto, peer ]

    let own =
        [
            // This duel shows the noise.
            auto, entry "auto again" auto.Command
            for name in List.except [ "auto" ] (chosenStrategies ()) do
                auto, strategy name
        ]

    peers @ own |> List.map snd |> rejectTwins "PEERS"

    duels (findReaders ("" :: downloaded [ "artifacts/peers/" ]) readers) peers
    @ duels (findReaders [ "" ] mainReaders) own

/// The duels of make bench-compare. Both commands have the same form, because the length of the arguments
/// moves the stack.
let compare (executable: string) =
    [
        for name in chosenStrategies () do
            strategy name, entry $"{name} of the base" $"{executable} --strategy {name}"
    ]
    |> duels (findReaders [ "" ] mainReaders)
