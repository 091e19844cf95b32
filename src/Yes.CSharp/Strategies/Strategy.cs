using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>What a strategy can require of the platform and of standard output.</summary>
[Flags]
internal enum Needs
{
    Nothing = 0,

    /// <summary>The system calls of POSIX, which Linux, macOS and FreeBSD have.</summary>
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
/// <param name="Needs">The requirements without which the strategy can't run.</param>
/// <param name="Run">
/// Writes the line to standard output, directly or through the stream, until a failed write throws.
/// </param>
internal sealed record Strategy(
    string Name,
    string Language,
    string Summary,
    Needs Needs,
    Action<Stream, Line> Run
);
