/// The "span" strategy fills a buffer once and writes it again and again.
module Yes.FSharp.PrefilledSpan

open System
open System.IO

/// The size of the buffer in bytes, unless the line is longer.
let private bufferSize = 8 * 1024

let run (output: Stream) (line: Line) =
    let buffer = Array.zeroCreate<byte>(line.TiledLength bufferSize)
    line.Tile(Span buffer)

    while true do
        output.Write(ReadOnlySpan buffer)
