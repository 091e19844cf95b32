/// The real executables: the one of this project and GNU yes, or those that the variables YES and GNU_YES
/// name.
module Yes.Tests.Executable

open System
open System.IO
open System.Text
open Yes.Tests

/// The repository, in which artifacts/ holds this assembly.
let private root =
    let rec findAbove (directory: string) =
        if File.Exists(Path.Combine(directory, "global.json")) then
            directory
        else
            findAbove (Path.GetFullPath(Path.Combine(directory, "..")))

    findAbove AppContext.BaseDirectory

let private fromEnvironment (variable: string) (otherwise: unit -> string) =
    match Environment.GetEnvironmentVariable variable with
    | null
    | "" -> otherwise ()
    | path -> path

let private toWord (path: string) = Bash.word (Encoding.UTF8.GetBytes path)

let private path =
    fromEnvironment "YES" (fun () -> Path.Combine(root, "artifacts", "yes"))
    |> Path.GetFullPath

/// What tests may need. Without it they are skipped, and say so; but what YES names has to be there.
type Needs =
    static member Executable =
        File.Exists path
        || not (String.IsNullOrEmpty(Environment.GetEnvironmentVariable "YES"))

/// The executable that is tested, as a word of bash.
let yes = toWord path

/// The reference, as a word of bash.
let gnuYes =
    fromEnvironment "GNU_YES" (fun () ->
        let output, _ = Bash.run (toWord (Path.Combine(root, "tools", "gnu-yes")))

        (Encoding.UTF8.GetString output).TrimEnd '\n')
    |> toWord

/// The names of all strategies, as the executable lists them.
let strategies: string list =
    if not Needs.Executable then
        []
    else
        let listing, _ = Bash.run $"{yes} --list-strategies"

        Encoding.ASCII.GetString(listing).Split('\n', StringSplitOptions.RemoveEmptyEntries)
        |> Array.map (fun line -> line.Split(' ')[0])
        |> Array.toList

/// How many bytes of standard output are compared.
let private observed = 64 * 1024

/// The bytes that a command wrote before its reader went, and how it ended.
type Outcome =
    {
        Output: byte[]
        Errors: byte[]
        Status: int
    }

/// Runs each command with GNU yes, and the one next to it with this project's, in one bash. In both the
/// executable is called `yes`.
let outcomes (commands: (string * string) list) : (Outcome * Outcome) list =
    let run name executable command =
        $"""executable={executable}
{command} 2> {name}-errors | head -c {observed} > {name}-output
echo "${{PIPESTATUS[0]}}" > {name}-status
"""

    let runs =
        commands
        |> List.mapi (fun i (gnu, own) -> run $"gnu{i}" gnuYes gnu + run $"own{i}" yes own)

    let _, files =
        Bash.run ("yes() { exec -a yes \"$executable\" \"$@\"; }\n" + String.concat "" runs)

    let outcome name =
        let status = files[$"{name}-status"] |> Encoding.ASCII.GetString |> int

        // Two executables that don't start would have the same outcome.
        if status = 126 || status = 127 then
            failwith $"bash can't start {gnuYes} or {yes}"

        {
            Output = files[$"{name}-output"]
            Errors = files[$"{name}-errors"]
            Status = status
        }

    List.init commands.Length (fun i -> outcome $"gnu{i}", outcome $"own{i}")
