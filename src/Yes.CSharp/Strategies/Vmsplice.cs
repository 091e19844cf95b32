using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "vmsplice" moves references to its own pages into an enlarged pipe.</summary>
/// <remarks>
/// Each slot of the pipe refers to one page, and the kernel copies no bytes. The pages are never written
/// again or freed, because the reader may read them at any later time. GNU yes has done the same since
/// coreutils 9.11. The pointer is safe because the kernel never reads beyond the buffer.
/// </remarks>
internal static unsafe class Vmsplice
{
    /// <summary>The capacity of the enlarged pipe in bytes. GNU yes chooses the same one.</summary>
    private const int Capacity = 512 * 1024;

    /// <summary>
    /// The number of bytes per call. With a quarter of the capacity, the writer can refill the pipe while the
    /// reader empties the rest.
    /// </summary>
    private const int BytesPerCall = Capacity / 4;

    internal static void Run(Line line)
    {
        nint length = line.TiledLength(BytesPerCall);
        var buffer = (byte*)NativeMemory.AlignedAlloc((nuint)length, (nuint)Environment.SystemPageSize);
        line.Tile(new Span<byte>(buffer, (int)length));
        PipeCapacity.Enlarge(Libc.STDOUT_FILENO, Capacity);
        DebugLog.Report("using vmsplice, " + length + " bytes per call");
        nint next = 0;
        while (true)
        {
            var rest = new Libc.iovec { iov_base = buffer + next, iov_len = (nuint)(length - next) };
            var moved = Libc.vmsplice(Libc.STDOUT_FILENO, &rest, 1, 0);
            next += StandardOutput.HandleResult("vmsplice", moved, atLineStart: next == 0);
            next %= length;
        }
    }
}
