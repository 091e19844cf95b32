using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>
/// What a platform and its standard output offer, and what a strategy requires. Each value includes all
/// earlier ones.
/// </summary>
internal enum Features
{
    /// <summary>.NET, which runs on every platform.</summary>
    None,

    /// <summary>The system calls of POSIX, which Linux, macOS and FreeBSD provide.</summary>
    Unix,

    /// <summary>The system calls that only Linux provides.</summary>
    Linux,

    /// <summary>A pipe or a stream socket as standard output on Linux.</summary>
    PipeOrStreamSocket,

    /// <summary>A pipe as standard output on Linux.</summary>
    Pipe,
}

/// <summary>A way to write a line forever.</summary>
/// <param name="Name">The argument of --strategy: lowercase letters and digits.</param>
/// <param name="Language">The language in which it is written.</param>
/// <param name="Summary">What the strategy does, in one line.</param>
/// <param name="Requires">The features without which the strategy can't run.</param>
/// <param name="Run">Writes the line to standard output until a failed write throws.</param>
internal sealed record Strategy(
    string Name,
    string Language,
    string Summary,
    Features Requires,
    Action<Line> Run
);
