/// Every strategy behaves like GNU yes, whatever the arguments are.
module Yes.Tests.GnuProperties

open System
open FsCheck
open FsCheck.FSharp
open Xunit
open Yes.CSharp
open Yes.Tests

let private isOption (argument: string) = argument.Length > 1 && argument[0] = '-'

/// The arguments in which getopt_long(3) looks for options.
let private beforeTheEnd posix arguments =
    arguments |> Array.takeWhile (fun argument -> argument <> "--" && (isOption argument || posix = ""))

/// GNU yes lacks these options, so it handles their abbreviations differently.
let private ownOptions =
    List.except [ "--help"; "--version" ] [ for option in CommandLine.Options -> option.Name ]

let private abbreviatesOwnOption (argument: string) =
    let name = argument.Split('=')[0]
    ownOptions |> List.exists _.StartsWith(name, StringComparison.Ordinal)

let private meansTheSameToBoth posix arguments =
    beforeTheEnd posix arguments
    |> Array.forall (fun argument -> not (isOption argument && abbreviatesOwnOption argument))

/// An empty name stands for the default strategy, which is tested more often than any other.
let private strategies = [ ""; ""; ""; "" ] @ [ for strategy in Strategies.All -> strategy.Name ]

/// Generates the input of compare-with-gnu.bash, which describes the format.
let private cases =
    gen {
        let! posix = Gen.elements [ ""; ""; ""; "POSIXLY_CORRECT="; "POSIXLY_CORRECT=0"; "POSIXLY_CORRECT=1" ]
        let! arguments = ArgumentVectors.any |> Gen.filter (meansTheSameToBoth posix)
        let! strategy = Gen.elements strategies
        let words = [ posix; strategy; yield! arguments ]
        return String.concat "" [ for word in string words.Length :: words -> word + "\000" ]
    }

/// The default seed is fixed, so every run tries the same cases. A long test uses random ones.
let private seed =
    match Environment.GetEnvironmentVariable "SEED" with
    | null
    | "" -> 7UL
    | text -> UInt64.Parse text

[<Fact>]
let ``yes and GNU yes behave alike for random arguments`` () =
    [
        for size in 1..100 do
            yield! cases |> Gen.sampleWithSeed (Rnd(seed + uint64 size)) size 3
    ]
    |> String.concat ""
    |> Bash.check "bash \"$ROOT/tests/Yes.Tests/compare-with-gnu.bash\" < input"
