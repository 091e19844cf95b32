namespace Yes.FSharp

open System

/// <summary>A way to write a line for ever: what the command line names, the help shows, and the benchmark measures.</summary>
type Strategy =
    {
        /// The word that --strategy takes.
        Name: string
        /// The language it is written in.
        Language: string
        /// What it does, in one line.
        Summary: string
        /// Whether it writes through System.Console. Its stream swallows EPIPE, so that such a strategy would never
        /// notice that its reader has gone: the program gives SIGPIPE its default action before it starts one.
        UsesConsole: bool
        /// Writes the line to standard output until that fails, which it says with an exception; never returns.
        Run: Action<Line>
    }
