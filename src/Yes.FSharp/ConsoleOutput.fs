/// Sets up System.Console for the strategies that write through it.
module Yes.FSharp.ConsoleOutput

open System
open System.IO

/// The size of the buffer in characters. The console's own writer uses the same size.
let private bufferSize = 256

/// <summary>Makes Console.Out write to a stream, in the encoding of the line.</summary>
/// <remarks>The writer flushes after every call, as the console's own writer does.</remarks>
let redirect (output: Stream) (line: Line) : unit =
    Console.SetOut(new StreamWriter(output, line.Encoding, bufferSize, AutoFlush = true, NewLine = "\n"))
