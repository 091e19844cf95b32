/// The programs to measure: strategies of this project, the same in C, and every other yes.
module Yes.Bench.Producers

open System
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Child
open Yes.Bench.Comparison

let versionIn line =
    let version = Regex.Match(line, @"\d+\.\d+[\w.-]*")
    if version.Success then Some version.Value else None

/// A program of which nothing has been measured yet.
let producer name group language version command =
    {
        Name = name
        Group = group
        Language = language
        Version = version
        Command = command
        Fault = None
        ExecutableBytes = None
        PeakMemoryBytes = None
        StartSeconds = []
        Rates = Map.empty
    }

/// What an executable lists: that of this project, or the program in C, which has the same options.
let findStrategies group executable =
    // Without a slash the PATH would be searched.
    let path = Path.Combine(".", executable)
    let output, error = run [ path; "--list-strategies" ]
    let version = versionIn (firstLine [ path; "--version" ])

    if output = "" then
        raise (Refused $"'{executable} --list-strategies' lists nothing: {error}")

    [
        for row in output.Split('\n', StringSplitOptions.RemoveEmptyEntries) do
            let words = row.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            let language = if words[1] = "-" then None else Some words[1]
            producer words[0] group language version [ path; "--strategy"; words[0] ]
    ]

/// Those of the names that are wanted, in the order of the list; all if none is.
let select (wanted: string list) (all: Producer list) =
    match wanted |> List.except (all |> List.map _.Name) with
    | [] -> all |> List.filter (fun one -> wanted.IsEmpty || List.contains one.Name wanted)
    | unknown ->
        let names = all |> List.map _.Name |> String.concat " "
        raise (Refused $"unknown strategy '{unknown.Head}': there are {names}")

/// Each strategy, and behind it the other of that name, with an addition to the name. The two are neighbours,
/// so that a disturbance hits both.
let interleave addition (others: Producer list) (strategies: Producer list) =
    let rename (one: Producer) = { one with Name = one.Name + addition }
    let named name = others |> List.filter (fun other -> other.Name = name)
    strategies |> List.collect (fun one -> one :: List.map rename (named one.Name))

/// The projects that have a yes: the option with which a program prints a line with the project's name and a
/// version, the argument that makes that program a yes, and what it may be called. `make bench-peers` puts
/// newer ones below artifacts.
let private projects =
    [
        "GNU", "--version", [], "yes gyes gnuyes"
        // Debian has a file for each program of uutils.
        "uutils", "--version", [], "artifacts/peers/yes-uutils /usr/lib/cargo/bin/coreutils/yes uu-yes yes"
        "busybox", "--help", [ "yes" ], "artifacts/peers/busybox busybox"
    ]

let private peerAt option path =
    let line = firstLine [ path; option ]
    let isNamed (project: string, _, _, _) = line.Contains(project, StringComparison.OrdinalIgnoreCase)

    let name, arguments =
        match projects |> List.tryFind isNamed with
        | Some(project, _, arguments, _) -> project, arguments
        | None -> string (Path.GetFileName path), []

    // The third number of a development build of GNU's counts the commits since the release.
    let version = Regex.Match(line, @"(\d+\.\d+)(\.(\d+)-[0-9a-f]{4})?")
    let commits = if version.Groups[3].Success then $" + {version.Groups[3].Value} commits" else ""
    let shown = $"{name} {version.Groups[1].Value}{commits}".Trim()
    producer shown "peer" None (versionIn line) (path :: arguments)

/// Every other yes: those of the machine, then those at the paths that the user names.
let findPeers paths =
    let known =
        projects
        |> List.choose (fun (project, option, _, names) ->
            names.Split ' '
            |> Seq.collect find
            |> Seq.map (peerAt option)
            |> Seq.tryFind _.Name.StartsWith(project))

    let add (peers: Producer list) path =
        if (find (Path.Combine(".", path))).IsEmpty then
            raise (Refused $"no executable '{path}' for a peer")

        let next = peerAt "--version" (Path.Combine(".", path))
        let isTaken = peers |> List.exists (fun other -> other.Name = next.Name)
        peers @ [ (if isTaken then { next with Name = path } else next) ]

    find "artifacts/peers/yes-gnu" @ paths |> List.distinct |> List.fold add known
