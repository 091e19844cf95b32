/// How a line fills a buffer. The suites of tests/gnu check how it is made of operands.
module Yes.Tests.LineProperties

open System
open System.Diagnostics
open FsCheck
open Xunit
open Yes.FSharp
open Yes.Tests

[<Fact>]
let ``a tiled buffer of any size repeats the line`` () =
    Seeded.check 1000 (fun (NonEmptyArray line) (NonNegativeInt size) ->
        let buffer = Array.zeroCreate<byte> size
        Line(ReadOnlyMemory line).Tile(Span buffer)
        buffer = Array.init size (fun i -> line[i % line.Length]))

[<Fact>]
let ``a tiled length is the largest multiple of the line that fits, or one line`` () =
    Seeded.check 1000 (fun (NonEmptyArray line) (NonNegativeInt size) ->
        let tiled = Line(ReadOnlyMemory line).TiledLength size

        tiled % line.Length = 0 && tiled > size - line.Length && (tiled <= size || tiled = line.Length))

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
