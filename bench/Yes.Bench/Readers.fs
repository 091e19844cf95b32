/// What reads the bytes of a producer and reports how many there were. The script "sample" runs both.
module Yes.Bench.Readers

open System
open System.Globalization
open System.IO
open System.Text.Json.Serialization
open System.Threading
open Microsoft.Win32.SafeHandles
open Yes.Bench.Child

type Sample =
    {
        Bytes: int64
        /// From the start of the producer to the end of the reader.
        Seconds: float
        /// The producer's CPU time, in user and in kernel mode.
        CpuSeconds: float
        /// The same as a share of a core while the producer ran.
        Cpu: float
        /// Known if the producer ran under GNU time: see withMemory.
        PeakMemory: int64 option
    }

    member sample.Rate = float sample.Bytes / sample.Seconds

type Reader =
    {
        Name: string
        /// What the shell runs, or a description.
        Command: string
        /// The program it needs.
        [<JsonIgnore>]
        Program: string option
        /// Lets a producer write for some seconds; the last rate, if there was one, says how much to expect.
        /// An error says how the producer ended too early, or what is wrong with the reader.
        [<JsonIgnore>]
        Take: CancellationToken -> string list -> float -> float option -> Result<Sample, string>
    }

    member reader.Version =
        reader.Program |> Option.map (fun program -> firstLine [ program; "--version" ])

/// What the script printed.
type private Output =
    {
        Lines: string[] list
        /// The first line that the producer wrote to standard error.
        Complaint: string
    }

    /// The words after that first word, none if there is no such line.
    member output.Item
        with get name =
            output.Lines
            |> List.tryFind (fun words -> words[0] = name)
            |> Option.map (Array.skip 1)
            |> Option.defaultValue [||]

    /// Whether timeout(1) ended the producer, with SIGINT or with SIGKILL.
    member output.IsTimedOut =
        output["status"] = [| "124" |] || output["status"] = [| "137" |]

let private seconds (text: string) =
    Double.Parse(text, CultureInfo.InvariantCulture)

let private runScript token (limit: float) (mode: string) arguments =
    let script = Path.Combine(AppContext.BaseDirectory, "sample")
    // It ends by itself; whatever doesn't is given up half a minute later.
    let _, output, error = runFor (limit + 30.0) token (script :: mode :: arguments)
    let lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries)

    {
        Lines = [ for line in lines -> line.Split ' ' ]
        Complaint = error
    }

let private sample (output: Output) bytes isExpectedEnd =
    match output["elapsed"], output["writer"], output["status"] with
    | [| start; stop |], [| real; user; system |], [| status |] ->
        let cpu = seconds user + seconds system

        if isExpectedEnd then
            Ok
                {
                    Bytes = bytes
                    Seconds = seconds stop - seconds start
                    CpuSeconds = cpu
                    Cpu = cpu / max (seconds real) 0.001
                    PeakMemory =
                        output["memory"] |> Array.tryHead |> Option.map (fun kib -> int64 kib * 1024L)
                }
        else
            Error(describeEnd (int status) output.Complaint)
    | _ -> Error "it could not be stopped"

/// A program that reads to the end, and then reports how many units there were.
let private pipe name command (bytesPerUnit: int) =
    let take token producer limit _ =
        let output = runScript token limit "pipe" ([ $"%.3f{limit}"; command ] @ producer)

        match output["reader"] with
        | [||] -> sample output 0L false
        | report ->
            match report[0], report |> Array.tryItem 1 |> Option.map Int64.TryParse with
            | "0", Some(true, count) -> sample output (count * int64 bytesPerUnit) output.IsTimedOut
            | _ -> Error $"""{name}: {String.concat " " report[1..]}"""

    {
        Name = name
        Command = command
        Program = Some name
        Take = take
    }

/// Takes as many bytes as the time is expected to suffice for; the first time, more and more.
let private takeHead token producer limit expected =
    let rec take count =
        // A producer that stops writing without an end needs a limit.
        let patience = 10.0 + 10.0 * limit
        let command = $"head -c {count} > /dev/null"

        let output =
            runScript token patience "pipe" ([ $"%.3f{patience}"; command ] @ producer)

        match sample output count (output.Lines |> List.contains [| "more" |]) with
        // A short sample is mostly the start.
        | Ok sample when Option.isNone expected && sample.Seconds < limit / 4.0 ->
            take (int64 (float count * Math.Clamp(limit / sample.Seconds, 2.0, 16.0)))
        | result -> result

    match expected with
    | Some rate -> take (max 1L (int64 (rate * limit)))
    | None -> take (64L * 1024L)

/// Opens a file in memory that has no name, so that it vanishes with the last process that uses it.
let openFile () =
    try
        let path = $"/dev/shm/yes-bench-{Environment.ProcessId}"
        let share = FileShare.ReadWrite ||| FileShare.Delete
        let file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.ReadWrite, share)
        File.Delete path
        file
    with
    | :? IOException
    | :? UnauthorizedAccessException as e ->
        raise (Refused $"missing: a tmpfs for the reader file: {e.Message}")

/// Lets a producer write to a file until the time is up, or the file has some size.
let fill token (file: SafeFileHandle) (size: int64) producer (limit: float) =
    let path = $"/proc/{Environment.ProcessId}/fd/{file.DangerousGetHandle()}"
    let kibibytes = size / 1024L

    let output =
        runScript token limit "file" ([ $"%.3f{limit}"; path; $"{kibibytes}" ] @ producer)

    let written = RandomAccess.GetLength file
    sample output written (output.IsTimedOut || written >= kibibytes * 1024L)

/// The file is memory, so it grows to a GiB at most.
let private takeFile token producer limit _ =
    use file = openFile ()
    fill token file (1L <<< 30) producer limit

/// The producer under GNU time, which reports the peak memory to the standard output of the script.
let withMemory producer =
    [ "time"; "-q"; "-a"; "-o"; "/dev/fd/3"; "-f"; "memory %M" ] @ producer

/// Starts a producer again and again. Returns the times from execve(2) to the first byte, in seconds.
let measureStarts token (times: int) producer =
    let output = runScript token 0.0 "start" ([ string times ] @ producer)

    output.Lines
    |> List.choose (fun words ->
        match words with
        | [| "start"; start; first |] -> Some(seconds first - seconds start)
        | _ -> None)

/// All readers. The first one is that of the chart.
let all (lineLength: int) =
    [
        // The interval is longer than any sample, so that it prints once, at its end.
        pipe "pv" "pv -n -b -i 100000 > /dev/null" 1
        pipe "dd" "dd bs=128K of=/dev/null" 1
        pipe "wc" "wc -l" lineLength
        {
            Name = "head"
            Command = "head -c BYTES > /dev/null"
            Program = Some "head"
            Take = takeHead
        }
        {
            Name = "file"
            Command = "a file on tmpfs"
            Program = None
            Take = takeFile
        }
    ]
