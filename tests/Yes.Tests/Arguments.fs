/// Argument vectors. A character is a byte, as in Latin-1.
module Yes.Tests.Arguments

open System
open FsCheck
open FsCheck.FSharp

/// Arguments with a meaning for getopt_long(3), System.CommandLine, printf or text encodings, and similar
/// ones.
let private special =
    let words =
        "- -- --- -h -v -? -W -help --help --version --helpx --Help --no-such --no-such=x = a=b [ ] "
        + "[suggest] [diagram] [suggest:3] @ @file @/proc/self/cmdline /? /h a:b \\n %s {0} \" ' "
        // Latin-1 here, so not UTF-8; the same letter in UTF-8; and a byte order mark.
        + "\u00e9 \u00c3\u00a9 \u00ef\u00bb\u00bf"

    [ ""; "-- "; "--\n"; "\n"; "a\nb"; "\r\n"; yield! words.Split ' ' ]

/// execve(2) passes any byte but NUL.
let private anyText = Gen.choose (1, 255) |> Gen.map char |> Gen.arrayOf |> Gen.map String

/// An option, cut anywhere, or just dashes, some with an argument, which none takes.
let private dashed =
    gen {
        let! name = Gen.elements [ "---"; "--help"; "--version" ]
        let! length = Gen.choose (1, name.Length)
        let! rest = Gen.oneof [ Gen.elements [ ""; "="; "=x"; "=="; "\n" ]; anyText ]
        return name[.. length - 1] + rest
    }

let private short = Gen.frequency [ 4, Gen.elements special; 2, dashed; 3, anyText ]

/// About as long as a page, a buffer, a fragment or a pipe; execve(2) takes 128 KiB, the NUL byte included.
let private long =
    gen {
        let! pattern = anyText |> Gen.filter (String.IsNullOrEmpty >> not)
        let! edge = Gen.elements [ 4096; 8192; 32768; 65536; 131068 ]
        let! length = Gen.oneof [ Gen.choose (edge - 4, edge + 3); Gen.choose (1, edge) ]
        return String.init length (fun i -> string pattern[i % pattern.Length])
    }

/// Any argument vector, often with abbreviations of GNU's options.
let vectors: Gen<string[]> =
    Gen.frequency
        [
            6, Gen.arrayOf short
            // After "--" nothing is an option, so that the line has several of these operands.
            2, Gen.arrayOf short |> Gen.map (Array.append [| "--" |])
            2, Gen.arrayOf anyText
            2, Gen.frequency [ 2, short; 1, long ] |> Gen.resize 5 |> Gen.arrayOf |> Gen.resize 4
            1, Gen.choose (1000, 5000) |> Gen.bind (fun n -> Gen.resize 5 short |> Gen.arrayOfLength n)
        ]
