/// The programs that write a line forever: strategies of this project, and every other yes of the machine.
module Yes.Bench.Producers

open System
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Child

type Producer =
    {
        /// A peer's has its version.
        Name: string
        /// Whether it is another project's.
        IsPeer: bool
        /// The programming language, where it is known.
        Language: string option
        Version: string option
        /// The program and its arguments, without the line.
        Command: string list
    }

/// Whether it is a GNU yes. Ratios are to the first one.
let isGnu (name: string) = name.StartsWith "GNU "

/// Those of the names that are wanted, in the order of the list; all if none is.
let select kind (nameOf: 'T -> string) (wanted: string list) (all: 'T list) =
    match wanted |> Seq.except (all |> Seq.map nameOf) |> Seq.tryHead with
    | Some unknown ->
        let names = all |> List.map nameOf |> String.concat " "
        raise (Refused $"unknown {kind} '{unknown}': there are {names}")
    | None ->
        all
        |> List.filter (fun one -> wanted.IsEmpty || List.contains (nameOf one) wanted)

let private versionIn line =
    let version = Regex.Match(line, @"\d+\.\d+[\w.-]*")
    if version.Success then Some version.Value else None

/// The strategies that an executable of this project lists.
let findStrategies executable =
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

            {
                Name = words[0]
                IsPeer = false
                Language = if words[1] = "-" then None else Some words[1]
                Version = version
                Command = [ path; "--strategy"; words[0] ]
            }
    ]

let private peer name versionLine command =
    let version = versionIn versionLine

    let shown =
        match name, version with
        // The third number of GNU coreutils counts commits since the release.
        | "GNU", Some version -> " " + Regex.Match(version, @"\d+\.\d+").Value
        | _, Some version -> " " + version
        | _, None -> ""

    {
        Name = name + shown
        IsPeer = true
        Language = None
        Version = version
        Command = command
    }

/// A peer whose name is its project's if its version has that, or else another.
let private peerAt otherName path =
    match firstLine [ path; "--version" ] with
    | line when line.Contains "GNU coreutils" -> peer "GNU" line [ path ]
    | line when line.Contains "uutils" -> peer "uutils" line [ path ]
    | line -> peer otherName line [ path ]

/// The first of these programs that is of a project.
let private findProject project names =
    names
    |> Seq.collect findInPath
    |> Seq.map (peerAt "")
    |> Seq.tryFind (fun peer -> peer.Name.StartsWith(project: string))

/// A yes that is one of the many names of a program.
let private findMulticall name program versionOption =
    findInPath program
    |> Seq.tryHead
    |> Option.map (fun path -> peer name (firstLine [ path; versionOption ]) [ path; "yes" ])

let private findUutils () =
    // Debian has a file for each program here. Its yes doesn't always know --version, but its cat does.
    let directory = "/usr/lib/cargo/bin/coreutils"

    if isExecutable $"{directory}/yes" then
        Some(peer "uutils" (firstLine [ $"{directory}/cat"; "--version" ]) [ $"{directory}/yes" ])
    else
        findMulticall "uutils" "uutils" "--version"
        |> Option.orElseWith (fun () -> findMulticall "uutils" "uu-coreutils" "--version")
        |> Option.orElseWith (fun () -> findProject "uutils" [ "yes"; "uu-yes" ])

/// Every other yes: those of the machine, then those at the paths that the user names. Returns them, and the
/// names of those that the machine doesn't have.
let findPeers paths =
    let known =
        [
            "GNU", findProject "GNU" [ "yes"; "gyes"; "gnuyes" ]
            "uutils", findUutils ()
            "busybox", findMulticall "busybox" "busybox" "--help"
            "toybox", findMulticall "toybox" "toybox" "--version"
        ]

    let add peers path =
        if not (isExecutable path) then
            raise (Refused $"no executable '{path}' for a peer")

        let next = peerAt (Path.GetFileName path |> string) (Path.Combine(".", path))
        let isTaken = peers |> List.exists (fun other -> other.Name = next.Name)
        peers @ [ (if isTaken then { next with Name = path } else next) ]

    paths |> Seq.fold add (known |> List.choose snd),
    known |> List.filter (snd >> Option.isNone) |> List.map fst
