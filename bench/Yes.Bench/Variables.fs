/// The variables of the make targets, which come as environment variables.
module Yes.Bench.Variables

open System
open System.IO
open Yes.Bench.Child
open Yes.Bench.Comparison

let text name = string (Environment.GetEnvironmentVariable name)

let private read name byDefault isRight wanted parse =
    match text name with
    | "" -> byDefault
    | text when isRight text -> parse text
    | text -> raise (Refused $"{name}: '{text}' is not {wanted}")

let private number name byDefault least most isRight wanted =
    let isNumber (text: string) =
        match Double.TryParse text with
        | true, number -> number >= least && number <= most && isRight number
        | _ -> false

    read name byDefault isNumber $"{wanted} from {least} to {most}" float

/// Words with blanks or commas between them.
let words name byDefault =
    match List.ofArray ((text name).Split([| ' '; ',' |], StringSplitOptions.RemoveEmptyEntries)) with
    | [] -> byDefault
    | words -> words

/// A shorter round would be all start and end. Some yes take an operand with a dash as options, and wc counts
/// lines.
let settings () =
    let isLine (text: string) = not (text.StartsWith '-' || text.Contains '\n')

    {
        SecondsPerRound = number "DURATION" 0.25 0.05 3600.0 (fun _ -> true) "a number of seconds"
        Rounds = int (number "ROUNDS" 19.0 1.0 500.0 Double.IsInteger "a whole number")
        Line = read "LINE" "y" isLine "a line without a dash at its start" id
        Cores = Machine.twoCores ""
    }

/// The directory for the results.
let out () = read "OUT" "artifacts/bench" (fun _ -> true) "" id

/// What make builds, beside the runner.
let built name = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../..", name))
