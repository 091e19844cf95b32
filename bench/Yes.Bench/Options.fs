/// The options of the commands.
module Yes.Bench.Options

open System
open System.CommandLine
open System.CommandLine.Parsing
open System.Text
open Yes.Bench.Comparison

/// Adds an option to a command.
let option (command: Command) name value description (byDefault: 'T) parse =
    let customParse (result: ArgumentResult) =
        match parse result.Tokens[0].Value with
        | Ok(value: 'T) -> value
        | Error message ->
            result.AddError $"{name}: {message}"
            byDefault

    let option =
        Option<'T>(
            name,
            HelpName = value,
            Description = description,
            DefaultValueFactory = (fun _ -> byDefault),
            CustomParser = customParse
        )

    command.Options.Add option
    option

/// Words with blanks or commas between them.
let words (text: string) =
    match List.ofArray (text.Split([| ' '; ',' |], StringSplitOptions.RemoveEmptyEntries)) with
    | [] -> Error $"'{text}' names nothing"
    | words -> Ok words

let private number isRight wanted (text: string) =
    match Double.TryParse text with
    | true, number when isRight number -> Ok number
    | _ -> Error $"'{text}' is not {wanted}"

/// A shorter round would be all start and end.
let private duration =
    number (fun n -> n >= 0.05 && n <= 3600.0) "a number of seconds from 0.05 to 3600"

let private rounds =
    number (fun n -> n = floor n && n >= 1.0 && n <= 500.0) "a whole number from 1 to 500"

/// Some yes take an operand with a dash as options, and wc counts lines.
let private line (text: string) =
    if text.StartsWith '-' || text.Contains '\n' then
        Error "neither a dash at the start nor a newline will do"
    else
        Ok text

let out command description =
    option command "--out" "DIRECTORY" description "artifacts/bench" Ok

/// Adds the options that say what is measured. Returns what reads them: settings, readers and strategies.
let measuring command defaultReaders =
    let duration =
        option command "--duration" "SECONDS" "how long a producer writes in a round" 0.25 duration

    let rounds = option command "--rounds" "NUMBER" "in how many rounds" 19.0 rounds

    let strategies =
        option command "--strategies" "'NAME ...'" "which strategies; default: all" [] words

    let readers =
        option command "--readers" "'NAME ...'" "pv, dd, wc, or paths of such" defaultReaders words

    let line = option command "--line" "STRING" "the operand of each yes" "y" line

    let executable =
        option command "--yes" "PATH" "the executable of this project" "artifacts/yes" Ok

    fun (parsed: ParseResult) ->
        let line = parsed.GetRequiredValue line

        {
            SecondsPerRound = parsed.GetRequiredValue duration
            Rounds = int (parsed.GetRequiredValue rounds)
            Line = line
            Cores = Machine.twoCores ""
        },
        parsed.GetRequiredValue readers
        |> Readers.find (Encoding.UTF8.GetByteCount line + 1),
        Producers.findStrategies "strategy" (parsed.GetRequiredValue executable)
        |> Producers.select (parsed.GetRequiredValue strategies)
