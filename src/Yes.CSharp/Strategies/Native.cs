using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "native": write(2) from a page-aligned, prefilled buffer.</summary>
internal static unsafe class Native
{
    internal static Strategy Strategy { get; } =
        new("native", "C#", "write(2) from an unsafe, page-aligned buffer", Needs.Unix, Run);

    /// <summary>
    /// The best size of the buffer in bytes for a kind of standard output; docs/strategies.md has figures.
    /// </summary>
    /// <remarks>
    /// The reader of a pipe probably finds a single page still in the cache. For a file or the null device a
    /// longer write saves calls, and a socket keeps larger pieces. A terminal takes 2 KiB at a time anyway,
    /// drivers/tty/tty_io.c.
    /// </remarks>
    private static int BufferSizeFor(OutputKind kind) =>
        kind switch
        {
            OutputKind.File or OutputKind.NullDevice => 64 * 1024,
            OutputKind.Socket => 256 * 1024,
            _ => 4 * 1024,
        };

    private static void Run(Line line)
    {
        var length = line.TiledLength(BufferSizeFor(StandardOutput.Kind));
        var buffer = (byte*)NativeMemory.AlignedAlloc((nuint)length, (nuint)Environment.SystemPageSize);
        line.Tile(new Span<byte>(buffer, length));
        DebugLog.Using(Strategy, $"{length} bytes a call");

        while (true)
        {
            StandardOutput.Write(buffer, (nuint)length);
        }
    }
}
