/// The variables of the make targets, which come as environment variables.
module Yes.Bench.Variables

open System
open System.Globalization
open System.IO
open Yes.Bench.Child
open Yes.Bench.Comparison

let text name = string (Environment.GetEnvironmentVariable name)

/// The value of a variable: what parse makes of it, which is None if it is not what is wanted.
let private read name byDefault wanted parse =
    match text name with
    | "" -> byDefault
    | text -> parse text |> Option.defaultWith (fun () -> raise (Refused $"{name}: '{text}' is not {wanted}"))

let private number name byDefault least most wanted isRight =
    let parse (text: string) =
        match Double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture) with
        | true, number when number >= least && number <= most && isRight number -> Some number
        | _ -> None

    read name byDefault $"{wanted} from {least} to {most}" parse

/// Words with blanks or commas between them.
let words name byDefault =
    match List.ofArray ((text name).Split([| ' '; ',' |], StringSplitOptions.RemoveEmptyEntries)) with
    | [] -> byDefault
    | words -> words

/// A shorter round would be all start and end. Some yes take an operand with a dash as options, and wc counts
/// lines.
let settings () =
    let parseLine (text: string) = if text.StartsWith '-' || text.Contains '\n' then None else Some text

    {
        SecondsPerRound = number "DURATION" 0.25 0.05 3600.0 "a number of seconds" (fun _ -> true)
        Rounds = int (number "ROUNDS" 19.0 1.0 500.0 "a whole number" Double.IsInteger)
        Line = read "LINE" "y" "a line without a dash at its start" parseLine
        Cores = Machine.twoCores ""
    }

/// The directory for the results.
let out () = read "OUT" "artifacts/bench" "" Some

/// What make builds, beside the runner.
let built name = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../..", name))
