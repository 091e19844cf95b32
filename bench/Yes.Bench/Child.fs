/// Runs other programs.
module Yes.Bench.Child

open System
open System.Diagnostics
open System.IO
open System.Threading
open System.Threading.Tasks

/// Reads to the end, but keeps only the beginning, because a program may print gigabytes.
let private readBeginning (stream: StreamReader) =
    task {
        let beginning = Array.zeroCreate 30000
        let! length = stream.ReadBlockAsync(beginning, 0, beginning.Length)
        do! stream.BaseStream.CopyToAsync Stream.Null
        return String(beginning, 0, length)
    }

/// Runs a program, and returns its output and the first line of its error messages. Kills the
/// program and its children after the given time, or when the token is cancelled.
let runFor (seconds: float) (token: CancellationToken) command =
    use child =
        ProcessStartInfo(
            "env",
            // .NET ignores SIGPIPE, and without this option the program would ignore it too.
            [ "--default-signal=PIPE"; "LC_ALL=C" ] @ command,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true
        )
        |> Process.Start
        |> nonNull

    child.StandardInput.Close()
    use limit = CancellationTokenSource.CreateLinkedTokenSource token
    limit.CancelAfter(TimeSpan.FromSeconds seconds)
    let output = readBeginning child.StandardOutput
    let errors = readBeginning child.StandardError
    let all = Task.WhenAll(output, errors, child.WaitForExitAsync())

    try
        all.Wait limit.Token
    with :? OperationCanceledException ->
        child.Kill(entireProcessTree = true)
        // A background process that is no longer in the tree may keep the pipes open.
        all.Wait 1000 |> ignore

    token.ThrowIfCancellationRequested()

    let text (stream: Task<string>) =
        if stream.IsCompleted then stream.Result else "a process keeps the output open"

    let message = (text errors).Split('\n')[0] |> String.filter (Char.IsControl >> not)
    text output, message[..199]

let run command = runFor 5.0 CancellationToken.None command

/// The first line that a program prints, or "". A yes that knows no options would print forever.
let firstLine command =
    let output, _ = run ([ "bash"; "-c"; "\"$@\" 2> /dev/null | head -n 1"; "bash" ] @ command)
    output.TrimEnd '\n'

/// All executables with a name, in the order of the PATH, or the executable at a path.
let find name =
    let output, _ = run [ "bash"; "-c"; "type -aP \"$1\""; "bash"; name ]
    output.Split('\n', StringSplitOptions.RemoveEmptyEntries) |> List.ofArray
