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

    /// <summary>The number of bytes in the smallest page of Linux, which always fits into a slot.</summary>
    private const int SmallestPage = 4096;

    /// <summary>Puts whole lines into two slots of standard output unless the kernel refuses.</summary>
    /// <remarks>
    /// Like tee, this method never stops in the middle of a line. write(2) would do so if another program had
    /// filled all but a page of the pipe. dd bs=4096 can read a full block from two slots, even if no slot is
    /// full. A line longer than half of the smallest page is left to the strategies, because LineBuffer would
    /// not copy this line out of managed memory, which may move. A failure is ignored, because the next
    /// strategy will meet this failure again.
    /// </remarks>
    internal static void FillTwoSlots(Line line)
    {
        if (line.Length > SmallestPage / 2)
        {
            return;
        }

        var lines = LineBuffer.Of(line, SmallestPage);
        fixed (byte* page = lines)
        {
            var slot = new Libc.iovec { iov_base = (nint)page, iov_len = (nuint)lines.Length };
            ReadOnlySpan<Libc.iovec> slots = [slot, slot];
            _ = Libc.vmsplice(Libc.STDOUT_FILENO, in slots[0], (nuint)slots.Length, 0);
        }
    }

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
