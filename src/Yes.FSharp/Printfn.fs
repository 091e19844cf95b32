/// <summary>The strategy "printfn": F#'s formatted printing, a line at a time.</summary>
module Yes.FSharp.Printfn

open System

let rec private repeat (text: string) =
    printfn "%s" text
    repeat text

let private run (line: Line) =
    Console.OutputEncoding <- line.Encoding
    Console.Out.NewLine <- "\n"
    repeat line.Text

let strategy =
    {
        Name = "printfn"
        Language = "F#"
        Summary = "printfn \"%s\", a line at a time"
        Needs = Needs.Console
        Run = Action<Line> run
    }
