/// The "streamwriter" strategy uses a StreamWriter that flushes when its buffer is full.
module Yes.FSharp.BufferedStreamWriter

open System.IO

/// The size of the buffer in characters.
let private bufferSize = 8 * 1024

let run (output: Stream) (line: Line) =
    // Only a failed write ends the loop. The writer is not disposed, because disposing it would write again.
    let writer = new StreamWriter(output, line.Encoding, bufferSize, AutoFlush = false, NewLine = "\n")
    let text = line.Text

    while true do
        writer.WriteLine text
