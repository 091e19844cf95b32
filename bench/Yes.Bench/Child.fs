/// Programs that the benchmark runs.
module Yes.Bench.Child

open System
open System.Diagnostics
open System.IO
open System.Text
open System.Threading

/// What the user asked for can't be done; the message is one line and gives the reason.
exception Refused of string

/// Runs a program to its end. It is killed, with all that it started, after some seconds or when the token is
/// cancelled. Returns its exit status as a shell has it, its output, and the first line of standard error.
let runFor (seconds: float) (token: CancellationToken) (input: byte[]) command =
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

    let kill () = child.Kill(entireProcessTree = true)
    use ending = CancellationTokenSource.CreateLinkedTokenSource token
    use _ = ending.Token.Register kill
    ending.CancelAfter(TimeSpan.FromSeconds seconds)

    // In the background, since it may end before it has read all.
    child.StandardInput.BaseStream
        .WriteAsync(input, 0, input.Length)
        .ContinueWith(fun _ -> child.StandardInput.Close())
    |> ignore

    // The rest is read as well: a full pipe would block the program.
    let complaint =
        task {
            let! line = child.StandardError.ReadLineAsync()
            child.StandardError.BaseStream.CopyToAsync Stream.Null |> ignore
            return line
        }

    // Some yes answer any option with lines without end.
    let answer = Array.zeroCreate<byte>(64 * 1024)
    let stream = child.StandardOutput.BaseStream
    let length = stream.ReadAtLeast(answer, answer.Length, throwOnEndOfStream = false)

    if length = answer.Length then
        kill ()

    child.WaitForExit()
    token.ThrowIfCancellationRequested()
    child.ExitCode, Encoding.UTF8.GetString(answer, 0, length), string complaint.Result

let run command = runFor 20.0 CancellationToken.None [||] command

/// The first line that a program prints, empty if there is none.
let firstLine command =
    let _, output, _ = runFor 5.0 CancellationToken.None [||] command
    output.Split '\n' |> Array.head |> _.Trim()

/// How a program ended: its complaint, or else its exit status.
let describeEnd status error =
    if error <> "" then error
    elif status > 128 then $"ended by signal {status - 128}"
    else $"exit status {status}"

let isExecutable path = File.Exists path && int (File.GetUnixFileMode path) &&& 0o111 <> 0

/// All executables of that name, in the order of the PATH, or the one with that path.
let find (name: string) =
    let path = string (Environment.GetEnvironmentVariable "PATH")
    let directories = if name.Contains '/' then [| "." |] else path.Split ':'

    [ for directory in directories -> Path.Combine(directory, name) ] |> List.filter isExecutable
