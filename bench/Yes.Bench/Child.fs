/// Programs that the benchmark runs.
module Yes.Bench.Child

open System
open System.Diagnostics
open System.IO
open System.Threading
open System.Threading.Tasks

/// What the user asked for can't be done; the message is one line and gives the reason.
exception Refused of string

/// Reads to the end, and keeps the beginning: a program may print gigabytes.
let private read (stream: StreamReader) =
    task {
        let kept = Array.zeroCreate 30000
        let! length = stream.ReadBlockAsync(kept, 0, kept.Length)
        do! stream.BaseStream.CopyToAsync Stream.Null
        return String(kept, 0, length)
    }

/// Runs a program to its end. It is killed, with all that it started, after some seconds or when the token is
/// cancelled. Returns its output, and the first line of standard error.
let runFor (seconds: float) (token: CancellationToken) command =
    token.ThrowIfCancellationRequested()

    use child =
        // .NET ignores SIGPIPE, and a child would inherit that: it would not end as it does in a shell.
        ProcessStartInfo(
            "env",
            [ "--default-signal=PIPE"; "LC_ALL=C" ] @ command,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true
        )
        |> Process.Start
        |> nonNull

    child.StandardInput.Close()
    use ending = CancellationTokenSource.CreateLinkedTokenSource token
    ending.CancelAfter(TimeSpan.FromSeconds seconds)
    // At the same time: a full pipe would block the program.
    let output, errors = read child.StandardOutput, read child.StandardError
    let all = Task.WhenAll(output, errors, child.WaitForExitAsync())

    try
        all.Wait ending.Token
    with :? OperationCanceledException ->
        child.Kill(entireProcessTree = true)
        // What it left in the background is not killed, and may hold the pipes for longer.
        all.Wait 1000 |> ignore

    token.ThrowIfCancellationRequested()

    let text (read: Task<string>) =
        if read.IsCompleted then read.Result else "what it left running holds its output"

    let line = (text errors).Split('\n')[0] |> String.filter (Char.IsControl >> not)
    text output, line[..199]

let run command = runFor 5.0 CancellationToken.None command

/// What a script of the shell prints with these arguments, as lines.
let private lines script arguments =
    let output, _ = run ([ "bash"; "-c"; script; "bash" ] @ arguments)
    output.Split('\n', StringSplitOptions.RemoveEmptyEntries) |> List.ofArray

/// The first line that a program prints, empty if there is none. Some yes answer any option without an end.
let firstLine command =
    lines "\"$@\" 2> /dev/null | head -n 1" command |> List.tryHead |> Option.defaultValue ""

/// All executables of that name, in the order of the PATH, or the one with that path.
let find name = lines "type -aP \"$1\"" [ name ]
