/// From the arguments to the exit status.
module Yes.Bench.Program

open System
open System.CommandLine
open System.IO
open System.Runtime.InteropServices
open System.Text.RegularExpressions
open System.Threading
open Yes.Bench.Commands

let private fail message =
    eprintfn $"bench: {message}"
    int ExitStatus.BadUsage

/// Whether this process was started with that descriptor. If it was not, the runtime may have opened
/// something of its own there, but nothing that another program would inherit.
let private isInherited (descriptor: int) =
    let path = $"/proc/self/fdinfo/{descriptor}"
    let closesOnExec = Regex @"flags:\s*\d*[2367]\d{6}\s"
    File.Exists path && not (closesOnExec.IsMatch(File.ReadAllText path))

[<EntryPoint>]
let main arguments =
    if not (isInherited 2) then
        Console.SetError IO.TextWriter.Null

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

    if not (isInherited 1) then
        fail "standard output is closed"
    elif parsed.Errors.Count > 0 then
        fail parsed.Errors[0].Message
    else
        try
            parsed.Invoke(InvocationConfiguration(EnableDefaultExceptionHandler = false))
        with
        | Child.Refused message -> fail message
        | :? IOException
        | :? UnauthorizedAccessException as e -> fail e.Message
        | :? OperationCanceledException -> int ExitStatus.Interrupted
