/// <summary>The strategy "span": a buffer that is filled once and written again and again.</summary>
module Yes.FSharp.PrefilledSpan

open System
open System.IO

/// In bytes; a longer line gets a buffer of its own length.
let private bufferSize = 8 * 1024

let rec private repeat (buffer: byte[]) (stdout: Stream) =
    stdout.Write(ReadOnlySpan<byte> buffer)
    repeat buffer stdout

let private run (line: Line) =
    let buffer = Array.zeroCreate<byte>(line.TiledLength bufferSize)
    line.Tile(Span<byte> buffer)
    repeat buffer (Console.OpenStandardOutput())

let strategy =
    {
        Name = "span"
        Language = "F#"
        Summary = "Stream.Write of a prefilled 8 KiB span, without unsafe code"
        Needs = Needs.Console
        Run = Action<Line> run
    }
