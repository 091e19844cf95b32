/// Duels, and the file that contains them. A duel measures two programs with the same kind of reader.
module Yes.Bench.Duels

/// A program or a reader. The programs of this project have no version.
type Tool =
    {
        Name: string
        Version: string
    }

    override tool.ToString() = $"{tool.Name} {tool.Version}".Trim()

/// The measurements of one of the two programs: the throughput in bytes per second, the share of a core that
/// the program used, and the share of the time during which the program and its reader waited for a core.
type Side = { Tool: Tool; Rate: float; Share: float; Waited: float }

type Duel = { Round: int; Reader: Tool; Program: Side; Rival: Side }

/// The duels of one machine. A fact is a line "name: value" about the machine or the measured programs. A
/// failure is a sentence about a duel that failed.
type Run = { Facts: string list; Duels: Duel list; Failures: string list }

/// The value of a fact, or "" if it is unknown.
let fact name run =
    run.Facts
    |> List.tryFind (fun (line: string) -> line.StartsWith(name + ": "))
    |> Option.map (fun line -> line.Substring(name.Length + 2).Trim())
    |> Option.defaultValue ""

/// The names of the columns. The times are in microseconds. Some kept files contain more columns.
let columns =
    [
        yield! [ "round"; "reader"; "reader_version" ]
        for side in [ "program"; "rival" ] do
            yield! [ side; side + "_version" ]
            yield! [ for value in [ "bytes"; "us"; "cpu_us"; "waited_us" ] -> $"{side}_{value}" ]
        "failure"
    ]

/// Parses a file: facts that begin with #, the names of the columns, and one line for each duel.
let parse (lines: string seq) =
    let facts, rows = lines |> List.ofSeq |> List.partition (fun (line: string) -> line.StartsWith "# ")

    let rows =
        match [ for row in rows -> row.Split '\t' ] with
        | [] -> failwith "the file contains no duels"
        | names :: rows -> [ for cells in rows -> Map(Seq.zip names cells) ]

    let cell name row =
        row |> Map.tryFind name |> Option.defaultWith (fun () -> failwith $"the column {name} is missing")

    let tool name row = { Name = cell name row; Version = cell (name + "_version") row }

    let side name row =
        let number column = float (cell $"{name}_{column}" row)
        let elapsed = number "us"

        {
            Tool = tool name row
            Rate = number "bytes" / elapsed * 1e6
            Share = number "cpu_us" / elapsed
            Waited = number "waited_us" / elapsed
        }

    let duel row =
        {
            Round = int (cell "round" row)
            Reader = tool "reader" row
            Program = side "program" row
            Rival = side "rival" row
        }

    let failed, measured = rows |> List.partition (fun row -> cell "failure" row <> "")

    {
        Facts = facts |> List.map _.Substring(2)
        Duels = List.map duel measured
        Failures = List.map (cell "failure") failed
    }
