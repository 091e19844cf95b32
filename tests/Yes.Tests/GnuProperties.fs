/// Output, messages and exit status for any arguments are those of GNU yes, with every strategy.
module Yes.Tests.GnuProperties

open System
open System.Text
open System.Text.RegularExpressions
open FsCheck
open FsCheck.FSharp
open Xunit
open Yes.Tests
open Yes.Tests.Executable

/// What both programs are given.
[<StructuredFormatDisplay("{Shown}")>]
type Case =
    {
        Arguments: byte[][]
        /// Whether POSIXLY_CORRECT is in the environment.
        Posix: bool
        /// Before which argument this project's gets its strategy.
        Place: int
    }

    /// The command line with these arguments.
    member case.Command(arguments: byte[][]) =
        let environment = if case.Posix then "POSIXLY_CORRECT=1 " else ""
        environment + "yes " + Bash.words arguments

    /// What FsCheck shows of a case that has not been made smaller yet: not megabytes.
    member case.Shown =
        let command = case.Command case.Arguments

        if command.Length <= 1000 then
            command
        else
            $"{command[..999]}... ({case.Arguments.Length} arguments)"

let private isOption (argument: byte[]) =
    argument.Length > 1 && argument[0] = '-'B

/// The arguments up to the place where getopt_long(3) looks for no more options.
let private beforeTheEnd case =
    case.Arguments
    |> Array.takeWhile (fun argument -> argument <> "--"B && (isOption argument || not case.Posix))

/// The options that GNU yes lacks. An abbreviation of one of them, even "--=", is an error for GNU yes only,
/// or its message lists fewer possibilities.
let private ownOptions = [ "--strategy"; "--list-strategies"; "--debug" ]

let private abbreviatesOwnOption (argument: byte[]) =
    let name = (Encoding.Latin1.GetString argument).Split('=')[0]
    ownOptions |> List.exists _.StartsWith(name, StringComparison.Ordinal)

let private meansTheSameToBoth case =
    beforeTheEnd case
    |> Array.filter isOption
    |> Array.forall (abbreviatesOwnOption >> not)

let private cases =
    let vectors = Arguments.vectors [ "--help"; "--version" ]

    let generated =
        gen {
            let! arguments = Arb.toGen vectors
            let! posix = ArbMap.defaults |> ArbMap.generate<bool>
            let! place = Gen.choose (0, arguments.Length)

            return
                {
                    Arguments = arguments
                    Posix = posix
                    Place = place
                }
        }

    let shrunk case =
        seq {
            for arguments in Arb.toShrink vectors case.Arguments do
                { case with Arguments = arguments }

            if case.Posix then
                { case with Posix = false }

            if case.Place > 0 then
                { case with Place = 0 }
        }

    Arb.fromGenShrink (generated, shrunk) |> Arb.filter meansTheSameToBoth

/// Inserts the strategy at a place where it is read as an option: with POSIXLY_CORRECT at the beginning.
let private ownCommand strategy (case: Case) =
    match strategy with
    | None -> case.Command case.Arguments
    | Some name ->
        let last = if case.Posix then 0 else (beforeTheEnd case).Length
        let option = Encoding.ASCII.GetBytes $"--strategy={name}"
        case.Command(Array.insertAt (min case.Place last) option case.Arguments)

/// The texts of --help and --version differ between the programs, but for their beginning.
let private comparable (outcome: Outcome) =
    let first = (Encoding.UTF8.GetString outcome.Output).Split('\n')[0]

    if outcome.Status = 0 && Regex.IsMatch(first, @"^Usage: yes \[\w+\].*") then
        { outcome with Output = "Usage"B }
    elif
        outcome.Status = 0
        && Regex.IsMatch(first, @"^yes \(.+\) \d+(\.\d+)*( \(commit [^ ]+\))?$")
    then
        { outcome with Output = "Version"B }
    else
        outcome

/// Describes an outcome, with the output from the first difference on.
let private report name (outcome: Outcome) (from: int) =
    let shown (bytes: byte[]) =
        if bytes.Length <= 100 then
            Bash.word bytes
        else
            $"{Bash.word bytes[..99]}... ({bytes.Length} bytes)"

    $"{name} said: status {outcome.Status}, standard error {shown outcome.Errors}, "
    + $"standard output from byte {from} on {shown outcome.Output[from..]}"

/// Whether all outcomes are the same; the first that are not are reported.
let private sameAsGnu strategy (cases: Case list) =
    let ownCommands = cases |> List.map (ownCommand strategy)
    let gnuCommands = cases |> List.map (fun case -> case.Command case.Arguments)

    let different =
        List.zip gnuCommands ownCommands
        |> Executable.outcomes
        |> List.zip ownCommands
        |> List.tryFind (fun (_, (gnu, own)) -> comparable gnu <> comparable own)

    match different with
    | None -> Prop.ofTestable true
    | Some(command, (gnu, own)) ->
        let from = gnu.Output.AsSpan().CommonPrefixLength own.Output

        [
            command + " | head -c 64K"
            report "GNU yes" gnu from
            report "this project's" own from
        ]
        |> String.concat "\n"
        |> fun text -> Prop.label text false

/// The default, as an empty name, and each strategy.
let strategies = TheoryData<string> [ ""; yield! Executable.strategies ]

[<Theory(Skip = "needs artifacts/yes: run `make` first",
         SkipUnless = nameof Needs.Executable,
         SkipType = typeof<Needs>);
  MemberData(nameof strategies)>]
let ``yes does the same as GNU yes`` (strategy: string) =
    let property = Prop.forAll (Bash.severalOf cases) << sameAsGnu

    // The default is what everybody runs, so it gets the most; each strategy gets cases of its own.
    if strategy = "" then
        Seeded.check (500 / Bash.together) (property None)
    else
        let own = 1 + List.findIndex ((=) strategy) Executable.strategies
        Seeded.checkApart own (120 / Bash.together) (property (Some strategy))
