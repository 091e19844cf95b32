/// Where, and what, is measured.
module Yes.Bench.Machine

open System
open System.IO
open System.Text.RegularExpressions
open System.Threading
open Yes.Bench.Child

type Machine =
    {
        Cpu: string
        Cores: int
        Kernel: string
        Sdk: string
    }

    override machine.ToString() =
        $"{machine.Cpu}, {machine.Cores} cores, Linux {machine.Kernel}"

let thisMachine () =
    let _, lscpu, _ = run [ "lscpu" ]

    {
        // Not of /proc/cpuinfo, which has no model name on many architectures.
        Cpu =
            Regex
                .Match(lscpu, "(?m)^(Model name|Architecture): *(\S.*)$", RegexOptions.RightToLeft)
                .Groups[2].Value
        Cores = Environment.ProcessorCount
        Kernel = File.ReadAllText("/proc/sys/kernel/osrelease").Trim()
        Sdk = firstLine [ "dotnet"; "--version" ]
    }

/// The commit of the current directory, "-dirty" if it has changes; empty outside of a git repository.
let currentCommit () =
    firstLine [ "git"; "describe"; "--always"; "--dirty"; "--exclude=*"; "--abbrev=12" ]

/// The numbers in a list of the kernel's, such as 0-3,8.
let numbers (list: string) =
    [
        for part in list.Split(',', StringSplitOptions.RemoveEmptyEntries) do
            let ends = part.Split '-' |> Array.map int
            yield! [ ends[0] .. Array.last ends ]
    ]

/// A core for the producer and another for the reader, if there are two: not two threads of the same core, if
/// there are more.
let chooseCores (allowed: int list) (siblingsOf: int -> int list) =
    match allowed with
    | writer :: others when not others.IsEmpty ->
        let apart = others |> List.except (siblingsOf writer)
        [ writer; List.head (apart @ others) ]
    | _ -> []

let twoCores () =
    let status = File.ReadAllText "/proc/self/status"
    let allowed = Regex.Match(status, @"Cpus_allowed_list:\s*(\S+)").Groups[1].Value

    chooseCores (numbers allowed) (fun core ->
        let path = $"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list"

        numbers (if File.Exists path then File.ReadAllText path else ""))

/// Processor time between two states of the first line of /proc/stat, in seconds: that of all programs, and
/// that which the host of a virtual machine took away.
let processorTimes (before: string[]) (after: string[]) =
    let hundredths i =
        float (int64 after[i] - int64 before[i]) / 100.0
    // user, nice, system, irq and softirq; then steal.
    List.sumBy hundredths [ 0; 1; 2; 5; 6 ], hundredths 7

/// How many cores other processes and the host take at present.
let busyCores () =
    let read () =
        (File.ReadLines "/proc/stat" |> Seq.head).Split(' ', StringSplitOptions.RemoveEmptyEntries)[1..]

    let before = read ()
    Thread.Sleep 500
    let programs, stolen = processorTimes before (read ())
    (programs + stolen) / 0.5

/// The name of the directory for the results of a machine.
let directoryName machine =
    Regex.Replace($"{machine.Cpu}-{machine.Kernel}".ToLowerInvariant(), "[^a-z0-9.]+", "-").Trim '-'
