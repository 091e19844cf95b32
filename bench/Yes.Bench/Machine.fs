/// Where, and what, is measured. The root is that of the file system, "" but for tests.
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
        /// How many cores other programs and the host of a virtual machine took before the run.
        BusyCores: float
    }

/// The processor by what lscpu prints, or else the architecture: many have no name, and lscpu needs /sys.
let processorIn lscpu =
    Regex.Match(lscpu, "(?m)^(Model name|Architecture): *(\S.*)$", RegexOptions.RightToLeft).Groups[2].Value

/// How many cores other programs and the host took between two states of the first line of /proc/stat.
let busyCores (before: string) (after: string) seconds =
    // Hundredths of a second: user, nice, system, irq, softirq, and what the host took.
    let taken (line: string) =
        let words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
        List.sumBy (fun i -> float words[i]) [ 1; 2; 3; 6; 7; 8 ]

    (taken after - taken before) / 100.0 / seconds

let describe root =
    let lscpu, _ = run [ "bash"; "-c"; "echo Architecture: $(uname -m); lscpu" ]
    let stat () = Seq.head (File.ReadLines(root + "/proc/stat"))
    let before = stat ()
    Thread.Sleep 500

    {
        Cpu = processorIn lscpu
        Cores = Environment.ProcessorCount
        Kernel = File.ReadAllText(root + "/proc/sys/kernel/osrelease").Trim()
        Sdk = firstLine [ "dotnet"; "--version" ]
        BusyCores = busyCores before (stat ()) 0.5
    }

/// The commit of a directory, "-dirty" if it has changes; empty unless it is the root of a git repository,
/// because the commit of one that it only lies in is not its own.
let commitOf directory =
    if not (Path.Exists(Path.Combine(directory, ".git"))) then
        ""
    else
        firstLine [ "git"; "-C"; directory; "describe"; "--always"; "--dirty"; "--exclude=*"; "--abbrev=12" ]

/// The numbers in a list of the kernel's, such as 0-3,8.
let private numbers (list: string) =
    [
        for part in list.Split(',', StringSplitOptions.RemoveEmptyEntries) do
            let ends = part.Split '-' |> Array.map int
            yield! [ ends[0] .. Array.last ends ]
    ]

/// A core for the producer and another for the reader, if there are two: not two threads of the same core, if
/// there are more.
let twoCores root =
    let status = File.ReadAllText(root + "/proc/self/status")

    match numbers (Regex.Match(status, @"Cpus_allowed_list:\s*(\S+)").Groups[1].Value) with
    | writer :: others when not others.IsEmpty ->
        let siblings = $"{root}/sys/devices/system/cpu/cpu{writer}/topology/thread_siblings_list"
        let list = if File.Exists siblings then File.ReadAllText siblings else ""

        [ writer; List.head (List.except (numbers list) others @ others) ]
    | _ -> []

/// The name of the directory for the results of a machine: a single name, whatever the machine's parts are.
let directoryName machine =
    let name = $"{machine.Cpu}-{machine.Kernel}".ToLowerInvariant()
    let name = Regex.Replace(name, "[^a-z0-9.]+", "-").Trim('-', '.')

    if name = "" then raise (Refused "the results name no machine") else name
