/// Runs the real executables: this project's, which the variable YES names, and GNU's.
module Yes.Tests.Executable

open System
open System.Diagnostics

let private fromEnvironment (variable: string) =
    match Environment.GetEnvironmentVariable variable with
    | null -> failwith $"{variable} has to name an executable: run `make test`"
    | path -> path

/// The executable that is tested.
let yes = fromEnvironment "YES"

/// The reference.
let gnuYes = fromEnvironment "GNU_YES"

let private start (script: string) (arguments: string seq) =
    let info = ProcessStartInfo("bash", RedirectStandardOutput = true)

    for argument in Seq.append [ "-c"; script; "bash" ] arguments do
        info.ArgumentList.Add argument

    match Process.Start info with
    | null -> failwith "bash did not start"
    | started -> started

/// A word of bash that stands for these bytes: arguments are bytes, and .NET passes only text.
let private quoted (bytes: byte[]) =
    let escapes = bytes |> Array.map (fun b -> $"\\x%02x{b}") |> String.concat ""
    $"$'{escapes}'"

/// The first bytes that a command writes for these arguments, which are shell words or bytes.
let firstBytes (count: int) (command: string) (operands: byte[] list) : byte[] =
    let words = operands |> List.map quoted |> String.concat " "

    use bash =
        start $"exec env --default-signal=PIPE timeout 60 {command} -- {words}" []

    let buffer = Array.zeroCreate<byte> count

    let got =
        bash.StandardOutput.BaseStream.ReadAtLeast(Span buffer, count, throwOnEndOfStream = false)

    // Its reader goes, which ends it.
    bash.StandardOutput.Close()
    bash.WaitForExit()
    buffer[.. got - 1]

/// The names of all strategies, as the executable lists them.
let strategies: string list =
    use listing = start "exec \"$1\" --list-strategies" [ yes ]

    listing.StandardOutput.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries)
    |> Array.map (fun line -> line.Split(' ')[0])
    |> Array.toList
