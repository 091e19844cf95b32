/// The machine on which the benchmark runs.
module Yes.Bench.Machine

open System
open System.Diagnostics
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
        /// The number of cores that other programs or the host of the machine used before the run.
        BusyCores: float
    }

/// The number of cores that were busy between two readings of the first line of /proc/stat.
let busyCores (before: string) (after: string) seconds =
    // These are user, nice, system, irq, softirq and steal, in hundredths of a second.
    let busy (line: string) =
        let words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
        List.sumBy (fun i -> float words[i]) [ 1; 2; 3; 6; 7; 8 ]

    (busy after - busy before) / 100.0 / seconds

let describe () =
    // lscpu requires /sys, and prints no name for many processors.
    let findName = "name=$(lscpu | sed -n 's/^Model name: *//p'); echo ${name:-$(uname -m)}"
    let stat () = Seq.head (File.ReadLines "/proc/stat")
    let before = stat ()
    Thread.Sleep 500
    let busy = busyCores before (stat ()) 0.5

    {
        Cpu = firstLine [ "bash"; "-c"; findName ]
        Cores = Environment.ProcessorCount
        Kernel = File.ReadAllText("/proc/sys/kernel/osrelease").Trim()
        Sdk = firstLine [ "dotnet"; "--version" ]
        BusyCores = busy
    }

/// Chooses a processor for the producer and another for the reader. They are threads of the
/// same core only if no other core is allowed.
let chooseCores (threadsOfCore: int -> string) allowed =
    match List.distinct (List.distinctBy threadsOfCore allowed @ allowed) with
    | producer :: reader :: _ -> [ producer; reader ]
    | _ -> []

let cores () =
    use self = Process.GetCurrentProcess()
    let isAllowed cpu = self.ProcessorAffinity >>> cpu &&& 1n = 1n

    let threadsOfCore cpu =
        let file = $"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list"
        if File.Exists file then File.ReadAllText file else string cpu

    chooseCores threadsOfCore (List.filter isAllowed [ 0..63 ])

/// The name of the directory for the results of a machine. It contains no slash.
let directoryName machine =
    let name = $"{machine.Cpu}-{machine.Kernel}".ToLowerInvariant()
    Regex.Replace(name, "[^a-z0-9.]+", "-").Trim('-', '.')
