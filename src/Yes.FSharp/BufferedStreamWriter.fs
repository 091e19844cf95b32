/// <summary>The strategy "streamwriter": a StreamWriter that flushes when its buffer is full.</summary>
module Yes.FSharp.BufferedStreamWriter

open System
open System.IO

/// In characters.
let private bufferSize = 8 * 1024

let rec private repeat (text: string) (writer: StreamWriter) =
    writer.WriteLine text
    repeat text writer

let private run (line: Line) =
    // Not disposed: it is left only by an exception, and flushing then would fail again.
    let stdout = Console.OpenStandardOutput()

    let writer =
        new StreamWriter(stdout, line.Encoding, bufferSize, AutoFlush = false, NewLine = "\n")

    repeat line.Text writer

let strategy =
    {
        Name = "streamwriter"
        Language = "F#"
        Summary = "StreamWriter with an 8 KiB buffer over the raw stream"
        Needs = Needs.Console
        Run = Action<Line> run
    }
