/// Runs other programs.
module Yes.Bench.Child

open System
open System.Diagnostics
open System.Threading
open System.Threading.Tasks

/// Ctrl-C and similar signals cancel the current program and every later program.
let interruption = new CancellationTokenSource()

/// Runs a program and returns its exit status, its output and its first error message. After the given time,
/// or when the user interrupts the benchmark, the program and its children are killed. All programs run in
/// the locale C.UTF-8, so that results from different machines are comparable.
let runFor (time: TimeSpan) command =
    let start =
        ProcessStartInfo(
            "env",
            // .NET ignores SIGPIPE. Without this option, the program would ignore SIGPIPE, too. The shell is
            // necessary because env would treat a path that contains = as a variable.
            [ "--default-signal=PIPE"; "sh"; "-c"; "exec \"$@\""; "sh" ] @ command,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true
        )

    start.Environment["LC_ALL"] <- "C.UTF-8"
    start.Environment.Remove "LANGUAGE" |> ignore
    start.Environment.Remove "POSIXLY_CORRECT" |> ignore
    use child = Process.Start start |> nonNull
    child.StandardInput.Close()
    use limit = CancellationTokenSource.CreateLinkedTokenSource interruption.Token
    limit.CancelAfter time
    let output = child.StandardOutput.ReadToEndAsync()
    let errors = child.StandardError.ReadToEndAsync()
    let all = Task.WhenAll(output, errors, child.WaitForExitAsync())

    try
        all.Wait limit.Token
    with :? OperationCanceledException ->
        child.Kill(entireProcessTree = true)
        // A background process that is no longer in the tree may keep the pipes open.
        all.Wait 1000 |> ignore

    interruption.Token.ThrowIfCancellationRequested()

    let text (stream: Task<string>) =
        if stream.IsCompleted then stream.Result else "a process keeps the output open"

    let message = (text errors).Split('\n')[0] |> String.filter (Char.IsControl >> not)
    child.ExitCode, text output, message[..199]

/// Runs a program that ends on its own. The time limit matters only if the program hangs.
let run command = runFor (TimeSpan.FromMinutes 1.0) command

/// The first line that a program prints, or "". A yes that supports no options would print forever.
let firstLine command =
    let _, output, _ = run ([ "bash"; "-c"; "\"$@\" 2> /dev/null | head -c 1000"; "bash" ] @ command)
    output.Split('\n')[0]

/// Lists all executables with the given name in PATH order. A name that contains a slash is a path.
let find name =
    let _, output, _ = run [ "bash"; "-c"; "type -aP \"$1\""; "bash"; name ]
    output.Split('\n', StringSplitOptions.RemoveEmptyEntries) |> List.ofArray
