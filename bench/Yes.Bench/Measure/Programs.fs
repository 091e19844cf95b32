/// Finds the programs that take part: strategies, techniques in C, peers, and readers.
module Yes.Bench.Programs

open System
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Child
open Yes.Bench.Run

/// The version in a line of output, or "" if there is none.
let private versionIn line = Regex.Match(line, @"\d+\.\d+[\w.-]*").Value

/// The commit from which an executable was built, with "-dirty" if the sources had been modified.
let commitOf executable =
    let commit = Regex.Match(firstLine [ executable; "--version" ], @"commit (\w{12})\w*(-dirty)?")
    commit.Groups[1].Value + commit.Groups[2].Value

/// The size and the SHA-256 of a program, if the program exists. The size of a script is None. A script of
/// make bench-peers contains the hash of the program that it runs.
let private identify name =
    match find name with
    | [] -> None, None
    | path :: _ ->
        let content = File.ReadAllBytes path
        let size = if content[..1] = "#!"B then None else Some(float content.Length)
        let start = Text.Encoding.Latin1.GetString content[..199]
        let recorded = Regex.Match(start, @"^#!(?s:.*\n# )([0-9a-f]{64})\b").Groups[1].Value
        let computed = Convert.ToHexStringLower(Security.Cryptography.SHA256.HashData content)
        size, Some(if recorded = "" then computed else recorded)

/// The commit of the benchmark, with "-dirty" if its sources have been modified.
let harness () =
    let root = Path.Combine(AppContext.BaseDirectory, "../../../..")
    let sources = [ "bench/*.c"; "bench/Yes.Bench"; "tests/support/verify.c" ]
    let commit = firstLine (Path.Combine(root, "tools/revision") :: sources)
    if commit = "" then None else Some(commit[..11] + commit[40..])

/// A program that has not been measured yet.
let writer name kind command =
    let size, hash = identify (List.head command)

    {
        Name = name
        Kind = kind
        CounterpartOf = None
        Command = command
        Fault = None
        ExecutableBytes = size
        Sha256 = hash
        Rates = Map.empty
    }

/// Runs --list-strategies. Returns each strategy's name, the first word of its description, and its command.
let private list executable =
    let _, output, error = run [ executable; "--list-strategies" ]

    if output = "" then
        failwith $"'{executable} --list-strategies' lists nothing: {error}"

    [
        for row in Regex.Matches(output, @"(?m)^(\S+) +(\S+)") do
            let name = row.Groups[1].Value
            name, row.Groups[2].Value, [ executable; "--strategy"; name ]
    ]

/// The strategies that one of this project's executables offers.
let findStrategies executable =
    [ for name, _, command in list executable -> writer name Kind.Strategy command ]

let private counterpartOf strategy suffix kind command =
    { writer (strategy + suffix) kind command with CounterpartOf = Some strategy }

/// The strategies in an executable that was built from another commit.
let findBase executable =
    [ for name, _, command in list executable -> counterpartOf name " of the base" Kind.Base command ]

/// The techniques in C. Strategies use some of these techniques, and docs/tried.md explains the others.
let findTechniques executable =
    [
        for name, kind, command in list executable ->
            if kind = "tried" then
                writer name Kind.Tried command
            else
                counterpartOf name " in C" Kind.Technique command
    ]

/// The writers named in a variable, or all writers if the variable is empty.
let select variable (names: string list) (writers: Writer list) =
    for name in List.except (List.map _.Name writers) names do
        let known = writers |> List.map _.Name |> String.concat ", "
        failwith $"{variable}: '{name}' is not one of {known}"

    writers |> List.filter (fun writer -> names.IsEmpty || List.contains writer.Name names)

/// Each strategy, followed by its counterpart.
let interleave counterparts strategies =
    strategies |> List.collect (fun strategy -> strategy :: Option.toList (counterpart counterparts strategy))

