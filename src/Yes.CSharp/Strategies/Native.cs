using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "native": write(2) from a page-aligned, prefilled buffer.</summary>
internal static unsafe class Native
{
    /// <summary>
    /// The best size of a write in bytes; docs/strategies.md has figures. The reader of a pipe probably finds
    /// a single page still in the cache. A file, which can be sought, takes longer writes in fewer calls.
    /// Elsewhere a write may be a message, as on a datagram socket: GNU yes has messages of this size.
    /// </summary>
    private static int BytesPerCall =>
        StandardStreams.OutputIsPipe ? 4 * 1024
        : Libc.lseek(StandardStreams.Output, 0, Libc.SEEK_CUR) >= 0 ? 64 * 1024
        : 8 * 1024;

    internal static Strategy Strategy { get; } =
        new("native", "C#", "write(2) from an unsafe, page-aligned buffer", Needs.Unix, Run);

    private static void Run(Line line)
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
