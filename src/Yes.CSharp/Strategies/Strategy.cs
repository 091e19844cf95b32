using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>What a platform offers or a strategy requires. Each value includes the earlier ones.</summary>
internal enum Features
{
    /// <summary>Only .NET, which runs on every platform.</summary>
    None,

    /// <summary>The POSIX system calls, which Linux, macOS and FreeBSD provide.</summary>
    Unix,

    /// <summary>The system calls that only Linux provides.</summary>
    Linux,

    /// <summary>Linux, with a pipe or a stream socket as standard output.</summary>
    PipeOrStreamSocket,

    /// <summary>Linux, with a pipe as standard output.</summary>
    Pipe,
}

/// <summary>An implementation of yes that --strategy can select.</summary>
/// <param name="Name">The name for --strategy. It consists of lowercase letters and digits.</param>
/// <param name="Language">The programming language.</param>
/// <param name="Summary">What the strategy does, in one line.</param>
/// <param name="Requires">The features without which the strategy can't run.</param>
/// <param name="Run">Writes the line to standard output until a write fails.</param>
internal sealed record Strategy(
    string Name,
    string Language,
    string Summary,
    Features Requires,
    Action<Line> Run
);
