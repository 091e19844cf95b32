/// The split of arguments into options and operands is glibc's: getopt(1) hands its arguments to getopt_long(3).
module Yes.Tests.GetoptProperties

open System
open System.CommandLine
open System.Text
open FsCheck.FSharp
open Xunit
open Yes.CSharp
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

/// What this project makes of the arguments.
let private ownSplit (posix: bool) (arguments: byte[][]) =
    let block =
        arguments |> Array.collect (fun argument -> Array.append argument [| 0uy |])

    let starts =
        arguments |> Array.scan (fun start argument -> start + argument.Length + 1) 0

    let each =
        arguments
        |> Seq.mapi (fun i argument -> ReadOnlyMemory(block, starts[i], argument.Length))

    Getopt.Read(each, block, ResizeArray options, posix)

/// The options in this project's spelling, and the operands, among the words that getopt(1) prints.
let rec private splitWords (words: string list) =
    match words with
    | "--" :: operands -> [], operands
    | name :: value :: rest when
        options
        |> List.exists (fun option -> option.Name = name && takesArgument option)
        ->
        let more, operands = splitWords rest
        (if value = "" then [ name; "" ] else [ $"{name}={value}" ]) @ more, operands
    | name :: rest ->
        let more, operands = splitWords rest
        name :: more, operands
    | [] -> failwith "getopt(1) printed no --"

/// What glibc makes of them: options, operands, and the first error, if any.
let private glibcSplit (posix: bool) (arguments: byte[][]) =
    let names =
        options
        |> List.map (fun option -> option.Name[2..] + (if takesArgument option then ":" else ""))
        |> String.concat ","

    let environment = if posix then "POSIXLY_CORRECT=1 " else ""

    // What getopt(1) prints is quoted for eval. printf ends each word with a NUL byte.
    let words, files =
        Bash.run
            $"""{environment}getopt -n yes -o '' -l {names} -- {Bash.words arguments} > split 2> errors
eval "set -- $(cat split)"
printf '%%s\0' "$@"
"""

    let options, operands =
        Encoding.Latin1.GetString(words).Split('\000')
        |> Array.toList
        |> List.removeAt (words |> Array.filter ((=) 0uy) |> Array.length)
        |> splitWords

    let error = Encoding.Latin1.GetString(files["errors"]).Split("\nyes: ")[0]
    options, operands, error

let private same (posix: bool) (arguments: byte[][]) =
    let own = ownSplit posix arguments
    let options, operands, error = glibcSplit posix arguments

    let line =
        match operands with
        | [] -> "y\n"
        | _ -> String.concat " " operands + "\n"

    if error = "" then
        isNull own.Error
        && List.ofSeq own.Options = options
        && own.Operands.ToLine().Bytes.SequenceEqual(Encoding.Latin1.GetBytes line)
    else
        // getopt(1) goes on behind the first error, and this project does not.
        $"yes: {own.Error}" = error.TrimEnd('\n')
        && own.Options.Count <= options.Length
        && List.ofSeq own.Options = List.take own.Options.Count options

[<Theory; InlineData(false); InlineData(true)>]
let ``arguments are split as glibc splits them, with POSIXLY_CORRECT or without`` (posix: bool) =
    let vectors = Arguments.vectors (options |> List.map _.Name)

    Prop.forAll vectors (fun arguments -> same posix arguments |> Prop.label (Bash.words arguments))
    |> Seeded.check 300

[<Fact>]
let ``what stands behind an option that ends the program is not looked at`` () =
    let known: Option list =
        [ VersionOption(); Option<bool>("--debug", Arity = ArgumentArity.Zero) ]

    let block = "--debug\000--version\000--nonsense\000"B

    let each =
        [
            ReadOnlyMemory(block, 0, 7)
            ReadOnlyMemory(block, 8, 9)
            ReadOnlyMemory(block, 18, 10)
        ]

    let getopt = Getopt.Read(each, block, ResizeArray known, false)
    Assert.Equal<string seq>([ "--debug"; "--version" ], getopt.Options)
    Assert.Null getopt.Error
