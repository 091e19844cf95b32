/// Tests of how a line fills a buffer. tests/gnu/output.bats checks how operands make a line.
module Yes.Tests.LineProperties

open System
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
let ``the tiled length is the largest multiple of the line that fits, or else one line`` () =
    Seeded.check 1000 (fun (NonEmptyArray line) (NonNegativeInt size) ->
        let tiled = Line(ReadOnlyMemory line).TiledLength size
        tiled % line.Length = 0 && tiled > size - line.Length && (tiled <= size || tiled = line.Length))
