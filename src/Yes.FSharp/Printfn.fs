/// <summary>The strategy "printfn": F#'s formatted printing, a line at a time.</summary>
module Yes.FSharp.Printfn

open System

let private run (line: Line) =
    Console.OutputEncoding <- line.Encoding
    Console.Out.NewLine <- "\n"
    let text = line.Text

    while true do
        printfn "%s" text

let strategy = Strategy.managed "printfn" "printfn \"%s\", a line at a time" run
