/// Duels, and the file that contains them. A duel measures two programs with the same kind of reader.
module Yes.Bench.Duels

open System.IO

/// The measurements of one of the two programs.
type Side =
    {
        Bytes: float
        Seconds: float
        CpuSeconds: float
        /// The time during which the program or its reader was ready to run, but something else used its
        /// core.
        WaitedSeconds: float
    }

    member side.Rate = side.Bytes / side.Seconds

    /// The share of a core that the program used.
    member side.Share = side.CpuSeconds / side.Seconds

/// What duel.c measured before the duel, in nanoseconds: a system call, a round trip through memory between
/// the two cores, and a round trip between two processes that sleep.
type Costs = { Call: float; Trip: float; Wake: float }

type Duel =
    {
        Round: int
        /// The time, in seconds, from the beginning of the run to the duel.
        At: float
        Reader: string
        Program: string
        Rival: string
        /// The measurements, or the reason why there are none.
        Result: Result<Side * Side * Costs, string>
    }

/// The duels of one machine. A fact is a line "name: value" about the machine or the measured programs.
type Run = { Facts: string list; Duels: Duel list }

/// The value of a fact, or "" if it is unknown.
let fact name run =
    run.Facts
    |> List.tryFind (fun (line: string) -> line.StartsWith(name + ": "))
    |> Option.map (fun line -> line.Substring(name.Length + 2).Trim())
    |> Option.defaultValue ""

let private parseDuel (line: string) =
    let cells = line.Split '\t'

    let side i =
        {
            Bytes = float cells[i]
            Seconds = float cells[i + 1] / 1e6
            CpuSeconds = float cells[i + 2] / 1e6
            WaitedSeconds = float cells[i + 3] / 1e6
        }

    {
        Round = int cells[0]
        At = float cells[1]
        Reader = cells[2]
        Program = cells[3]
        Rival = cells[4]
        Result =
            if cells.Length = 6 then
                Error cells[5]
            else
                Ok(side 5, side 9, { Call = float cells[13]; Trip = float cells[14]; Wake = float cells[15] })
    }

/// Parses a file: facts that begin with #, the names of the columns, and one line for each duel.
let parse (lines: string seq) =
    let facts, rows = lines |> List.ofSeq |> List.partition _.StartsWith('#')

    match rows with
    | columns :: rows when columns.StartsWith "round\t" ->
        { Facts = facts |> List.map _.Substring(2); Duels = List.map parseDuel rows }
    | _ -> failwith "this is not a file of duels"

let read path = path |> File.ReadLines |> parse
