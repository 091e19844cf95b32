/// How a line fills a buffer. The suites of tests/gnu check how it is made of operands.
module Yes.Tests.LineProperties

open System
open System.Diagnostics
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

/// The shortest time of some runs, in which no other process has disturbed.
let private timeOf (action: unit -> unit) =
    Seq.init 5 (fun _ ->
        let watch = Stopwatch.StartNew()
        action ()
        watch.Elapsed)
    |> Seq.min

[<Fact>]
let ``a large buffer takes a tenth of the time of a copy for each line`` () =
    let line = Line(ReadOnlyMemory "\n"B)
    let buffer = Array.zeroCreate<byte>(16 * 1024 * 1024)

    let lineByLine () =
        for i in 0 .. buffer.Length - 1 do
            line.Bytes.CopyTo(Span(buffer, i, 1))

    Assert.True(timeOf (fun () -> line.Tile(Span buffer)) * 10.0 < timeOf lineByLine)
