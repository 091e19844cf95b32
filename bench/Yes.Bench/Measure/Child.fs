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

/// Ctrl-C and similar signals cancel everything that runs, and whatever would run next.
let interruption = new CancellationTokenSource()

/// Runs a program in a locale, and returns its output and the first line of its error messages. Kills the
/// program and its children after the given time, or when the user interrupts the benchmark.
let runFor (time: TimeSpan) (locale: string option) command =
    let start =
        ProcessStartInfo(
            "env",
            // .NET ignores SIGPIPE, and without this option the program would ignore it too. The shell is
            // there because env would treat a path that contains = as a variable.
            [ "--default-signal=PIPE"; "sh"; "-c"; "exec \"$@\""; "sh" ] @ command,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true
        )

    for locale in Option.toList locale do
        start.Environment["LC_ALL"] <- locale

    start.Environment.Remove "POSIXLY_CORRECT" |> ignore
    use child = Process.Start start |> nonNull
    child.StandardInput.Close()
    use limit = CancellationTokenSource.CreateLinkedTokenSource interruption.Token
    limit.CancelAfter time
    let output = readBeginning child.StandardOutput
    let errors = readBeginning child.StandardError
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
    text output, message[..199]

/// Runs a program in the locale of the user. The program has to limit its own time, because a limit here
/// would go on while Ctrl-Z stops the benchmark.
let runInUsersLocale command = runFor Timeout.InfiniteTimeSpan None command

/// Runs a program that ends on its own, so that its numbers and messages are in the form that the benchmark
/// can read. The time limit only ends a program that hangs.
let run command = runFor (TimeSpan.FromMinutes 1.0) (Some "C") command

/// The character set of the user's locale.
let charset () =
    let output, _ = runInUsersLocale [ "locale"; "charmap" ]
    output.TrimEnd '\n'

/// The first three lines that a program prints. A yes that knows no options would print forever.
let firstLines command =
    let output, _ = run ([ "bash"; "-c"; "\"$@\" 2> /dev/null | head -n 3"; "bash" ] @ command)
    output.TrimEnd '\n'

/// The first line that a program prints, or "".
let firstLine command = (firstLines command).Split('\n')[0]

/// All executables with a name, in the order of the PATH, or the executable at a path.
let find name =
    let output, _ = run [ "bash"; "-c"; "type -aP \"$1\""; "bash"; name ]
    output.Split('\n', StringSplitOptions.RemoveEmptyEntries) |> List.ofArray
