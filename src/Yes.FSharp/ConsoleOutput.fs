/// <summary>What the strategies that write through System.Console share.</summary>
module Yes.FSharp.ConsoleOutput

open System
open System.IO

/// In characters, as in the writer that the console itself makes.
let private bufferSize = 256

/// <summary>Makes Console.Out write to a stream, in the encoding of the line.</summary>
/// <remarks>The writer flushes after every call, as the console's own writer does.</remarks>
let redirect (stdout: Stream) (line: Line) : unit =
    if OperatingSystem.IsWindows() then
        Console.OutputEncoding <- line.Encoding

    Console.SetOut(new StreamWriter(stdout, line.Encoding, bufferSize, AutoFlush = true, NewLine = "\n"))
