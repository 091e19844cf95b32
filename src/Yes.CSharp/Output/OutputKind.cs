namespace Yes.CSharp;

/// <summary>The kinds of standard output that strategies distinguish.</summary>
/// <remarks>
/// The kind is known only on Linux. Files, disks and /dev/null are Seekable. A datagram socket is Other.
/// </remarks>
[Flags]
internal enum OutputKind
{
    Unknown = 1,
    Other = 2,
    Seekable = 4,
    StreamSocket = 8,
    Pipe = 16,
    Any = Unknown | Other | Seekable | StreamSocket | Pipe,
}

internal static class OutputKinds
{
    /// <summary>Completes a sentence that begins with "standard output is".</summary>
    internal static string Describe(OutputKind kind) =>
        kind switch
        {
            OutputKind.Pipe => "a pipe",
            OutputKind.StreamSocket => "a stream socket",
            OutputKind.Seekable => "a file",
            OutputKind.Unknown => "of an unknown kind",
            _ => "neither a pipe, a stream socket nor a file",
        };
}
