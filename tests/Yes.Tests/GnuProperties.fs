/// Output, messages and exit status for any arguments are those of GNU yes, with every strategy.
module Yes.Tests.GnuProperties

open System
open System.IO
open FsCheck.FSharp
open Xunit
open Yes.CSharp
open Yes.Tests

/// What both programs are given.
type Case =
    {
        Arguments: string[]
        /// Whether POSIXLY_CORRECT is in the environment.
        Posix: bool
        /// The strategy of this project's, or nothing, and before which argument the option stands.
        Strategy: string
        Place: int
    }

let private isOption (argument: string) = argument.Length > 1 && argument[0] = '-'

/// The arguments up to the place where getopt_long(3) looks for no more options.
let private beforeTheEnd case =
    case.Arguments
    |> Array.takeWhile (fun argument -> argument <> "--" && (isOption argument || not case.Posix))

/// The options that GNU yes lacks. An abbreviation of one of them, even "--=", is an error for GNU yes only,
/// or its message lists fewer possibilities.
let private ownOptions = [ "--strategy"; "--list-strategies"; "--debug" ]

let private meansTheSameToBoth case =
    beforeTheEnd case
    |> Array.filter isOption
    |> Array.forall (fun argument ->
        let name = argument.Split('=')[0]
        not (ownOptions |> List.exists _.StartsWith(name, StringComparison.Ordinal)))

let private cases =
    let names = [ for strategy in Strategies.All -> strategy.Name ]

    gen {
        let! arguments = Arguments.vectors [ "--help"; "--version" ]
        let! posix = Gen.elements [ false; true ]
        // The default is what everybody runs, so it gets the most.
        let! strategy = Gen.frequency [ 1, Gen.constant ""; 2, Gen.elements names ]
        let! place = Gen.choose (0, arguments.Length)

        return { Arguments = arguments; Posix = posix; Strategy = strategy; Place = place }
    }
    |> Gen.filter meansTheSameToBoth

/// The case as arguments of the script. The strategy has a place where it is read as an option: with
/// POSIXLY_CORRECT the beginning.
let private toArguments case =
    let last = if case.Posix then 0 else (beforeTheEnd case).Length
    let posix = if case.Posix then "POSIXLY_CORRECT=1" else ""
    Array.append [| posix; case.Strategy; string (min case.Place last) |] case.Arguments

/// What tests may need. Without it they are skipped, and say so; but what YES names has to be there.
type Needs =
    static member Executable =
        File.Exists Bash.yes || not (String.IsNullOrEmpty(Environment.GetEnvironmentVariable "YES"))

[<Fact(Skip = "needs artifacts/yes: run `make` first",
       SkipUnless = nameof Needs.Executable,
       SkipType = typeof<Needs>)>]
let ``yes does the same as GNU yes`` () =
    let compare = ". \"$ROOT/tests/Yes.Tests/compare-with-gnu.bash\""
    Bash.check 1500 cases (List.map toArguments >> Bash.run compare)
