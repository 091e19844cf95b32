/// Generators of argument vectors. Each character stands for a byte, as in Latin-1.
module Yes.Tests.ArgumentVectors

open System
open FsCheck
open FsCheck.FSharp

/// Arguments that may have a special meaning to option parsers, to printf or to text decoders.
let private special =
    let words =
        "- -- --- -h -v -? -W -help --help --version --helpx --Help --no-such --no-such=x = a=b [ ] "
        + "[suggest] [diagram] [suggest:3] @ @file @/proc/self/cmdline /? /h a:b \\n %s {0} \" ' "
        // These words are é in Latin-1, é in UTF-8 and a byte order mark.
        + "\u00e9 \u00c3\u00a9 \u00ef\u00bb\u00bf"

    Gen.elements [ ""; "-- "; "--\n"; "\n"; "a\nb"; "\r\n"; yield! words.Split ' ' ]

/// An argument of execve(2) can contain any byte except NUL.
let private anyText = Gen.choose (1, 255) |> Gen.map char |> Gen.arrayOf |> Gen.map String

/// An argument that begins like --help, --version or ---.
let private dashed =
    gen {
        let! name = Gen.elements [ "---"; "--help"; "--version" ]
        let! length = Gen.choose (1, name.Length)
        let! rest = Gen.oneof [ Gen.elements [ ""; "="; "=x"; "=="; "\n" ]; anyText ]
        return name[.. length - 1] + rest
    }

let private short = Gen.frequency [ 4, special; 2, dashed; 4, anyText ]

let private several = Gen.arrayOf short

/// Any argument vector, often with abbreviations of GNU's options.
let any: Gen<string[]> =
    Gen.frequency
        [
            8, several
            2, several |> Gen.map (Array.append [| "--" |])
            1, Gen.choose (1000, 5000) |> Gen.bind (fun n -> Gen.resize 5 short |> Gen.arrayOfLength n)
        ]
