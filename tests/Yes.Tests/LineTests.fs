/// Tests with random lines. FsCheck shrinks a line for which a test fails.
module Yes.Tests.LineTests

open System
open FsCheck
open Xunit
open Yes.FSharp

/// Checks a property for lines and buffers of up to 2,000 bytes.
let private check property = Check.One(Config.QuickThrowOnFailure.WithEndSize 2000, property)

/// A line of any bytes, among them newlines and null bytes.
let private lineOf bytes = Line(ReadOnlyMemory(Array.append bytes [| byte '\n' |]))

[<Fact>]
let ``a line fills a buffer of any length`` () =
    check (fun bytes (NonNegativeInt length) ->
        let line = lineOf bytes
        let buffer = Array.zeroCreate length
        line.Tile(Span buffer)
        buffer = Array.init length (fun i -> line.Bytes[i % line.Length]))

[<Fact>]
let ``whole lines fill a buffer, or one line exceeds it`` () =
    check (fun bytes (PositiveInt size) ->
        let line = lineOf bytes
        let length = line.TiledLength size
        let fits = length <= size && size < length + line.Length
        length > 0 && length % line.Length = 0 && (fits || length = line.Length && size < length))
