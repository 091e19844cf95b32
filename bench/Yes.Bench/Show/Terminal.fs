/// Shows the progress of a run and then its results.
module Yes.Bench.Terminal

open System
open System.Diagnostics
open Yes.Bench.Run

/// Prints to standard error, which may be closed.
let private print (text: string) =
    try
        Console.Error.Write text
        Console.Error.Flush()
    with _ ->
        ()

/// Prints a line to standard error.
let say line = print $"{line}\n"

/// Runs a function that reports its progress. A terminal shows one line, which each report replaces. The
/// function does not report during a sample, so nothing is drawn then.
let watch measure : Run =
    let clock = Stopwatch.StartNew()
    let mutable shown = ""

    let show (activity: string) finished all =
        let percent = 100 * finished / all
        let left = clock.Elapsed * (float (all - finished) / float (max 1 finished))
        let remaining = if finished = 0 then "" else $", {left:``m\:ss``} left"

        if not Console.IsErrorRedirected then
            print $"\r\027[K{activity}: {percent}%%{remaining}"
        else
            // In a file, a line for each tenth of the run is enough.
            let part = if finished = 0 then activity else $"{percent / 10}"

            if part <> shown then
                shown <- part
                say $"{activity}: {percent}%%{remaining}"

    try
        measure show
    finally
        if not Console.IsErrorRedirected then
            print "\r\027[K"

/// Prints the results to standard output.
let show (run: Run) =
    for reader in run.Readers do
        printfn $"into {reader.Name}\n{Report.throughputs run reader}\n"

    for note in Report.notes run do
        printfn $"{note}"
