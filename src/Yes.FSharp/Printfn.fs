/// The "printfn" strategy calls F#'s printfn for each line.
module Yes.FSharp.Printfn

open System.IO

let run (output: Stream) (line: Line) =
    ConsoleOutput.redirect output line
    let text = line.Text

    while true do
        printfn "%s" text
