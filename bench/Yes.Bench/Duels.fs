/// Duels, and the file that contains them. A duel measures two programs with the same kind of reader.
module Yes.Bench.Duels

open System.IO

/// The measurements of one of the two programs.
type Side =
    {
        /// The throughput in bytes per second.
        Rate: float
        /// The share of a core that the program used.
        Share: float
        /// The share of the time during which the program or its reader was ready to run, but something else
        /// used its core.
        Waited: float
        /// The time, in milliseconds, from the start of the program's shell to the first byte.
        Startup: float
    }

type Duel =
    {
        Round: int
        Reader: string
        Program: string
        Rival: string
        One: Side
        Other: Side
        /// The duration of a system call before the duel, in nanoseconds.
        Call: float
        /// The duration of a round trip through memory between the two cores, in nanoseconds.
        Trip: float
    }

/// The duels of one machine. A fact is a line "name: value" about the machine or the measured programs. A
/// failure is a sentence about a duel that failed.
type Run = { Facts: string list; Duels: Duel list; Failures: string list }

/// The value of a fact, or "" if it is unknown.
let fact name run =
    run.Facts
    |> List.tryFind (fun (line: string) -> line.StartsWith(name + ": "))
    |> Option.map (fun line -> line.Substring(name.Length + 2).Trim())
    |> Option.defaultValue ""

let private parseDuel (cells: string[]) =
    let side i =
        let number k = float cells[i + k]
        let microseconds = number 1

        {
            Rate = number 0 / microseconds * 1e6
            Share = number 2 / microseconds
            Waited = number 3 / microseconds
            Startup = number 4 / 1000.0
        }

    {
        Round = int cells[0]
        Reader = cells[1]
        Program = cells[2]
        Rival = cells[3]
        One = side 4
        Other = side 9
        Call = float cells[14]
        Trip = float cells[15]
    }

/// Parses a file: facts that begin with #, the names of the columns, and one line for each duel. The line of
/// a failed duel ends with the reason.
let parse (lines: string seq) =
    let facts, rows = lines |> List.ofSeq |> List.partition _.StartsWith('#')

    match rows with
    | columns :: rows when columns.StartsWith "round\t" ->
        let failed, measured =
            rows |> List.map _.Split('\t') |> List.partition (fun cells -> cells.Length = 5)

        {
            Facts = facts |> List.map _.Substring(2)
            Duels = List.map parseDuel measured
            Failures = [ for cells in failed -> $"{cells[2]} and {cells[3]} into {cells[1]}: {cells[4]}" ]
        }
    | _ -> failwith "this is not a file of duels"

let read path = path |> File.ReadLines |> parse
