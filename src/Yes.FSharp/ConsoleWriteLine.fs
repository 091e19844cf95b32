/// <summary>The strategy "console": Console.WriteLine, a line at a time.</summary>
module Yes.FSharp.ConsoleWriteLine

open System

let rec private repeat (text: string) =
    Console.WriteLine text
    repeat text

let private run (line: Line) =
    Console.OutputEncoding <- line.Encoding
    Console.Out.NewLine <- "\n"
    repeat line.Text

let strategy =
    {
        Name = "console"
        Language = "F#"
        Summary = "Console.WriteLine, a line at a time"
        Needs = Needs.Console
        Run = Action<Line> run
    }
