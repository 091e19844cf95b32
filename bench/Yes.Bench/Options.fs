/// The options of the commands.
module Yes.Bench.Options

open System
open System.CommandLine
open System.CommandLine.Parsing
open System.Globalization
open System.Text
open Yes.Bench.Child
open Yes.Bench.Comparison

/// A shorter sample would be all start and end, in seconds.
let private shortestSample = 0.05

let option name value description (byDefault: 'T) parse =
    let customParse (result: ArgumentResult) =
        match parse result.Tokens[0].Value with
        | Ok(value: 'T) -> value
        | Error message ->
            result.AddError $"{name}: {message}"
            byDefault

    Option<'T>(
        name,
        HelpName = value,
        Description = description,
        DefaultValueFactory = (fun _ -> byDefault),
        CustomParser = customParse
    )

/// Words with blanks or commas between them.
let words (text: string) =
    Ok(List.ofArray (text.Split([| ' '; ',' |], StringSplitOptions.RemoveEmptyEntries)))

let private number isRight wanted (text: string) =
    match Double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture) with
    | true, number when isRight number -> Ok number
    | _ -> Error $"'{text}' is not {wanted}"

let private duration =
    number (fun n -> n > 0.0 && n <= 3600.0) "a number of seconds above 0, and 3600 at most"

let private rounds =
    number (fun n -> n = floor n && n >= 1.0 && n <= 1000.0) "a whole number from 1 to 1000"

/// Some yes take an operand with a dash as options, and wc counts lines.
let private line (text: string) =
    if text.StartsWith '-' || text.Contains '\n' then
        Error "neither a dash at the start nor a newline will do"
    else
        Ok text

let outOption description =
    option "--out" "DIRECTORY" description "artifacts/bench" Ok

/// The options that say what is measured.
type Measuring(command: Command, defaultReaders) =
    let about = "how long a producer writes to a reader, in all rounds together"
    let duration = option "--duration" "SECONDS" about 1.0 duration
    let rounds = option "--rounds" "NUMBER" "in how many rounds" 5.0 rounds

    let strategies =
        option "--strategies" "'NAME ...'" "which strategies; default: all" [] words

    let about = "which of the readers pv dd wc head file"
    let readers = option "--readers" "'NAME ...'" about defaultReaders words
    let line = option "--line" "STRING" "the operand of each yes" "y" line

    let executable =
        option "--yes" "PATH" "the executable of this project" "artifacts/yes" Ok

    do
        let all: Option list = [ duration; rounds; strategies; readers; line; executable ]
        all |> List.iter command.Options.Add

    member _.Settings(parsed: ParseResult) =
        let duration = parsed.GetRequiredValue duration
        let rounds = int (parsed.GetRequiredValue rounds)

        if duration / float rounds < shortestSample then
            let needed = $"each takes {shortestSample} seconds at least"
            raise (Refused $"--duration is too short for {rounds} rounds: {needed}")

        {
            DurationSeconds = duration
            Rounds = rounds
            Line = parsed.GetRequiredValue line
        }

    /// The readers that take part. Checks that their programs are there, and further ones.
    member _.Readers (parsed: ParseResult) programs =
        let all = Readers.all (Encoding.UTF8.GetByteCount(parsed.GetRequiredValue line) + 1)

        let chosen =
            all
            |> Producers.select
                "reader"
                (fun (one: Readers.Reader) -> one.Name)
                (parsed.GetRequiredValue readers)

        requireTools (
            [ "env"; "bash"; "timeout"; "time" ]
            @ (chosen |> List.choose (fun (one: Readers.Reader) -> one.Program))
            @ programs
        )

        chosen

    member _.Strategies(parsed: ParseResult) =
        Producers.findStrategies (parsed.GetRequiredValue executable)
        |> Producers.select "strategy" _.Name (parsed.GetRequiredValue strategies)
