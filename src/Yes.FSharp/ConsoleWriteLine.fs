/// <summary>The strategy "console": Console.WriteLine, a line at a time.</summary>
module Yes.FSharp.ConsoleWriteLine

open System
open System.IO

let run (stdout: Stream) (line: Line) =
    ConsoleOutput.redirect stdout line
    let text = line.Text

    while true do
        Console.WriteLine text
