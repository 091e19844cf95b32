using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>What a strategy can need of the platform and of standard output.</summary>
[Flags]
internal enum Needs
{
    Nothing = 0,

    /// <summary>The system calls of POSIX: Linux, macOS, FreeBSD.</summary>
    Unix = 1,

    /// <summary>The system calls that only Linux has.</summary>
    Linux = 2,

    /// <summary>A pipe or a Unix stream socket as standard output.</summary>
    PipeOrSocket = 4,

    /// <summary>A pipe as standard output.</summary>
    Pipe = PipeOrSocket | 8,
}

/// <summary>A way to write a line forever.</summary>
/// <param name="Name">The argument of --strategy: lowercase letters and digits.</param>
/// <param name="Language">The language of its source.</param>
/// <param name="Summary">What it does, in one line.</param>
/// <param name="Needs">The strategy can't run without these.</param>
/// <param name="Run">
/// Writes the line to standard output, which it also gets as a stream, until a write fails and throws.
/// </param>
internal sealed record Strategy(
    string Name,
    string Language,
    string Summary,
    Needs Needs,
    Action<Stream, Line> Run
);
