/// Argument vectors: their generator, and how a failing one gets smaller.
module Yes.Tests.Arguments

open System.Text
open FsCheck
open FsCheck.FSharp

let private latin1 (text: string) = Encoding.Latin1.GetBytes text

/// Arguments with a meaning for getopt_long(3), System.CommandLine, printf or text encodings, and similar
/// ones.
let private special =
    let words =
        "- -- --- -h -v -? -W -help --help --version --helpx --Help --no-such --no-such=x = a=b [ ] "
        + "[suggest] [diagram] [suggest:3] @ @file @/proc/self/cmdline /? /h a:b \\n %s {0} \" ' "
        // Latin-1 here, so not UTF-8; the same letter in UTF-8; and a byte order mark.
        + "\u00e9 \u00c3\u00a9 \u00ef\u00bb\u00bf"

    [ ""; "-- "; "--\n"; "\n"; "a\nb"; "\r\n"; yield! words.Split ' ' ]
    |> List.map latin1

/// execve(2) passes any byte but NUL.
let private anyByte = Gen.choose (1, 255) |> Gen.map byte

/// An option, cut anywhere, some with an argument, whether it takes one or not.
let private abbreviation (options: string list) =
    gen {
        let! name = Gen.elements options
        let! length = Gen.choose (2, name.Length)
        let! argument = Gen.elements [ ""; ""; "="; "=x"; "==" ]
        return latin1 (name[.. length - 1] + argument)
    }

/// Dashes, and then letters that the options' names are made of, or any.
let private dashed =
    gen {
        let! dashes = Gen.elements [ "-"; "--"; "---" ]
        let! rest = Gen.oneof [ Gen.elements ("helpvrsion=-\n"B); anyByte ] |> Gen.arrayOf
        return Array.append (latin1 dashes) rest
    }

let private short options =
    Gen.frequency
        [
            4, Gen.elements special
            1, abbreviation options
            1, dashed
            3, Gen.arrayOf anyByte
        ]

/// About as long as a page, a buffer, a fragment or a pipe; execve(2) takes 128 KiB, the NUL byte included.
let private long =
    gen {
        let! pattern = Gen.nonEmptyListOf anyByte
        let! edge = Gen.elements [ 4096; 8192; 32768; 65536; 131068 ]
        let! length = Gen.oneof [ Gen.choose (edge - 4, edge + 3); Gen.choose (1, edge) ]
        let pattern = List.toArray pattern
        return Array.init length (fun i -> pattern[i % pattern.Length])
    }

let private vector options =
    let short = short options

    Gen.frequency
        [
            6, Gen.arrayOf short
            // After "--" nothing is an option, so that the line has several of these operands.
            2, Gen.arrayOf short |> Gen.map (Array.append [| "--"B |])
            2, Gen.arrayOf (Gen.arrayOf anyByte)
            2,
            Gen.frequency [ 2, short; 1, long ]
            |> Gen.resize 5
            |> Gen.arrayOf
            |> Gen.resize 4
            1,
            Gen.choose (1000, 5000)
            |> Gen.bind (fun count -> Gen.arrayOfLength count (Gen.resize 5 short))
        ]

/// First all items made the simplest. Then without the first, the middle or the last half, quarter and so on,
/// so that a few steps remove thousands. Then, of up to 100, without each of them, and with each of them
/// smaller.
let private smaller (simplest: 'item) (smallerItem: 'item -> 'item seq) (items: 'item[]) : 'item[] seq =
    seq {
        let simple = Array.replicate items.Length simplest

        if items <> simple then
            simple

        let sizes =
            items.Length
            |> List.unfold (fun n -> if n = 0 then None else Some(n - n / 2, n / 2))

        for size in sizes do
            for start in [ 0; (items.Length - size) / 2; items.Length - size ] do
                Array.removeManyAt start size items

        if items.Length <= 100 then
            for i in 0 .. items.Length - 1 do
                Array.removeAt i items

                for item in smallerItem items[i] do
                    Array.updateAt i item items
    }

let private smallerByte b =
    if b = 'a'B then Seq.empty else Seq.singleton 'a'B

let private smallerArgument: byte[] -> byte[] seq = smaller 'a'B smallerByte

/// Any argument vector, often with abbreviations of these options.
let vectors (options: string list) =
    Arb.fromGenShrink (vector options, smaller "a"B smallerArgument)
