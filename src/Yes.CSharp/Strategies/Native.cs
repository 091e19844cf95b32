using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "native": write(2) from a page-aligned, prefilled buffer.</summary>
internal static unsafe class Native
{
    /// <summary>
    /// The best size of a write in bytes; docs/strategies.md has figures. A file takes longer writes than a
    /// reader of a pipe, who probably finds few pages still in the cache. To a message socket a write is a
    /// message: GNU yes has messages of this size too.
    /// </summary>
    private static int BytesPerCall =>
        !StandardStreams.OutputIsPipe && StandardStreams.SocketOption(Libc.SO_TYPE) is -1 or Libc.SOCK_STREAM
            ? 64 * 1024
            : 8 * 1024;

    internal static Strategy Strategy { get; } =
        new("native", "C#", "write(2) from an unsafe, page-aligned buffer", Needs.Unix, Run);

    private static void Run(Stream stdout, Line line)
    {
        var length = line.TiledLength(BytesPerCall);
        var buffer = NativeMemory.AlignedAlloc((nuint)length, (nuint)Environment.SystemPageSize);
        var lines = new Span<byte>(buffer, length);
        line.Tile(lines);
        DebugLog.Using(Strategy, () => $"{length} bytes a call");

        while (true)
        {
            StandardStreams.Write(lines); // write(2), and again after a short write
        }
    }
}
