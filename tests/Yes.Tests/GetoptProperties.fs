/// The split of arguments into options and operands is glibc's: getopt(1) passes its arguments to
/// getopt_long(3).
module Yes.Tests.GetoptProperties

open System
open System.CommandLine
open System.Text
open FsCheck.FSharp
open Xunit
open Yes.CSharp
open Yes.FSharp
open Yes.Tests

/// Names that begin alike, so that there is much to be ambiguous; one is the beginning of others.
let private options: Option list =
    [
        Option<string>("--file")
        Option<string>("--filter")
        Option<bool>("--fil", Arity = ArgumentArity.Zero)
        Option<bool>("--help", Arity = ArgumentArity.Zero)
    ]

let private takesArgument (option: Option) = option.Arity.MaximumNumberOfValues > 0

/// The split by this project: the options before the first error, the line of the operands, and that error.
let private ownSplit (posix: bool) (arguments: byte[][]) =
    let block =
        arguments |> Array.collect (fun argument -> Array.append argument [| 0uy |])

    let getopt =
        Getopt(RawArguments(block, arguments.Length), (fun () -> List.toArray options), posix)

    let line = LineBuilder block

    let rec read found =
        match getopt.TryRead() with
        | false, _, _ -> List.rev found, Some(line.ToLine()), None
        | true, option, value ->
            match option with
            | null ->
                line.Append value.Span
                next found
            | option ->
                let argument = Encoding.Latin1.GetString value.Span
                next ((option.Name, (if takesArgument option then Some argument else None)) :: found)

    // A failure ends the split, and what was found before it counts.
    and next found =
        try
            read found
        with :? UsageException as e ->
            List.rev found, None, Some e.Message

    next []

/// The options, each with its argument, and the operands, among the words that getopt(1) prints.
let rec private splitWords (words: string list) =
    match words with
    | "--" :: operands -> [], operands
    | name :: value :: rest when
        options
        |> List.exists (fun option -> option.Name = name && takesArgument option)
        ->
        let more, operands = splitWords rest
        (name, Some value) :: more, operands
    | name :: rest ->
        let more, operands = splitWords rest
        (name, None) :: more, operands
    | [] -> failwith "getopt(1) printed no --"

/// The splits by glibc, made in one bash: of each, options, operands, and the first error, if any.
let private glibcSplits (posix: bool) (vectors: byte[][] list) =
    let names =
        options
        |> List.map (fun option -> option.Name[2..] + (if takesArgument option then ":" else ""))
        |> String.concat ","

    let environment = if posix then "POSIXLY_CORRECT=1 " else ""

    // What getopt(1) prints is quoted for eval. printf ends each word with a NUL byte.
    let split i arguments =
        $"""{environment}getopt -n yes -o '' -l {names} -- {Bash.words arguments} > split 2> errors{i}
eval "set -- $(< split)"
printf '%%s\0' "$@" > words{i}
"""

    let _, files = vectors |> List.mapi split |> String.concat "" |> Bash.run
    let text name = Encoding.Latin1.GetString files[name]

    List.init vectors.Length (fun i ->
        let words = (text $"words{i}").Split '\000'

        let options, operands =
            words |> Array.toList |> List.removeAt (words.Length - 1) |> splitWords

        options, operands, (text $"errors{i}").Split("\nyes: ")[0])

let private same (posix: bool) (arguments: byte[][]) (options, operands, error: string) =
    let ownOptions, ownLine, ownError = ownSplit posix arguments

    let line =
        match operands with
        | [] -> "y\n"
        | _ -> String.concat " " operands + "\n"

    match ownError with
    | None ->
        error = ""
        && ownOptions = options
        && ownLine.Value.Bytes.SequenceEqual(Encoding.Latin1.GetBytes line)
    | Some message ->
        // getopt(1) goes on after the first error, and this project does not.
        message = UsageException(error.TrimEnd('\n').Substring "yes: ".Length).Message
        && ownOptions.Length <= options.Length
        && ownOptions = List.take ownOptions.Length options

[<Theory; InlineData(false); InlineData(true)>]
let ``arguments are split as glibc splits them, with POSIXLY_CORRECT or without`` (posix: bool) =
    let vectors = Arguments.vectors (options |> List.map _.Name)

    Prop.forAll (Bash.severalOf vectors) (fun vectors ->
        let different =
            glibcSplits posix vectors
            |> List.zip vectors
            |> List.tryFind (fun (arguments, split) -> not (same posix arguments split))

        match different with
        | None -> Prop.ofTestable true
        | Some(arguments, _) -> Prop.label (Bash.words arguments) false)
    |> Seeded.check (300 / Bash.together)

[<Fact>]
let ``the rest of the arguments is not read before the option is done`` () =
    let arguments = RawArguments("--help\000--nonsense\000"B, 2)
    let getopt = Getopt(arguments, (fun () -> List.toArray options), false)
    let read () = getopt.TryRead()
    let _, first, _ = read ()
    Assert.Equal("--help", (nonNull first).Name)
    Assert.Throws<UsageException>(fun () -> read () |> ignore)
