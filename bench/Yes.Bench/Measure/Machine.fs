/// The machine on which the benchmark runs. A machine may hide any of these facts.
module Yes.Bench.Machine

open System
open System.IO
open System.Text.RegularExpressions
open Yes.Bench.Child

type Machine = { Cpu: string; Cores: int; IsVirtual: bool; Kernel: string }

let describe () =
    // lscpu knows the processor's name on every architecture.
    let _, lscpu, _ = run [ "lscpu" ]
    let name = Regex.Match(lscpu, @"(?m)^Model name:\s*(.+)$")

    {
        Cpu = if name.Success then name.Groups[1].Value else firstLine [ "uname"; "-m" ]
        Cores = Environment.ProcessorCount
        IsVirtual = lscpu.Contains "Hypervisor vendor:"
        Kernel = firstLine [ "uname"; "-r" ]
    }

/// The contents of a file, or "" if the file can't be read.
let private read path =
    try
        File.ReadAllText path
    with
    | :? IOException
    | :? UnauthorizedAccessException -> ""

/// Parses /proc/stat and returns how many seconds the host has stolen from the given processors.
let stolenIn (stat: string) (processors: int list) =
    [
        for line in Regex.Matches(stat, @"(?m)^cpu(\d+)(?: \d+){7} (\d+)") do
            if List.contains (int line.Groups[1].Value) processors then
                float line.Groups[2].Value / 100.0
    ]
    |> List.sum

let stolenSeconds processors = stolenIn (read "/proc/stat") processors

/// The processors in a list such as 0-3,8.
let parseList (list: string) =
    [
        for range in Regex.Matches(list, @"(\d+)(?:-(\d+))?") do
            let first = int range.Groups[1].Value
            yield! [ first .. (if range.Groups[2].Success then int range.Groups[2].Value else first) ]
    ]

/// Chooses a processor for the writer and another for the reader. If possible, they belong to two cores that
/// share the last-level cache.
let chooseCores (core: int -> string) (cache: int -> string) allowed =
    let cores = List.distinctBy core allowed

    let neighbours =
        cores |> List.groupBy cache |> List.map snd |> List.tryFind (fun group -> group.Length > 1)

    match Option.toList neighbours @ [ cores; allowed ] |> List.tryFind (fun choice -> choice.Length > 1) with
    | Some choice -> List.truncate 2 choice
    | None -> []

let cores () =
    let directory cpu = $"/sys/devices/system/cpu/cpu{cpu}"
    let orItself cpu text = if text = "" then string cpu else text
    let core cpu = read $"{directory cpu}/topology/thread_siblings_list" |> orItself cpu

    let cache cpu =
        [ for index in 4..-1..0 -> read $"{directory cpu}/cache/index{index}/shared_cpu_list" ]
        |> List.tryFind ((<>) "")
        |> Option.defaultValue ""

    let allowed = Regex.Match(read "/proc/self/status", @"Cpus_allowed_list:\s*(\S+)").Groups[1].Value
    chooseCores core cache (parseList allowed)
