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

/// GNU yes reports an abbreviation of the other options as an error, or with fewer possibilities.
let private abbreviatesOwnOption (argument: string) =
    let name = argument.Split('=')[0]

    [ "--strategy"; "--list-strategies"; "--debug" ]
    |> List.exists _.StartsWith(name, StringComparison.Ordinal)

let private meansTheSameToBoth posix arguments =
    beforeTheEnd posix arguments
    |> Array.forall (fun argument -> not (isOption argument && abbreviatesOwnOption argument))

/// The strategies that can write the line, and often none, which is the default.
let private strategiesFor (arguments: string[]) =
    // tee rejects lines of more than 32 KiB.
    let isLong = Array.sumBy String.length arguments + arguments.Length > 32 * 1024

    [ ""; ""; ""; ""; yield! Strategies.All |> Array.map _.Name ]
    |> List.filter (fun name -> not (isLong && name = "tee"))

/// Cases as words of the script: their number, what sets POSIXLY_CORRECT or nothing, an option or nothing,
/// and the arguments, each with a NUL byte.
let private cases =
    gen {
        let! posix = Gen.elements [ ""; ""; ""; "POSIXLY_CORRECT="; "POSIXLY_CORRECT=0"; "POSIXLY_CORRECT=1" ]
        let! arguments = Arguments.vectors |> Gen.filter (meansTheSameToBoth posix)
        let! strategy = Gen.elements (strategiesFor arguments)
        let words = [ posix; strategy; yield! arguments ]
        return String.concat "" [ for word in string words.Length :: words -> word + "\000" ]
    }

[<Fact>]
let ``yes does the same as GNU yes`` () =
    let compare = "bash \"$ROOT/tests/Yes.Tests/compare-with-gnu.bash\" < input"

    for sameSize in Seeded.sample 10 cases do
        String.concat "" sameSize |> Bash.check compare
