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
        /// Whether a hypervisor runs this machine.
        IsVirtual: bool option
        /// Whether the kernel keeps its pages out of the page table of programs, which makes system calls
        /// slower.
        IsolatesPageTables: bool option
        SystemCallNanoseconds: float option
        /// A round trip between the writer's and the reader's core.
        RoundTripNanoseconds: float option
    }

/// The number of cores that were busy between two readings of the first line of /proc/stat.
let busyCores (before: string) (after: string) seconds =
    // These are user, nice, system, irq, softirq and steal, in hundredths of a second.
    let busy (line: string) =
        let words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
        List.sumBy (fun i -> float words[i]) [ 1; 2; 3; 6; 7; 8 ]

    (busy after - busy before) / 100.0 / seconds

/// A machine is busy if other programs use more than this number of cores.
let busyMachine = 0.1

let describe (costs: string -> float option) =
    // lscpu requires /sys, and prints no name for many processors.
    let findName = "name=$(lscpu | sed -n 's/^Model name: *//p'); echo ${name:-$(uname -m)}"
    let stat () = Seq.head (File.ReadLines "/proc/stat")
    let before = stat ()
    Thread.Sleep 500
    let busy = busyCores before (stat ()) 0.5
    let processors = File.ReadAllText "/proc/cpuinfo"
    let has (flag: string) = Regex.IsMatch(processors, $@"(?m)^(flags|Features)\b.*\b{flag}\b")
    // Processors other than x86 list neither flag.
    let isX86 = has "fpu" && has "tsc"
    let flag name = if isX86 then Some(has name) else None

    {
        Cpu = firstLine [ "bash"; "-c"; findName ]
        Cores = Environment.ProcessorCount
        Kernel = File.ReadAllText("/proc/sys/kernel/osrelease").Trim()
        Sdk = firstLine [ "dotnet"; "--version" ]
        BusyCores = busy
        IsVirtual = flag "hypervisor"
        IsolatesPageTables = flag "pti"
        SystemCallNanoseconds = costs "call"
        RoundTripNanoseconds = costs "trip"
    }

/// Chooses a processor for the writer and another for the reader. They are threads of the same core only
/// if no other core is allowed.
let chooseCores (threadsOfCore: int -> string) allowed =
    match List.distinct (List.distinctBy threadsOfCore allowed @ allowed) with
    | writer :: reader :: _ -> [ writer; reader ]
    | _ -> []

let cores () =
    use self = Process.GetCurrentProcess()
    let isAllowed cpu = self.ProcessorAffinity >>> cpu &&& 1n = 1n

    let threadsOfCore cpu =
        let file = $"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list"
        if File.Exists file then File.ReadAllText file else string cpu

    chooseCores threadsOfCore (List.filter isAllowed [ 0..63 ])

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

/// The name of a directory for the results of a machine. It contains no slash.
let directoryName machine =
    let name = $"{machine.Cpu}-{machine.Kernel}".ToLowerInvariant()
    Regex.Replace(name, "[^a-z0-9.]+", "-").Trim('-', '.')
