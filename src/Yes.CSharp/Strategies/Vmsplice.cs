using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "vmsplice": vmsplice(2) of this process's own pages into an enlarged pipe.</summary>
/// <remarks>
/// The pipe gets references to the pages, a slot for each, and no byte is copied. The pages are never written
/// again, so the reader may look at them at any time. GNU yes does this from coreutils 9.11 on.
/// </remarks>
internal static unsafe class Vmsplice
{
    /// <summary>The capacity to enlarge the pipe to in bytes, as GNU yes does.</summary>
    private const int Capacity = 512 * 1024;

    /// <summary>
    /// The bytes of a call, unless the line is longer: a quarter, so that reader and writer take turns less.
    /// </summary>
    private const int BytesPerCall = Capacity / 4;

    internal static Strategy Strategy { get; } =
        new(
            "vmsplice",
            "C#",
            "vmsplice(2) of user pages into an enlarged pipe",
            Needs.Linux | Needs.Pipe,
            Run
        );

    private static void Run(Line line)
    {
        Pipe.Enlarge(StandardStreams.Output, Capacity);

        var length = line.TiledLength(BytesPerCall);
        var buffer = (byte*)NativeMemory.AlignedAlloc((nuint)length, (nuint)Environment.SystemPageSize);
        line.Tile(new Span<byte>(buffer, length));
        DebugLog.Using(Strategy, () => $"{length} bytes a call");

        while (true)
        {
            var rest = new Libc.iovec { iov_base = buffer, iov_len = (nuint)length };
            var retries = 0;
            while (rest.iov_len > 0)
            {
                var moved = Libc.vmsplice(StandardStreams.Output, &rest, 1, 0);
                if (moved > 0)
                {
                    rest.iov_base += moved;
                    rest.iov_len -= (nuint)moved;
                    retries = 0;
                }
                else
                {
                    var written = (int)(rest.iov_base - buffer) % line.Length;
                    StandardStreams.RetryOrThrow("vmsplice", ref retries, written);
                }
            }
        }
    }
}
