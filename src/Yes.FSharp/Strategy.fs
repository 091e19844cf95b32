namespace Yes.FSharp

open System

/// <summary>The operating systems, as far as strategies differ between them.</summary>
[<Flags>]
type Platform =
    | Linux = 1
    /// macOS, FreeBSD: the calls of POSIX, but not Linux's own.
    | OtherUnix = 2
    | Windows = 4
    | Any = 7

/// <summary>A way to write a line for ever: what the command line names, the help shows, and the benchmark measures.</summary>
type Strategy =
    {
        /// The word that --strategy takes.
        Name: string
        /// The language it is written in.
        Language: string
        /// What it does, in one line.
        Summary: string
        /// The platforms that have what it needs.
        Platforms: Platform
        /// Whether it writes through System.Console. Its stream swallows EPIPE, so that such a strategy would never
        /// notice that its reader has gone: the program has to end it in another way.
        UsesConsole: bool
        /// Writes the line to standard output until that fails, which it says with an exception; never returns.
        Run: Action<Line>
    }
