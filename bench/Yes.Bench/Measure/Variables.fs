/// The settings for the make targets, which make passes as environment variables.
module Yes.Bench.Variables

open System
open System.Globalization
open System.IO
open Yes.Bench.Run

let text name = string (Environment.GetEnvironmentVariable name)

/// The value of a variable, or the default if the variable is empty.
let private read name byDefault (condition: string) parse =
    match text name with
    | "" -> byDefault
    | value -> parse value |> Option.defaultWith (fun () -> failwith $"{name}: '{value}' is not {condition}")

let private parseNumber (styles: NumberStyles) least most (text: string) =
    match Double.TryParse(text, styles, CultureInfo.InvariantCulture) with
    | true, number when number >= least && number <= most -> Some number
    | _ -> None

/// Some yes programs treat a line that begins with a dash as an option. The wc reader expects one newline per
/// line. The character U+FFFD shows that .NET has replaced bytes that are not UTF-8.
let private parseLine (text: string) =
    if text.StartsWith '-' || text.Contains '\n' || text.Contains '\uFFFD' then
        None
    else
        Some text

/// The words in a variable's value, separated by spaces or commas.
let words name byDefault =
    match List.ofArray ((text name).Split([| ' '; ',' |], StringSplitOptions.RemoveEmptyEntries)) with
    | [] -> byDefault
    | words -> words

/// The defaults for ROUNDS and LINE. make bench-save rejects fewer rounds and any other line.
let usualRounds, usualLine = 21, "y"

/// The command that repeats this run: the make target and all variables that have a value.
let command target =
    let quote (text: string) = "'" + text.Replace("'", @"'\''").Replace("$", "$$") + "'"

    [
        // The scripts of make bench-peers are peers even if PEERS does not name them.
        if File.Exists "artifacts/peers/yes-gnu" then
            "make bench-peers &&"
        $"make {target}"
        for name in [ "ROUNDS"; "DURATION"; "STRATEGIES"; "TECHNIQUES"; "READERS"; "PEERS"; "LINE" ] do
            if text name <> "" then
                $"{name}={quote (text name)}"
    ]
    |> String.concat " "

let settings defaultRounds pinned =
    {
        // In a shorter sample, startup and exit would distort the throughput.
        SecondsPerSample =
            parseNumber NumberStyles.Float 0.05 3600.0
            |> read "DURATION" 0.25 "a number of seconds from 0.05 to 3600"
        Rounds =
            parseNumber NumberStyles.Integer 1.0 500.0
            |> read "ROUNDS" (float defaultRounds) "a whole number from 1 to 500"
            |> int
        Line = parseLine |> read "LINE" usualLine "a single line of UTF-8 that does not begin with a dash"
        Pinned = pinned
    }

/// The directory for the results.
let out () = read "OUT" "artifacts/bench" "" Some

/// The name of the directory under bench/results in which the results are saved.
let name () =
    match text "NAME" with
    | "" -> failwith "NAME: choose a name for the results of this machine, such as amd-vm"
    | name when name.Contains '/' || name.StartsWith '.' -> failwith $"NAME: '{name}' is not a name"
    | name -> name

/// The path of a program that `make bench` has built. The results contain this path, so it is relative.
let built name =
    let path = Path.GetRelativePath(".", Path.Combine(AppContext.BaseDirectory, "../../..", name))
    if File.Exists path then path else failwith $"'{path}' is missing; run make bench"
