/// The programs to measure: strategies of this project, the same in C, and every other yes.
module Yes.Bench.Producers

open System
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Child
open Yes.Bench.Comparison

/// Those of the names that are wanted, in the order of the list; all if none is.
let select (wanted: string list) (all: Producer list) =
    match wanted |> Seq.except (all |> Seq.map _.Name) |> Seq.tryHead with
    | Some unknown ->
        let names = all |> List.map _.Name |> String.concat " "
        raise (Refused $"unknown strategy '{unknown}': there are {names}")
    | None -> all |> List.filter (fun one -> wanted.IsEmpty || List.contains one.Name wanted)

let versionIn line =
    let version = Regex.Match(line, @"\d+\.\d+[\w.-]*")
    if version.Success then Some version.Value else None

/// Whether a program is a script: neither its size nor its start is that of a yes.
let isScript (producer: Producer) =
    use file = File.OpenRead producer.Command.Head
    file.ReadByte() = int '#' && file.ReadByte() = int '!'

let executableBytes (producer: Producer) =
    use file = File.OpenRead producer.Command.Head
    file.Length

let private producer name group language version command =
    {
        Name = name
        Group = group
        Language = language
        Version = version
        Command = command
        Fault = None
        ExecutableBytes = None
        StartSeconds = None
        PeakMemoryBytes = None
        Rates = Map.empty
    }

/// What an executable lists: that of this project, or the program in C, which has the same options.
let findStrategies group executable =
    // Without a slash the PATH would be searched.
    let path = Path.Combine(".", executable)

    if not (isExecutable path) then
        raise (Refused $"no executable '{executable}': make builds it")

    let status, output, error = run [ path; "--list-strategies" ]
    let version = versionIn (firstLine [ path; "--version" ])

    if status <> 0 || output = "" then
        raise (Refused $"'{executable} --list-strategies' lists nothing: {describeEnd status error}")

    [
        for row in output.Split('\n', StringSplitOptions.RemoveEmptyEntries) do
            let words = row.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            let language = if words[1] = "-" then None else Some words[1]
            producer words[0] group language version [ path; "--strategy"; words[0] ]
    ]

/// Each strategy, and behind it the same in C.
let withC (strategies: Producer list) (programs: Producer list) =
    [
        for one in strategies do
            one

            for same in programs do
                if same.Name = one.Name then
                    { same with Name = inC one.Name }
    ]

let private peer name versionLine command =
    let version = versionIn versionLine

    let shown =
        match name, version with
        // The third number of GNU coreutils counts commits since the release.
        | "GNU", Some version -> " " + Regex.Match(version, @"\d+\.\d+").Value
        | _, Some version -> " " + version
        | _, None -> ""

    producer (name + shown) "peer" None version command

/// A peer whose name is its project's if its version has that, or else another.
let private peerAt otherName path =
    match firstLine [ path; "--version" ] with
    | line when line.Contains "GNU coreutils" -> peer "GNU" line [ path ]
    | line when line.Contains "uutils" -> peer "uutils" line [ path ]
    | line -> peer otherName line [ path ]

/// Where `make bench-peers` puts newer ones than those of the machine.
let private newest name =
    [ Path.Combine("artifacts/peers", name) ] |> List.filter isExecutable

/// The first of these programs that is of a project.
let private findProject project paths =
    paths
    |> Seq.map (peerAt "")
    |> Seq.tryFind (fun peer -> peer.Name.StartsWith(project: string))

/// The yes that is one of the many names of a program.
let private findMulticall name versionOption =
    Seq.append (newest name) (findInPath name)
    |> Seq.tryHead
    |> Option.map (fun path -> peer name (firstLine [ path; versionOption ]) [ path; "yes" ])

/// Every other yes: those of the machine, then those at the paths that the user names. Returns them, and the
/// names of those that the machine doesn't have.
let findPeers paths =
    // Debian has a file for each program of uutils.
    let debian = List.filter isExecutable [ "/usr/lib/cargo/bin/coreutils/yes" ]

    let uutils =
        newest "yes-uutils"
        @ debian
        @ List.ofSeq (Seq.collect findInPath [ "uu-yes"; "yes" ])

    let known =
        [
            "GNU", findProject "GNU" (Seq.collect findInPath [ "yes"; "gyes"; "gnuyes" ])
            "uutils", findProject "uutils" uutils
            "busybox", findMulticall "busybox" "--help"
            "toybox", findMulticall "toybox" "--version"
        ]

    let add (peers: Producer list) path =
        if not (isExecutable path) then
            raise (Refused $"no executable '{path}' for a peer")

        let next = peerAt (Path.GetFileName path |> string) (Path.Combine(".", path))
        let isTaken = peers |> List.exists (fun other -> other.Name = next.Name)
        peers @ [ (if isTaken then { next with Name = path } else next) ]

    newest "yes-gnu" @ paths
    |> List.distinct
    |> List.fold add (known |> List.choose snd),
    known |> List.filter (snd >> Option.isNone) |> List.map fst
