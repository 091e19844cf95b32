/// Output, messages and exit status for any arguments are those of GNU yes, with every strategy.
module Yes.Tests.GnuProperties

open System
open FsCheck.FSharp
open Xunit
open Yes.CSharp
open Yes.Tests

let private isOption (argument: string) = argument.Length > 1 && argument[0] = '-'

/// The arguments up to the place where getopt_long(3) looks for no more options.
let private beforeTheEnd posix arguments =
    arguments |> Array.takeWhile (fun argument -> argument <> "--" && (isOption argument || posix = ""))

/// The options that GNU yes lacks. An abbreviation of one of them, even "--=", is an error for GNU yes only,
/// or its message lists fewer possibilities.
let private ownOptions = [ "--strategy"; "--list-strategies"; "--debug" ]

let private meansTheSameToBoth posix arguments =
    beforeTheEnd posix arguments
    |> Array.filter isOption
    |> Array.forall (fun argument ->
        let name = argument.Split('=')[0]
        not (ownOptions |> List.exists _.StartsWith(name, StringComparison.Ordinal)))

/// Cases as words of the script: their number; what sets POSIXLY_CORRECT, to any value, or nothing; a
/// strategy or nothing; before which argument its option stands; the arguments.
let private cases =
    // tee rejects lines of more than 32 KiB, and a character has up to 4 bytes.
    let names arguments =
        let short = Array.sumBy String.length arguments < 8000

        [
            for strategy in Strategies.All do
                if short || strategy <> Tee.Strategy then
                    strategy.Name
        ]

    gen {
        let! posix =
            Gen.frequency
                [
                    1, Gen.constant ""
                    1, Gen.elements [ "POSIXLY_CORRECT="; "POSIXLY_CORRECT=0"; "POSIXLY_CORRECT=1" ]
                ]

        let! arguments = Arguments.vectors |> Gen.filter (meansTheSameToBoth posix)
        // The default is what everybody runs, so it gets the most.
        let! strategy = Gen.frequency [ 1, Gen.constant ""; 2, Gen.elements (names arguments) ]
        // Where it is read as an option: with POSIXLY_CORRECT at the beginning.
        let! place = Gen.choose (0, (if posix = "" then (beforeTheEnd posix arguments).Length else 0))
        let words = [ posix; strategy; string place; yield! arguments ]
        return String.concat "" [ for word in string words.Length :: words -> word + "\000" ]
    }

[<Fact>]
let ``yes does the same as GNU yes`` () =
    let compare = "bash \"$ROOT/tests/Yes.Tests/compare-with-gnu.bash\" < input"

    for sameSize in Seeded.sample 10 cases do
        String.concat "" sameSize |> Bash.check compare
