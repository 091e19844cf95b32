/// <summary>The strategy "streamwriter": a StreamWriter that flushes when its buffer is full.</summary>
module Yes.FSharp.BufferedStreamWriter

open System.IO

/// In characters.
let private bufferSize = 8 * 1024

let run (stdout: Stream) (line: Line) =
    // Not disposed: it is left only by an exception, and flushing then would fail again.
    let writer = new StreamWriter(stdout, line.Encoding, bufferSize, AutoFlush = false, NewLine = "\n")
    let text = line.Text

    while true do
        writer.WriteLine text