/// Other projects that provide a yes, each with the names and paths to search for.
let private projects =
    [
        "GNU", [ "yes"; "gyes"; "gnuyes" ]
        "uutils", [ "artifacts/peers/yes-uutils"; "/usr/lib/cargo/bin/coreutils/yes"; "uu-yes"; "yes" ]
        "busybox", [ "artifacts/peers/busybox"; "busybox" ]
    ]

/// The yes program at the given path. Its name consists of the project's name and the version.
let private peerAt (path: string) =
    let file = string (Path.GetFileName path)
    let option, arguments = if file = "busybox" then "--help", [ "yes" ] else "--version", []
    let line = firstLine [ path; option ]
    let isNamed (project: string) = line.Contains(project, StringComparison.OrdinalIgnoreCase)
    let project = projects |> List.map fst |> List.tryFind isNamed |> Option.defaultValue file
    writer ($"{project} {(versionIn line).Split('-')[0]}".Trim()) Kind.Peer (path :: arguments)

/// Finds the first yes of each project on this machine, and adds the programs at the given paths. If a
/// program's name is already taken, the path replaces the name.
let findPeers (writers: Writer list) paths =
    let find (project: string, places) =
        places |> Seq.collect find |> Seq.map peerAt |> Seq.tryFind (fun peer -> peer.Name.StartsWith project)

    let add (peers: Writer list) path =
        let next = peerAt (Path.Combine(".", path))

        if (Child.find next.Command.Head).IsEmpty then
            failwith $"PEERS: '{path}' is not an executable"

        let isTaken = writers @ peers |> List.exists (fun other -> other.Name = next.Name)
        peers @ [ (if isTaken then { next with Name = next.Command.Head } else next) ]

    Child.find "artifacts/peers/yes-gnu" @ paths |> List.distinct |> List.fold add (List.choose find projects)

/// The available readers. Each row contains the word in READERS, the program, its arguments, the channel,
/// and whether the program counts lines. A reader must read standard input to the end. The first word of its
/// last line must be the number of bytes or lines.
let private readerKinds =
    [
        // The interval is longer than any sample, so pv reports only when it exits.
        "pv", ("pv", "-n -b -i 100000 > /dev/null", "pipe", false)
        "dd", ("dd", "bs=128K of=/dev/null", "pipe", false)
        "wc", ("wc", "-l", "pipe", true)
        "socket", ("dd", "bs=64K of=/dev/null", "socket", false)
        "tcp", ("dd", "bs=64K of=/dev/null", "tcp", false)
        // wc only looks up the file's size, after the sample has ended.
        "file", ("wc", "-c", "file", false)
    ]

/// The reader for a word in READERS. The word is the reader's name, or a path whose last part is that name.
let private readerAt line (word: string) =
    let file = string (Path.GetFileName word)

    match readerKinds |> List.tryFind (fun (name, _) -> name = file) with
    | None ->
        let known = readerKinds |> List.map fst |> String.concat ", "
        failwith $"READERS: '{word}' is not one of {known}"
    | Some(name, (file, arguments, channel, countsLines)) ->
        let program = if name = file then word else file

        if (find program).IsEmpty then
            failwith $"READERS: '{program}' is not an executable"

        let version = versionIn (firstLine [ program; "--version" ])

        {
            Name =
                match channel with
                | "socket" -> $"{file} {version} over a socket"
                | "tcp" -> $"{file} {version} over TCP with cubic"
                | "file" -> $"""a file on {firstLine [ "sh"; "-c"; "df --output=fstype . | tail -n 1" ]}"""
                | _ -> $"{name} {version}"
            Channel = channel
            Program = program
            Arguments = arguments
            BytesPerUnit = if countsLines then Text.Encoding.UTF8.GetByteCount(line: string) + 1 else 1
            Sha256 = snd (identify program)
        }

/// The readers named by the words in READERS. Programs with the same name and version count as one reader.
let findReaders line words = List.map (readerAt line) words |> List.distinctBy _.Name

/// A reader that checks every byte that arrives through a pipe.
let verify program =
    {
        Name = "verify"
        Channel = "pipe"
        Program = program
        Arguments = "all \"$1\""
        BytesPerUnit = 1
        Sha256 = None
    }
