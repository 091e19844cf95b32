/// Programs that the benchmark runs.
module Yes.Bench.Child

open System
open System.Diagnostics
open System.Threading

/// What the user asked for can't be done; the message is one line and gives the reason.
exception Refused of string

/// Runs a program to its end. It is killed, with all that it started, after some seconds or when the token is
/// cancelled. Returns its exit status as a shell has it, its output, and the first line of standard error.
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
    use _ = ending.Token.Register(fun () -> child.Kill(entireProcessTree = true))
    ending.CancelAfter(TimeSpan.FromSeconds seconds)

    // At the same time: a full pipe would block the program.
    let errors = child.StandardError.ReadToEndAsync()
    let output = child.StandardOutput.ReadToEnd()
    child.WaitForExit()
    token.ThrowIfCancellationRequested()
    child.ExitCode, output, Array.head (errors.Result.Split '\n')

let run command = runFor 5.0 CancellationToken.None command

/// What a script of the shell prints with these arguments, as lines.
let private lines script arguments =
    let _, output, _ = run ([ "bash"; "-c"; script; "bash" ] @ arguments)
    output.Split('\n', StringSplitOptions.RemoveEmptyEntries) |> List.ofArray

/// The first line that a program prints, empty if there is none. Some yes answer any option without an end.
let firstLine command = lines "\"$@\" | head -n 1" command |> List.tryHead |> Option.defaultValue ""

/// All executables of that name, in the order of the PATH, or the one with that path.
let find name = lines "type -aP \"$1\"" [ name ]
