/// Where, and what, is measured.
module Yes.Bench.Machine

open System
open System.IO
open System.Reflection
open System.Runtime.InteropServices
open System.Text.RegularExpressions
open Yes.Bench.Child

type Machine =
    {
        Cpu: string
        Cores: int
        Kernel: string
        /// The version of the .NET SDK that built this runner.
        Sdk: string
        /// The .NET that runs the benchmark.
        Runtime: string
    }

    override machine.ToString() =
        $"{machine.Cpu}, {machine.Cores} cores, Linux {machine.Kernel}"

type Commit =
    {
        Id: string
        /// Whether the working tree had changes.
        Dirty: bool
    }

let private sdk () =
    Assembly.GetExecutingAssembly().GetCustomAttributes<AssemblyMetadataAttribute>()
    |> Seq.find (fun one -> one.Key = "Sdk")
    |> _.Value
    |> string

let thisMachine () =
    let _, lscpu, _ = run [ "lscpu" ]
    // Not /proc/cpuinfo, which has no model name on many architectures.
    let model = Regex.Match(lscpu, "(?m)^Model name: *(.*)$")

    {
        Cpu =
            if model.Success then
                model.Groups[1].Value
            else
                $"{RuntimeInformation.ProcessArchitecture}"
        Cores = Environment.ProcessorCount
        Kernel = File.ReadAllText("/proc/sys/kernel/osrelease").Trim()
        Sdk = sdk ()
        Runtime = RuntimeInformation.FrameworkDescription
    }

/// The commit of the current directory; none outside of a git repository.
let currentCommit () =
    match firstLine [ "git"; "rev-parse"; "--verify"; "--quiet"; "HEAD" ] with
    | "" -> None
    | id ->
        Some
            {
                Id = id
                Dirty = firstLine [ "git"; "status"; "--porcelain" ] <> ""
            }
