/// Finds the programs that take part: strategies, their techniques in C, peers, and readers.
module Yes.Bench.Programs

open System
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Child
open Yes.Bench.Run

let versionIn line =
    let version = Regex.Match(line, @"\d+\.\d+[\w.-]*")
    if version.Success then Some version.Value else None

/// The commit of an executable of this project, with "-dirty" if the sources had changes.
let commitOf executable =
    let commit = Regex.Match(firstLine [ executable; "--version" ], @"commit (\w{12})\w*(-dirty)?")
    commit.Groups[1].Value + commit.Groups[2].Value

/// A program of which nothing has been measured yet.
let writer name kind language version command =
    {
        Name = name
        Kind = kind
        CounterpartOf = None
        Language = language
        Version = version
        Year = None
        Command = command
        Fault = None
        CheckedBytes = None
        ExecutableBytes = None
        StartSeconds = []
        Rates = Map.empty
    }

/// The strategies that an executable of this project lists, or their counterparts in another executable.
let findStrategies kind executable =
    // env(1) would search the PATH for a name without a slash.
    let path = Path.Combine(".", executable)
    let output, error = run [ path; "--list-strategies" ]
    let version = versionIn (firstLine [ path; "--version" ])

    if output = "" then
        failwith $"'{executable} --list-strategies' lists nothing: {error}"

    let suffix =
        match kind with
        | Kind.Technique -> " in C"
        | Kind.Base -> " of the base"
        | _ -> ""

    [
        for row in output.Split('\n', StringSplitOptions.RemoveEmptyEntries) do
            let words = row.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            let language = if words[1] = "-" then None else Some words[1]

            { writer (words[0] + suffix) kind language version [ path; "--strategy"; words[0] ] with
                CounterpartOf = if suffix = "" then None else Some words[0]
            }
    ]

/// The writers with the names in a variable, or all if the variable contains none.
let select variable (names: string list) (writers: Writer list) =
    for name in List.except (List.map _.Name writers) names do
        let known = writers |> List.map _.Name |> String.concat ", "
        failwith $"{variable}: '{name}' is not one of {known}"

    writers |> List.filter (fun writer -> names.IsEmpty || List.contains writer.Name names)

/// Each strategy, followed by its counterpart.
let interleave counterparts strategies =
    strategies |> List.collect (fun strategy -> strategy :: Option.toList (counterpart counterparts strategy))

/// The techniques that are not those of strategies. They were tried, and docs/tried.md explains them.
let tried (strategies: Writer list) (techniques: Writer list) =
    let names = strategies |> List.map _.Name

    [
        for technique in techniques do
            for name in Option.toList technique.CounterpartOf do
                if not (List.contains name names) then
                    { technique with Name = name; CounterpartOf = None }
    ]

/// The projects that have a yes, each with the names and paths under which to look for its yes.
let private projects =
    [
        "GNU", [ "yes"; "gyes"; "gnuyes" ]
        "uutils", [ "artifacts/peers/yes-uutils"; "/usr/lib/cargo/bin/coreutils/yes"; "uu-yes"; "yes" ]
        "busybox", [ "artifacts/peers/busybox"; "busybox" ]
    ]

/// The yes at a path, with the name of its project and its version.
let private peerAt (path: string) =
    let file = string (Path.GetFileName path)
    let option, arguments = if file = "busybox" then "--help", [ "yes" ] else "--version", []
    let text = firstLines [ path; option ]
    let line = text.Split('\n')[0]
    let copyright = Regex.Match(text, @"\(C\) (\d{4}) ")
    let isNamed (project: string) = line.Contains(project, StringComparison.OrdinalIgnoreCase)
    let project = projects |> List.map fst |> List.tryFind isNamed |> Option.defaultValue file
    let version = versionIn line
    let name = $"{project} {version |> Option.map _.Split('-').[0] |> Option.toObj}"

    { writer (name.Trim()) Kind.Peer None version (path :: arguments) with
        Year = if copyright.Success then Some(int copyright.Groups[1].Value) else None
    }

/// The first yes of each project on this machine, and then those at the paths from the user. A peer whose
/// name is taken by another peer or by one of the given writers gets its path as its name.
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

/// The projects whose yes was not found.
let missingPeers peers =
    [
        for project, _ in projects do
            if not (List.exists (isOf project) peers) then
                project
    ]

/// A kind of reader. To add a reader, add a row to the list below.
type private ReaderKind =
    {
        /// The word in READERS, or the name of the file if READERS contains a path.
        Word: string
        /// The program whose path and version belong to the reader.
        Program: string
        /// The shell command, after the path of the program. It must read standard input to the end, and then
        /// print the number of bytes or lines as the first word of its last line of output or of messages.
        Arguments: string
        Channel: string
        CountsLines: bool
        /// What the reader does with the data, as in "pv, which ...". This depends on the version.
        Does: string -> string
    }

let private copies _ = "copies the data"

/// All kinds of readers. This table is the only place that knows them.
let private readerKinds =
    let pv =
        {
            Word = "pv"
            Program = "pv"
            // The interval is longer than any round, so pv reports only once, when it exits.
            Arguments = "-n -b -i 100000 > /dev/null"
            Channel = "pipe"
            CountsLines = false
            Does =
                function
                | version when version.StartsWith "1.6." -> "forwards 128 KiB per call"
                | version when version.StartsWith "1.12." -> "forwards 1 MiB per call"
                | _ -> "forwards the data"
        }

    let dd = { pv with Word = "dd"; Program = "dd"; Arguments = "bs=128K of=/dev/null"; Does = copies }

    [
        pv
        dd
        { dd with Word = "socket"; Arguments = "bs=64K of=/dev/null"; Channel = "socket" }
        {
            Word = "wc"
            Program = "wc"
            Arguments = "-l"
            Channel = "pipe"
            CountsLines = true
            Does = fun _ -> "inspects every byte"
        }
    ]

/// A path as the shell requires it.
let private quote (path: string) =
    if Regex.IsMatch(path, @"^[\w./+-]+$") then
        path
    else
        "'" + path.Replace("'", @"'\''") + "'"

/// The reader that a word stands for. The word is the reader's name or path.
let private readerAt line (word: string) =
    let file = string (Path.GetFileName word)

    match readerKinds |> List.tryFind (fun kind -> kind.Word = file) with
    | None ->
        let known = readerKinds |> List.map _.Word |> String.concat ", "
        failwith $"READERS: '{word}' is not one of {known}"
    | Some kind ->
        let program = if kind.Word = kind.Program then word else kind.Program

        if (find program).IsEmpty then
            failwith $"READERS: '{program}' is not an executable"

        let version = versionIn (firstLine [ program; "--version" ])

        // The name tells this row of the table from others with the same program.
        let row =
            match kind.Word with
            | word when word = kind.Program -> ""
            | "socket" -> " through a Unix socket"
            | word -> $" ({word})"

        {
            Name = $"{kind.Program} {defaultArg version word}{row}"
            Channel = kind.Channel
            Command = $"{quote program} {kind.Arguments}"
            BytesPerUnit = if kind.CountsLines then Text.Encoding.UTF8.GetByteCount(line: string) + 1 else 1
            Does = kind.Does(defaultArg version "")
        }

/// The readers that words stand for. Two paths of the same program and version stand for one reader.
let findReaders line words = List.map (readerAt line) words |> List.distinctBy _.Name
