/// <summary>The strategy "printfn": F#'s formatted printing, a line at a time.</summary>
module Yes.FSharp.Printfn

open System.IO

let run (stdout: Stream) (line: Line) =
    ConsoleOutput.redirect stdout line
    let text = line.Text

    while true do
        printfn "%s" text
