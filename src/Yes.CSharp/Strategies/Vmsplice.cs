using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The "vmsplice" strategy puts references to its own pages into a pipe.</summary>
/// <remarks>
/// The kernel copies no bytes, because each slot of the pipe refers to a page. The strategy never changes or
/// frees these pages, because the reader may still read them. GNU yes has used vmsplice since coreutils 9.11.
/// The pointer is safe, because the kernel never reads beyond the buffer.
/// </remarks>
internal static unsafe class Vmsplice
{
    /// <summary>The capacity of the enlarged pipe in bytes. GNU yes uses the same capacity.</summary>
    private const int Capacity = 512 * 1024;

    /// <summary>
    /// The number of bytes per call. It is a quarter of the capacity, so the writer can refill the pipe while
    /// the reader empties the rest.
    /// </summary>
    private const int BytesPerCall = Capacity / 4;

    /// <summary>
    /// The number of bytes to write before the pipe is enlarged. A reader that needs only a few answers
    /// keeps its small pipe.
    /// </summary>
    private const int BytesBeforeEnlarging = 1024 * 1024;

    internal static void Run(Line line)
    {
        var lines = LineBuffer.Of(line, BytesPerCall);
        DebugLog.Report($"using vmsplice, {lines.Length} bytes per call");
        long written = 0;
        fixed (byte* buffer = lines)
        {
            while (true)
            {
                var next = (nint)(written % lines.Length);
                var rest = new Libc.iovec
                {
                    iov_base = (nint)buffer + next,
                    iov_len = (nuint)(lines.Length - next),
                };
                var result = Libc.vmsplice(Libc.STDOUT_FILENO, rest, 1, 0);
                var moved = StandardOutput.Check(result, untriedCall: written == 0 ? "vmsplice" : null);
                if (written < BytesBeforeEnlarging && written + moved >= BytesBeforeEnlarging)
                {
                    PipeCapacity.Enlarge(Libc.STDOUT_FILENO, Capacity);
                }

                written += moved;
            }
        }
    }
}
