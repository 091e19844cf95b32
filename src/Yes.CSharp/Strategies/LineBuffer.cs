using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <remarks>The pointer is safe, because the span is as long as the buffer, which is never freed.</remarks>
internal static unsafe class LineBuffer
{
    /// <summary>
    /// Returns as many whole lines as fit into the given number of bytes, at the beginning of a page. A line
    /// that fits only once is not copied.
    /// </summary>
    internal static ReadOnlySpan<byte> Of(Line line, int size)
    {
        var length = line.TiledLength(size);
        if (length == line.Length)
        {
            return line.Bytes;
        }

        var buffer = NativeMemory.AlignedAlloc((nuint)length, (nuint)Environment.SystemPageSize);
        var lines = new Span<byte>(buffer, length);
        line.Tile(lines);
        return lines;
    }
}
