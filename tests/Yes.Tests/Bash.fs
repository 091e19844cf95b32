/// Bash, which runs commands whose arguments are bytes: .NET passes only text.
module Yes.Tests.Bash

open System
open System.Diagnostics
open System.IO
open System.Text

/// The repository, in which artifacts/bin/Yes.Tests/release/ holds this assembly.
let root = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../../.."))

/// Runs a script in a new directory with a file `input`, and fails with the text that it prints. A character
/// is a byte, as in Latin-1. ROOT is the repository.
let check (script: string) (input: string) =
    let directory = Directory.CreateTempSubdirectory "yes-tests-"

    try
        File.WriteAllText(Path.Combine(directory.FullName, "input"), input, Encoding.Latin1)
        // Messages and exit statuses of GNU yes depend on the locale, on this variable and on SIGPIPE.
        let environment = [ "-u"; "POSIXLY_CORRECT"; "--default-signal=PIPE"; "LC_ALL=C"; $"ROOT={root}" ]
        let start = ProcessStartInfo("env", environment @ [ "timeout"; "60"; "bash"; "-c"; script ])
        start.WorkingDirectory <- directory.FullName
        start.RedirectStandardOutput <- true
        start.StandardOutputEncoding <- Encoding.Latin1
        use bash = nonNull (Process.Start start)
        let printed = bash.StandardOutput.ReadToEnd()
        bash.WaitForExit()

        if (printed, bash.ExitCode) <> ("", 0) then
            failwith $"{printed}bash ended with status {bash.ExitCode}, 124 being that of a time-out"
    finally
        directory.Delete(recursive = true)
