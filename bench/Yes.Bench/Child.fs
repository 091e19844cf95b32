/// Programs that the benchmark runs.
module Yes.Bench.Child

open System
open System.Diagnostics
open System.IO
open System.Text
open System.Threading

/// What the user asked for can't be done; the message is one line and gives the reason.
exception Refused of string with
    override refused.Message = refused.Data0

/// A child process, which never outlives the object. It is killed, with all that it started, after some
/// seconds or when the token is cancelled.
type Child(command: string list, seconds: float, token: CancellationToken) =
    do token.ThrowIfCancellationRequested()

    let start =
        // .NET ignores SIGPIPE, and a child would inherit that: it would not end as it does in a shell.
        ProcessStartInfo(
            "env",
            [ "--default-signal=PIPE"; "LC_ALL=C" ] @ command,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true
        )

    let child = Process.Start start |> nonNull
    let kill () = child.Kill(entireProcessTree = true)
    let ending = CancellationTokenSource.CreateLinkedTokenSource token
    let killing = ending.Token.Register kill

    do
        child.StandardInput.Close()
        ending.CancelAfter(TimeSpan.FromSeconds seconds)

    /// Standard output.
    member _.Output = child.StandardOutput.BaseStream

    member _.Kill() = kill ()

    /// Waits for its end. Returns the exit status as a shell has it, and the first line of standard error.
    member _.Wait() =
        child.WaitForExit()
        token.ThrowIfCancellationRequested()
        child.ExitCode, (child.StandardError.ReadLine() |> Option.ofObj |> Option.defaultValue "")

    interface IDisposable with
        member _.Dispose() =
            killing.Dispose()
            ending.Dispose()
            kill ()
            child.WaitForExit()
            child.Dispose()

/// Runs a program to its end. Returns its exit status, its output, and the first line of standard error.
let runFor seconds token command =
    use child = new Child(command, seconds, token)
    // Some yes answer any option with lines without end.
    let answer = Array.zeroCreate<byte>(64 * 1024)

    let length =
        child.Output.ReadAtLeast(answer, answer.Length, throwOnEndOfStream = false)

    if length = answer.Length then
        child.Kill()

    let status, error = child.Wait()
    status, Encoding.UTF8.GetString(answer, 0, length), error

let run command =
    runFor 20.0 CancellationToken.None command

/// The first line that a program prints, empty if there is none.
let firstLine command =
    let _, output, _ = runFor 5.0 CancellationToken.None command
    output.Split '\n' |> Array.head |> _.Trim()

/// How a program ended: its complaint, or else its exit status.
let describeEnd status error =
    if error <> "" then error
    elif status > 128 then $"ended by signal {status - 128}"
    else $"exit status {status}"

let isExecutable path =
    let anyone =
        UnixFileMode.UserExecute
        ||| UnixFileMode.GroupExecute
        ||| UnixFileMode.OtherExecute

    File.Exists path && File.GetUnixFileMode path &&& anyone <> UnixFileMode.None

/// All executables of that name, in the order of the PATH.
let findInPath name =
    (Environment.GetEnvironmentVariable "PATH" |> string).Split(':', StringSplitOptions.RemoveEmptyEntries)
    |> Seq.map (fun directory -> Path.Combine(directory, name))
    |> Seq.filter isExecutable

/// Refuses to go on without these programs.
let requireTools tools =
    match tools |> List.distinct |> List.filter (findInPath >> Seq.isEmpty) with
    | [] -> ()
    | missing -> raise (Refused $"""missing: {String.concat " " missing}""")
