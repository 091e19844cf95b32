/// Bash, to run commands with: arguments are bytes, and .NET passes only text.
module Yes.Tests.Bash

open System
open System.Diagnostics
open System.IO
open System.Text
open FsCheck
open FsCheck.FSharp

/// Characters that mean nothing to bash.
let private isPlain (b: byte) =
    Char.IsAsciiLetterOrDigit(char b) || "-=+_.,:/@%".Contains(char b)

/// What $'' of bash takes for each byte: a table, since there are megabytes to escape.
let private escaped =
    Array.init 256 (fun b ->
        match char b with
        | '\''
        | '\\' as c -> $"\\{c}"
        | c when c >= ' ' && c <= '~' -> string c
        | _ -> $"\\x%02x{b}")

/// The word of bash for these bytes.
let word (bytes: byte[]) : string =
    match Array.distinct bytes with
    // What a long argument shrinks to: too long to paste in full.
    | [| single |] when bytes.Length > 100 && Char.IsAsciiLetterOrDigit(char single) ->
        $"\"$(printf %%{bytes.Length}s | tr ' ' {char single})\""
    | [||] -> "''"
    | _ when Array.forall isPlain bytes -> Encoding.Latin1.GetString bytes
    | _ -> bytes |> Seq.map (fun b -> escaped[int b]) |> String.Concat |> sprintf "$'%s'"

/// The words of bash for these arguments.
let words (arguments: byte[] seq) : string =
    arguments |> Seq.map word |> String.concat " "

/// Runs a script in a new directory, and returns its standard output and the files of that directory, by
/// name. Locale and signals are those with which the messages and exit statuses of GNU yes are the same
/// everywhere. The script is a file, since an argument has at most 128 KiB, and bash reads a pipe byte by
/// byte.
let run (script: string) : byte[] * Map<string, byte[]> =
    let directory = Directory.CreateTempSubdirectory "yes-tests-"

    try
        let file = Path.Combine(directory.FullName, "script")
        // No bug may fill the disk.
        File.WriteAllText(file, $"ulimit -f {2 * 1024 * 1024}\n{script}", Encoding.Latin1)

        let info =
            ProcessStartInfo("env", RedirectStandardOutput = true, WorkingDirectory = directory.FullName)

        for argument in [ "--default-signal=PIPE"; "timeout"; "60"; "bash"; file ] do
            info.ArgumentList.Add argument

        info.Environment["LC_ALL"] <- "C"
        info.Environment.Remove "POSIXLY_CORRECT" |> ignore
        use output = new MemoryStream()

        use bash =
            match Process.Start info with
            | null -> failwith "bash did not start"
            | started -> started

        bash.StandardOutput.BaseStream.CopyTo output
        bash.WaitForExit()

        if bash.ExitCode <> 0 then
            failwith $"bash ended with status {bash.ExitCode}, 124 being that of a time-out"

        let files =
            directory.GetFiles()
            |> Array.map (fun file -> file.Name, File.ReadAllBytes file.FullName)

        output.ToArray(), Map files
    finally
        directory.Delete(recursive = true)

/// How many cases of a property run in one bash, whose start takes as long as two of them.
let together = 10

/// Lists of that many cases.
let severalOf (cases: Arbitrary<'case>) : Arbitrary<'case list> =
    let several = Arb.toGen cases |> Gen.listOfLength together
    Arb.fromGenShrink (several, Arb.toShrink (Arb.list cases))
