/// <summary>The strategy "console": Console.WriteLine, a line at a time.</summary>
module Yes.FSharp.ConsoleWriteLine

open System

let private run (line: Line) =
    Console.OutputEncoding <- line.Encoding
    Console.Out.NewLine <- "\n"
    let text = line.Text

    while true do
        Console.WriteLine text

let strategy = Strategy.managed "console" "Console.WriteLine, a line at a time" run
