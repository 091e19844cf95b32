/// The "console" strategy calls Console.WriteLine for each line.
module Yes.FSharp.ConsoleWriteLine

open System
open System.IO

let run (output: Stream) (line: Line) =
    ConsoleOutput.redirect output line
    let text = line.Text

    while true do
        Console.WriteLine text
