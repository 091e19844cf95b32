/// Bash, to run commands with: arguments are bytes, and .NET passes only text. A character is a byte, as in
/// Latin-1.
module Yes.Tests.Bash

open System
open System.Diagnostics
open System.IO
open System.Text
open FsCheck
open FsCheck.FSharp
open Yes.Tests

/// The repository, in which artifacts/bin/Yes.Tests/release/ holds this assembly.
let root = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../../.."))

/// The executable that is tested: that of the variable YES, or this project's.
let yes =
    match Environment.GetEnvironmentVariable "YES" with
    | null
    | "" -> Path.Combine(root, "artifacts/yes")
    | path -> Path.GetFullPath path

/// Runs a script for each case, its arguments, and returns the standard outputs. The working directory is a
/// new one; ROOT is the repository. Locale and signals are those with which the messages and exit statuses of
/// GNU yes are the same everywhere.
let run (script: string) (cases: string[] list) : string list =
    let directory = Directory.CreateTempSubdirectory "yes-tests-"
    let file name = Path.Combine(directory.FullName, name)

    try
        for i, arguments in List.indexed cases do
            let ended = arguments |> Array.map (fun argument -> argument + "\000")
            File.WriteAllBytes(file $"{i}.case", Encoding.Latin1.GetBytes(String.concat "" ended))

        let driver = Path.Combine(root, "tests/Yes.Tests/run-cases.bash")
        let command = [ "--default-signal=PIPE"; "timeout"; "60"; "bash"; driver ]

        let info = ProcessStartInfo("env", command, WorkingDirectory = directory.FullName)
        info.Environment["LC_ALL"] <- "C"
        info.Environment["ROOT"] <- root
        info.Environment["SCRIPT"] <- script
        info.Environment["YES"] <- yes
        info.Environment.Remove "POSIXLY_CORRECT" |> ignore
        use bash = nonNull (Process.Start info)
        bash.WaitForExit()

        if bash.ExitCode <> 0 then
            failwith $"bash ended with status {bash.ExitCode}, 124 being that of a time-out"

        List.init cases.Length (fun i -> Encoding.Latin1.GetString(File.ReadAllBytes(file $"{i}.out")))
    finally
        directory.Delete(recursive = true)

/// Cases that run in one bash. Of megabytes FsCheck shows only the beginning.
[<StructuredFormatDisplay("{Shown}")>]
type Together<'case> =
    {
        Cases: 'case list
    }

    member together.Shown = $"%A{together.Cases}"[..4000]

/// Checks that so many cases have no problem. Ten run in one bash, whose start takes as long as two of them.
let check (count: int) (cases: Gen<'case>) (problems: 'case list -> string list) =
    let together = Gen.listOfLength 10 cases |> Gen.map (fun cases -> { Cases = cases }) |> Arb.fromGen

    Prop.forAll together (fun together ->
        let found = String.concat "" (problems together.Cases)
        Prop.label found (found = ""))
    |> Seeded.check (count / 10)
