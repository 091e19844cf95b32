namespace Yes.FSharp

open System
open System.IO

/// <summary>What a strategy can need of the platform and of standard output.</summary>
[<Flags>]
type Needs =
    | Nothing = 0
    /// The system calls of POSIX: Linux, macOS, FreeBSD.
    | Unix = 1
    /// The system calls that only Linux has.
    | Linux = 2
    /// A pipe or a Unix stream socket as standard output.
    | PipeOrSocket = 4
    /// A pipe as standard output, which also is one of these.
    | Pipe = 12

/// <summary>
/// A way to write a line forever: the command line names it, the help lists it, the benchmark measures it.
/// </summary>
type Strategy =
    {
        /// The argument of --strategy.
        Name: string
        /// The language of its source.
        Language: string
        /// What it does, in one line.
        Summary: string
        /// Without these the strategy is refused.
        Needs: Needs
        /// Writes the line to standard output, which is also given as a stream, until a write fails, and then
        /// throws. It never returns.
        Run: Action<Stream, Line>
    }

module Strategy =
    /// A strategy in F#, which runs everywhere.
    let managed (name: string) (summary: string) (run: Stream -> Line -> unit) =
        {
            Name = name
            Language = "F#"
            Summary = summary
            Needs = Needs.Nothing
            Run = Action<Stream, Line>(run)
        }
