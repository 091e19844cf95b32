/// Bash, to run commands with: arguments are bytes, and .NET passes only text.
module Yes.Tests.Bash

open System
open System.Diagnostics
open System.IO
open System.Text

/// The repository, in which artifacts/bin/Yes.Tests/release/ holds this assembly.
let root = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../../.."))

/// Runs a script in a new directory with a file `input`, and fails with what it prints. A character is a
/// byte, as in Latin-1. ROOT is the repository. Locale and signals are those with which the messages and exit
/// statuses of GNU yes are the same everywhere.
let check (script: string) (input: string) =
    let directory = Directory.CreateTempSubdirectory "yes-tests-"

    try
        File.WriteAllText(Path.Combine(directory.FullName, "input"), input, Encoding.Latin1)

        let info =
            ProcessStartInfo(
                "env",
                [ "--default-signal=PIPE"; "timeout"; "60"; "bash"; "-c"; script ],
                WorkingDirectory = directory.FullName,
                RedirectStandardOutput = true,
                StandardOutputEncoding = Encoding.Latin1
            )

        info.Environment["LC_ALL"] <- "C"
        info.Environment["ROOT"] <- root
        info.Environment.Remove "POSIXLY_CORRECT" |> ignore
        use bash = nonNull (Process.Start info)
        let printed = bash.StandardOutput.ReadToEnd()
        bash.WaitForExit()

        if (printed, bash.ExitCode) <> ("", 0) then
            failwith $"{printed}bash ended with status {bash.ExitCode}, 124 being that of a time-out"
    finally
        directory.Delete(recursive = true)
