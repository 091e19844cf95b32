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
        /// What sets POSIXLY_CORRECT, to any value, or nothing.
        Posix: string
        /// The strategy of this project's, or nothing, and before which argument the option stands.
        Strategy: string
        Place: int
    }

let private isOption (argument: string) = argument.Length > 1 && argument[0] = '-'

/// The arguments up to the place where getopt_long(3) looks for no more options.
let private beforeTheEnd case =
    case.Arguments
    |> Array.takeWhile (fun argument -> argument <> "--" && (isOption argument || case.Posix = ""))

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
        let! arguments = Arguments.vectors
        let! posix = Gen.elements [ ""; ""; ""; "POSIXLY_CORRECT="; "POSIXLY_CORRECT=0"; "POSIXLY_CORRECT=1" ]
        // The default is what everybody runs, so it gets the most.
        let! strategy = Gen.frequency [ 1, Gen.constant ""; 2, Gen.elements names ]
        let! place = Gen.choose (0, arguments.Length)

        return { Arguments = arguments; Posix = posix; Strategy = strategy; Place = place }
    }
    |> Gen.filter meansTheSameToBoth

/// The case as words of the script. The strategy has a place where it is read as an option: with
/// POSIXLY_CORRECT the beginning.
let private toWords case =
    let last = if case.Posix = "" then (beforeTheEnd case).Length else 0
    let words = [| case.Posix; case.Strategy; string (min case.Place last); yield! case.Arguments |]
    String.concat "" [ for word in Array.append [| string words.Length |] words -> word + "\000" ]

/// What tests may need. Without it they are skipped, and say so; but what YES names has to be there.
type Needs =
    static member Executable =
        File.Exists(Path.Combine(Bash.root, "artifacts/yes"))
        || not (String.IsNullOrEmpty(Environment.GetEnvironmentVariable "YES"))

[<Fact(Skip = "needs artifacts/yes: run `make` first",
       SkipUnless = nameof Needs.Executable,
       SkipType = typeof<Needs>)>]
let ``yes does the same as GNU yes`` () =
    let compare = "bash \"$ROOT/tests/Yes.Tests/compare-with-gnu.bash\" < input"

    for sameSize in Seeded.sample 15 cases do
        List.map toWords sameSize |> String.concat "" |> Bash.check compare
