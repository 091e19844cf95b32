/// The machine on which the benchmark runs. A machine may hide any of these facts, so the benchmark can do
/// without each of them.
module Yes.Bench.Machine

open System
open System.IO
open System.Runtime.InteropServices
open System.Text.RegularExpressions
open System.Threading
open Yes.Bench.Child

type Machine =
    {
        Cpu: string
        Cores: int
        Kernel: string
        Sdk: string
        /// The number of cores that other programs or the host of the machine used before the run.
        BusyCores: float option
        /// Whether a hypervisor runs this machine.
        IsVirtual: bool option
        /// Whether the kernel keeps its pages out of the page table of programs, which makes system calls
        /// slower.
        IsolatesPageTables: bool option
        SystemCallNanoseconds: float option
        /// A round trip between the writer's and the reader's core, through the cache.
        RoundTripNanoseconds: float option
    }

/// The text of a file, or "" if the file can't be read.
let private read path =
    try
        File.ReadAllText path
    with
    | :? IOException
    | :? UnauthorizedAccessException -> ""

/// Sums up columns of the lines in /proc/stat that belong to the given processors, or of the line that
/// belongs to all of them, in seconds.
let private seconds columns (processors: int list) (stat: string) =
    let names = if processors.IsEmpty then [ "cpu" ] else [ for cpu in processors -> $"cpu{cpu}" ]

    [
        for line in stat.Split '\n' do
            let words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)

            if words.Length > List.max columns && List.contains words[0] names then
                List.sumBy (fun column -> float words[column] / 100.0) columns
    ]
    |> function
        | [] -> None
        | times -> Some(List.sum times)

/// The time that processors were busy: user, nice, system, irq, softirq and steal.
let busySeconds stat = seconds [ 1; 2; 3; 6; 7; 8 ] [] stat

/// The time for which the host has taken processors away from this machine.
let stolenSeconds processors stat = seconds [ 8 ] processors stat

let stat () = read "/proc/stat"

/// A machine is busy if other programs use more than this number of cores.
let private busyMachine = 0.1

/// The number of cores that other programs used before the run, if that makes the results noisy.
let disturbance machine = machine.BusyCores |> Option.filter (fun cores -> cores > busyMachine)

let describe (costs: string -> float option) =
    let before = busySeconds (stat ())
    Thread.Sleep 500
    let busy = Option.map2 (fun before after -> (after - before) / 0.5) before (busySeconds (stat ()))
    let processors = read "/proc/cpuinfo"
    let has (flag: string) = Regex.IsMatch(processors, $@"(?m)^(flags|Features)\b.*\b{flag}\b")
    // Processors other than x86 list neither flag.
    let isX86 = has "fpu" && has "tsc"
    let flag name = if isX86 then Some(has name) else None
    let name = Regex.Match(processors, @"(?m)^model name\s*: (.+)$").Groups[1].Value
    // On processors other than x86, only lscpu knows the name.
    let lscpu () = firstLine [ "sh"; "-c"; "lscpu | sed -n 's/^Model name: *//p'" ]

    let names =
        seq {
            name
            lscpu ()
            $"{RuntimeInformation.ProcessArchitecture}"
        }

    {
        Cpu = Seq.find ((<>) "") names
        Cores = Environment.ProcessorCount
        Kernel = firstLine [ "uname"; "-r" ]
        Sdk = firstLine [ "dotnet"; "--version" ]
        BusyCores = busy
        IsVirtual = flag "hypervisor"
        IsolatesPageTables = flag "pti"
        SystemCallNanoseconds = costs "call"
        RoundTripNanoseconds = costs "trip"
    }

/// The processors in a list such as 0-3,8.
let parseList (list: string) =
    [
        for range in Regex.Matches(list, @"(\d+)(?:-(\d+))?") do
            let first = int range.Groups[1].Value
            yield! [ first .. (if range.Groups[2].Success then int range.Groups[2].Value else first) ]
    ]

/// Chooses a processor for the writer and another for the reader. They share the last cache but not the core,
/// unless the allowed processors include no such pair.
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

/// Whether two descriptions can be those of the same machine. The measured costs vary by some percent.
let isSame one other =
    let fixedParts machine =
        machine.Cpu, machine.Cores, machine.Kernel, machine.IsVirtual, machine.IsolatesPageTables

    let areClose cost other =
        match cost, other with
        | Some cost, Some other -> max cost other < 1.3 * min cost other
        | _ -> cost = other

    fixedParts one = fixedParts other
    && areClose one.SystemCallNanoseconds other.SystemCallNanoseconds
    && areClose one.RoundTripNanoseconds other.RoundTripNanoseconds
