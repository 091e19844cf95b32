namespace Yes.CSharp;

/// <summary>The kinds of standard output that strategies distinguish.</summary>
/// <remarks>Only Linux reveals the kind. Any seekable output is a File. A datagram socket is Other.</remarks>
[Flags]
internal enum OutputKind
{
    Unknown = 1,
    Other = 2,
    File = 4,
    StreamSocket = 8,
    Pipe = 16,
    Any = Unknown | Other | File | StreamSocket | Pipe,
}
