using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "native": write(2) from a page-aligned, prefilled buffer.</summary>
internal static unsafe class Native
{
    /// <summary>
    /// The best size of a write in bytes; docs/strategies.md has the measurements. After a longer write into
    /// a pipe, few of the bytes are probably still in the cache when the reader reads them. Each write to a
    /// datagram socket is a message, and the messages of GNU yes are 8 KiB long.
    /// </summary>
    private static int BytesPerCall =>
        !StandardStreams.OutputIsPipe && StandardStreams.SocketOption(Libc.SO_TYPE) is -1 or Libc.SOCK_STREAM
            ? 64 * 1024
            : 8 * 1024;

    internal static Strategy Strategy { get; } =
        new("native", "C#", "write(2) of a prefilled, page-aligned buffer", Needs.Unix, Run);

    private static void Run(Stream stdout, Line line)
    {
        var length = line.TiledLength(BytesPerCall);
        var buffer = NativeMemory.AlignedAlloc((nuint)length, (nuint)Environment.SystemPageSize);
        var lines = new Span<byte>(buffer, length);
        line.Tile(lines);
        DebugLog.Report("using native, " + length + " bytes per call");
        while (true)
        {
            StandardStreams.Write(lines); // calls write(2), and again after a short write
        }
    }
}
