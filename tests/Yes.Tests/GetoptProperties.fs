/// The split of arguments into options and operands is glibc's: getopt(1) passes its arguments to
/// getopt_long(3).
module Yes.Tests.GetoptProperties

open System
open System.CommandLine
open System.Text
open Xunit
open Yes.CSharp
open Yes.Tests

/// Two or more begin alike, so that there is much to be ambiguous; one is the beginning of others.
let private options: Option[] =
    [|
        Option<string>("--file")
        Option<string>("--filter")
        Option<bool>("--fil", Arity = ArgumentArity.Zero)
        Option<bool>("--head", Arity = ArgumentArity.Zero)
        Option<bool>("--help", Arity = ArgumentArity.Zero)
    |]

let private takesArgument (option: Option) = option.Arity.MaximumNumberOfValues > 0

/// The split by this project, in the words that getopt(1) prints, and its error. An error ends the split.
let private ownSplit (posix: bool) (arguments: string[]) =
    let block = arguments |> Array.map (fun argument -> argument + "\000") |> String.Concat

    let getopt = Getopt(Arguments(Encoding.Latin1.GetBytes block), (fun () -> options), posix)

    /// The next option and its argument, or the next operand.
    let read () =
        let mutable option = null
        let mutable value = ReadOnlySpan<byte>()

        if getopt.TryRead(&option, &value) then
            Some(option, Encoding.Latin1.GetString value)
        else
            None

    let rec readAll found operands =
        match
            try
                Ok(read ())
            with :? UsageException as e ->
                Error e.Message
        with
        | Error message -> List.rev found, message
        | Ok None -> List.rev found @ "--" :: List.rev operands, ""
        | Ok(Some(option, text)) ->
            match option with
            | null -> readAll found (text :: operands)
            | option when takesArgument option -> readAll (text :: option.Name :: found) operands
            | option -> readAll (option.Name :: found) operands

    readAll [] []

/// Prints the errors of getopt(1) and its words, each with a NUL byte at its end. Its output is quoted for
/// eval.
let private getopt1 =
    let names =
        options
        |> Array.map (fun option -> option.Name[2..] + (if takesArgument option then ":" else ""))
        |> String.concat ","

    $"""getopt -n yes -o '' -l {names} -- "$@" > split 2> errors
    eval "set -- $(< split)"
    printf '%%s\0' "$(< errors)" "$@" """

let private difference (posix: bool) (arguments: string[], printed: string) =
    let words, error = ownSplit posix arguments
    let printed = printed[.. printed.Length - 2].Split '\000' |> Array.toList
    let firstError = printed.Head.Split("\nyes: ")[0]

    let same =
        if firstError = "" then
            (words, error) = (printed.Tail, "")
        else
            // getopt(1) goes on after the first error, and this project does not.
            error = UsageException(firstError.Substring "yes: ".Length).Message
            && words = List.truncate words.Length printed.Tail

    if same then
        ""
    else
        $"%A{arguments}: yes reads %A{words} %A{error}, and getopt(1) %A{printed}\n"

[<Theory; InlineData(false); InlineData(true)>]
let ``arguments are split as glibc splits them, with POSIXLY_CORRECT or without`` (posix: bool) =
    let script = (if posix then "POSIXLY_CORRECT=1 " else "") + getopt1

    Bash.check 300 (Arguments.vectors [ for option in options -> option.Name ]) (fun vectors ->
        Bash.run script vectors |> List.zip vectors |> List.map (difference posix))
