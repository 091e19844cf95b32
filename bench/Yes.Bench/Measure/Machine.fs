/// The machine on which the benchmark runs. A machine may hide any of these facts.
module Yes.Bench.Machine

open System
open System.Diagnostics
open System.Text.RegularExpressions
open Yes.Bench.Child

type Machine =
    {
        Cpu: string
        /// The number of processors that Linux shows. On a virtual machine, they may be threads of one core.
        Processors: int
        /// None on a physical machine.
        Hypervisor: string option
        /// The complete kernel release, which also identifies a build that a provider has patched.
        Kernel: string
        /// The kernel's mitigation of each vulnerability that affects the processor, or empty if unknown.
        Mitigations: Map<string, string>
        /// The size of the last-level cache, if known.
        Cache: string option
        /// Whether the processors of the writer and the reader are threads of one core, if known.
        SharesCore: bool option
        /// Whether these two processors share the last-level cache, if known.
        SharesCache: bool option
        /// How long the cheapest system call takes.
        SystemCallSeconds: float option
        /// How long a round trip through memory between the two processors takes.
        RoundTripSeconds: float option
    }

/// A processor. The core and the last-level cache are None if lscpu doesn't know them.
type Processor = { Number: int; Core: string option; Cache: string option }

/// Parses the table that `lscpu -e=CPU,CORE,CACHE` prints.
let parseProcessors table =
    let known text = if text = "" || text = "-" then None else Some text

    [
        for row in Regex.Matches(table, @"(?m)^ *(\d+) +(\S+) +(?:\S*:)?(\S*)$") do
            {
                Number = int row.Groups[1].Value
                Core = known row.Groups[2].Value
                Cache = known row.Groups[3].Value
            }
    ]

/// Chooses a processor for the writer and another for the reader. If possible, they belong to two cores that
/// share the last-level cache.
let choose (processors: Processor list) =
    List.allPairs processors processors
    |> List.filter (fun (one, other) -> one.Number < other.Number)
    |> List.sortBy (fun (one, other) -> one.Core.IsSome && one.Core = other.Core, one.Cache <> other.Cache)
    |> List.tryHead
    |> function
        | Some(one, other) -> [ one; other ]
        | None -> []

let private output command =
    let _, output, _ = run command
    output

/// The processors that lscpu knows and on which this process may run, limited to the first 64.
let available () =
    use self = Process.GetCurrentProcess()

    output [ "lscpu"; "-e=CPU,CORE,CACHE" ]
    |> parseProcessors
    |> List.filter (fun one -> one.Number < 64 && self.ProcessorAffinity >>> one.Number &&& 1n = 1n)

/// Describes the machine. The map contains the durations that the sample program measured.
let describe (chosen: Processor list) (durations: Map<string, float>) =
    // lscpu knows the processor's name on every architecture.
    let lscpu = output [ "lscpu" ]

    let find name =
        let line = Regex.Match(lscpu, $@"(?m)^{name}:\s*(.+)$")
        if line.Success then Some line.Groups[1].Value else None

    let shares part =
        match List.map part chosen with
        | [ Some(one: string); Some other ] -> Some(one = other)
        | _ -> None

    {
        Cpu = find "Model name" |> Option.defaultWith (fun () -> firstLine [ "uname"; "-m" ])
        Processors = Environment.ProcessorCount
        Hypervisor = find "Hypervisor vendor"
        Kernel = firstLine [ "uname"; "-r" ]
        Mitigations =
            Map
                [
                    for line in Regex.Matches(lscpu, @"(?m)^Vulnerability (.+?):\s*(.+)$") do
                        if line.Groups[2].Value <> "Not affected" then
                            line.Groups[1].Value, line.Groups[2].Value
                ]
        Cache = find "L3 cache" |> Option.orElse (find "L2 cache")
        SharesCore = shares _.Core
        SharesCache = shares _.Cache
        SystemCallSeconds = durations |> Map.tryFind "system_call"
        RoundTripSeconds = durations |> Map.tryFind "round_trip"
    }
