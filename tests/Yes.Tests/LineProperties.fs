/// How a line fills a buffer. The suites of tests/gnu check how it is made of operands.
module Yes.Tests.LineProperties

open System
open FsCheck.FSharp
open Xunit
open Yes.FSharp

/// Operands as execve(2) passes them: bytes without NUL.
let private lines =
    Gen.choose (1, 255)
    |> Gen.map byte
    |> Gen.arrayOf
    |> Gen.map (fun operand -> Line(ReadOnlyMemory(Array.append operand "\n"B)))
    |> Arb.fromGen

let private sizes = Gen.choose (0, 5000) |> Arb.fromGen

[<Fact>]
let ``a tiled buffer of any size repeats the line`` () =
    Prop.forAll lines (fun line ->
        Prop.forAll sizes (fun size ->
            let buffer = Array.zeroCreate<byte> size
            line.Tile(Span buffer)
            let once = line.Bytes.ToArray()

            buffer
            |> Array.indexed
            |> Array.forall (fun (i, b) -> b = once[i % once.Length])))
    |> Seeded.check 1000

[<Fact>]
let ``a tiled length is the largest multiple of the line that fits, or one line`` () =
    Prop.forAll lines (fun line ->
        Prop.forAll sizes (fun size ->
            let tiled = line.WholeLinesIn size

            tiled % line.Length = 0
            && tiled > size - line.Length
            && (tiled <= size || tiled = line.Length)))
    |> Seeded.check 1000
