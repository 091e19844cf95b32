using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The "native" strategy calls write(2) with a page-aligned, prefilled buffer.</summary>
/// <remarks>The pointer is safe, because the span is as long as the buffer.</remarks>
internal static unsafe class Native
{
    /// <summary>The number of bytes per call. docs/strategies.md gives the reasons.</summary>
    private static int BytesPerCall =>
        StandardOutput.Kind is OutputKind.File or OutputKind.StreamSocket ? 256 * 1024 : 8 * 1024;

    internal static void Run(Line line)
    {
        var length = line.TiledLength(BytesPerCall);
        var buffer = NativeMemory.AlignedAlloc((nuint)length, (nuint)Environment.SystemPageSize);
        var lines = new Span<byte>(buffer, length);
        line.Tile(lines);
        DebugLog.Report($"using native, {length} bytes per call");
        while (true)
        {
            StandardOutput.Write(lines);
        }
    }
}
