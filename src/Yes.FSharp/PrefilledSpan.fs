/// <summary>The strategy "span": a buffer that is filled once and written again and again.</summary>
module Yes.FSharp.PrefilledSpan

open System
open System.IO

/// The size of the buffer in bytes, unless the line is longer.
let private bufferSize = 8 * 1024

let run (stdout: Stream) (line: Line) =
    let buffer = Array.zeroCreate<byte>(line.TiledLength bufferSize)
    line.Tile(Span<byte> buffer)

    while true do
        stdout.Write(ReadOnlySpan<byte> buffer)
