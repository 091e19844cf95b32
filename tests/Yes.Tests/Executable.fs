/// The real executables: this project's, which the variable YES names, and GNU's.
module Yes.Tests.Executable

open System
open System.Text
open Yes.Tests

let private fromEnvironment (variable: string) =
    match Environment.GetEnvironmentVariable variable with
    | null -> failwith $"{variable} has to name an executable: run `make test`"
    | path -> Bash.word (Encoding.UTF8.GetBytes path)

/// The executable that is tested, as a word of bash.
let yes = fromEnvironment "YES"

/// The reference, as a word of bash.
let gnuYes = fromEnvironment "GNU_YES"

/// The names of all strategies, as the executable lists them.
let strategies: string list =
    let listing, _ = Bash.run $"{yes} --list-strategies"

    Encoding.ASCII.GetString(listing).Split('\n', StringSplitOptions.RemoveEmptyEntries)
    |> Array.map (fun line -> line.Split(' ')[0])
    |> Array.toList

/// What is looked at of standard output, in bytes.
let private observed = 64 * 1024

/// What a command wrote until its reader had seen enough, and how it ended.
type Outcome =
    {
        Output: byte[]
        Errors: byte[]
        Status: int
    }

/// What GNU's yes says to one command and this project's to another, in which each of them is called `yes`.
let outcomes (gnuCommand: string) (ownCommand: string) : Outcome * Outcome =
    let statuses, files =
        Bash.run
            $"""yes() {{ exec -a yes "$executable" "$@"; }}
executable={gnuYes}
{gnuCommand} 2> gnu-errors | head -c {observed} > gnu-output
echo "${{PIPESTATUS[0]}}"
executable={yes}
{ownCommand} 2> own-errors | head -c {observed} > own-output
echo "${{PIPESTATUS[0]}}"
"""

    let statuses =
        Encoding.ASCII.GetString(statuses).Split('\n') |> Array.take 2 |> Array.map int

    // What can't be started says the same for both: nothing.
    if statuses |> Array.exists (fun status -> status = 126 || status = 127) then
        failwith $"bash can't start {gnuYes} or {yes}"

    let outcome name status =
        {
            Output = files[$"{name}-output"]
            Errors = files[$"{name}-errors"]
            Status = status
        }

    outcome "gnu" statuses[0], outcome "own" statuses[1]
