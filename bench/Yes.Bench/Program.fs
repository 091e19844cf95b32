/// From the arguments to the exit status.
module Yes.Bench.Program

open System
open System.IO
open System.Runtime.InteropServices
open System.Threading
open Yes.Bench.Commands

[<EntryPoint>]
let main arguments =
    // These signals end the measuring, not the runner, which then reports what it has.
    use interruption = new CancellationTokenSource()

    let interrupt (signal: PosixSignalContext) =
        signal.Cancel <- true
        interruption.Cancel()

    let signals = [ PosixSignal.SIGINT; PosixSignal.SIGTERM; PosixSignal.SIGHUP ]
    let _registrations = [ for signal in signals -> PosixSignalRegistration.Create(signal, interrupt) ]

    let fail (message: string) =
        eprintfn "bench: %s" (message.ReplaceLineEndings " ")
        ExitStatus.BadUsage

    try
        match arguments with
        | [||] -> bench interruption.Token
        | [| "compare" |] -> compare interruption.Token
        | [| "save" |] -> save ()
        | _ -> fail "make bench, bench-compare and bench-save run this"
    with
    | Child.Refused message -> fail message
    | :? IOException
    | :? UnauthorizedAccessException as e -> fail e.Message
    | :? OperationCanceledException -> ExitStatus.Interrupted
    |> int
