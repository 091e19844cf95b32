/// Runs other programs.
module Yes.Bench.Child

open System
open System.Diagnostics
open System.Threading
open System.Threading.Tasks

/// Writes a line to standard error. If standard error is closed or full, the line is lost.
let report (line: string) =
    try
        Console.Error.WriteLine line
    with _ ->
        ()

/// Ctrl-C and similar signals cancel the current program and every later program.
let interruption = new CancellationTokenSource()

/// Runs a program and returns its exit status, its output and its first error message. When the user
/// interrupts the benchmark, the program and its children are killed. All programs run in the locale C.UTF-8,
/// so that results from different machines are comparable.
let run command =
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
    let output = child.StandardOutput.ReadToEndAsync()
    let errors = child.StandardError.ReadToEndAsync()

    try
        Task.WhenAll(output, errors, child.WaitForExitAsync()).Wait interruption.Token
    with :? OperationCanceledException ->
        child.Kill(entireProcessTree = true)
        reraise ()

    let message = errors.Result.Split('\n')[0] |> String.filter (Char.IsControl >> not)
    child.ExitCode, output.Result, message[..199]

/// The first line that a program prints, or "". A yes that supports no options would print forever.
let firstLine command =
    let _, output, _ = run ([ "bash"; "-c"; "\"$@\" 2> /dev/null | head -c 1000"; "bash" ] @ command)
    output.Split('\n')[0]

/// Lists all executables with the given name in PATH order. A name that contains a slash is a path.
let find name =
    let _, output, _ = run [ "bash"; "-c"; "type -aP \"$1\""; "bash"; name ]
    output.Split('\n', StringSplitOptions.RemoveEmptyEntries) |> List.ofArray
