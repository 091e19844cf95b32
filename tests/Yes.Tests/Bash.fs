/// Runs Bash scripts. Bash can pass any bytes as arguments, but .NET passes only text.
module Yes.Tests.Bash

open System
open System.Diagnostics
open System.IO
open System.Text

/// The root of the repository. This assembly is in artifacts/bin/Yes.Tests/checked.
let root = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../../.."))

/// Runs a script in a new directory that contains the file `input`. Fails if the script fails or prints
/// anything. Each character stands for a byte, as in Latin-1. In the script, ROOT is the repository.
let check (script: string) (input: string) =
    let directory = Directory.CreateTempSubdirectory "yes-tests-"

    try
        File.WriteAllText(Path.Combine(directory.FullName, "input"), input, Encoding.Latin1)
        // The locale, POSIXLY_CORRECT and SIGPIPE affect how GNU yes behaves.
        let environment = [ "-u"; "POSIXLY_CORRECT"; "--default-signal=PIPE"; "LC_ALL=C"; $"ROOT={root}" ]
        let start = ProcessStartInfo("env", environment @ [ "timeout"; "600"; "bash"; "-c"; script ])
        start.WorkingDirectory <- directory.FullName
        start.RedirectStandardOutput <- true
        start.StandardOutputEncoding <- Encoding.Latin1
        use bash = nonNull (Process.Start start)
        let printed = bash.StandardOutput.ReadToEnd()
        bash.WaitForExit()

        match bash.ExitCode with
        | 0 when printed = "" -> ()
        | 0 -> failwith printed
        | 124 -> failwith $"{printed}the script hung and was killed after ten minutes"
        | status -> failwith $"{printed}the script exited with status {status}"
    finally
        directory.Delete(recursive = true)
