/// From the arguments to the exit status.
module Yes.Bench.Program

open System
open System.CommandLine
open System.IO
open System.Runtime.InteropServices
open System.Threading
open Yes.Bench.Commands

let private fail message =
    eprintfn $"bench: {message}"
    int ExitStatus.BadUsage

[<EntryPoint>]
let main arguments =
    // These signals end the measuring, not the runner, which then reports what it has.
    use interruption = new CancellationTokenSource()

    let interrupt (signal: PosixSignalContext) =
        signal.Cancel <- true
        interruption.Cancel()

    let signals = [ PosixSignal.SIGINT; PosixSignal.SIGTERM; PosixSignal.SIGHUP ]

    let _registrations =
        [ for signal in signals -> PosixSignalRegistration.Create(signal, interrupt) ]

    let root = bench interruption.Token
    root.Subcommands.Add(compare interruption.Token)
    root.Subcommands.Add(save ())
    // A line may begin with @, which names no file here.
    let parsed =
        root.Parse(arguments, ParserConfiguration(ResponseFileTokenReplacer = null))

    if parsed.Errors.Count > 0 then
        fail parsed.Errors[0].Message
    else
        try
            parsed.Invoke(InvocationConfiguration(EnableDefaultExceptionHandler = false))
        with
        | Child.Refused message -> fail message
        | :? IOException
        | :? UnauthorizedAccessException as e -> fail e.Message
        | :? OperationCanceledException -> int ExitStatus.Interrupted
