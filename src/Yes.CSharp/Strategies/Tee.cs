using System.Diagnostics;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The "tee" strategy copies references to large blocks of lines with tee(2).</summary>
/// <remarks>
/// The kernel spends time on each slot of a pipe, and a slot usually holds a page. This strategy fills a
/// source pipe with references to one larger block and copies these references to standard output forever.
/// Each slot holds whole lines, and each call asks for whole slots, so tee(2) never stops in the middle of a
/// line. docs/strategies.md explains the details.
/// </remarks>
internal static class Tee
{
    /// <summary>The capacity of a fast reader's pipe in bytes. It is the default limit in pipe(7).</summary>
    private const int EnlargedCapacity = 1024 * 1024;

    /// <summary>
    /// A reader counts as fast after this number of refills that have each moved as much as the pipe can
    /// hold. A refill that takes longer than any sleep restarts the count. A slower reader would gain nothing
    /// from a larger pipe, which uses up more of the user's limit on pipes.
    /// </summary>
    private const int RefillsOfFastReader = 8;

    internal static void Run(Line line)
    {
        using var source = new TeeSource(line);
        DebugLog.Report($"using tee, {source.Slots} slots of {source.BytesPerSlot} bytes in the source pipe");
        if (StandardOutput.Kind == OutputKind.Pipe)
        {
            PumpIntoPipe(source);
        }
        else
        {
            new TeeIntoSocket().Run(source);
        }
    }

    /// <summary>Copies the source pipe to standard output forever.</summary>
    private static void PumpIntoPipe(TeeSource source)
    {
        // By default, the kernel may extend each sleep by the timer slack, which is 50 us.
        _ = Libc.prctl(Libc.PR_SET_TIMERSLACK, 1);
        var pace = new Pace();
        var fullRefills = 0;
        var isEnlarged = false;
        var untriedCall = "tee";
        while (true)
        {
            // Any process that has the pipe open may resize it at any time.
            var capacity = (nint)PipeCapacity.SlotsOf(Libc.STDOUT_FILENO) * source.BytesPerSlot;
            var mayBlock = pace.ShouldBlock;
            var start = Stopwatch.GetTimestamp();
            var moved = Refill(source, capacity, mayBlock, ref untriedCall);
            var duration = Stopwatch.GetElapsedTime(start).TotalSeconds;
            // After a long wait, the reader counts as slow, even if it empties the pipe with a single read.
            fullRefills = duration > Pace.LongestSleep ? 0 : fullRefills + (moved >= capacity ? 1 : 0);
            if (fullRefills >= RefillsOfFastReader && !isEnlarged)
            {
                PipeCapacity.Enlarge(Libc.STDOUT_FILENO, EnlargedCapacity);
                isEnlarged = true;
            }

            var sleep = pace.SleepAfter((double)moved / capacity, duration);
            if (sleep > 0)
            {
                // A signal may end the sleep early, which does no harm.
                var time = new Libc.timespec { tv_nsec = (nint)(sleep * 1e9) };
                _ = Libc.nanosleep(ref time, 0);
            }
        }
    }

    /// <summary>
    /// Copies the source pipe to standard output until standard output is full. If the reader keeps making
    /// room, this method stops after copying as many bytes as standard output can hold.
    /// </summary>
    /// <returns>The number of bytes that have moved.</returns>
    private static nint Refill(TeeSource source, nint capacity, bool mayBlock, ref string? untriedCall)
    {
        nint moved = 0;
        while (true)
        {
            // Only the first call may wait for room.
            mayBlock &= moved == 0;
            var flags = mayBlock ? 0 : Libc.SPLICE_F_NONBLOCK;
            var copied = Libc.tee(source.ReadEnd, Libc.STDOUT_FILENO, (nuint)source.Length, flags);

            // The kernel unlocks the pipe after it has waited for room and before it copies (do_tee in
            // fs/splice.c). If another process fills the pipe in between, even a blocking call returns 0.
            var isFull = copied == 0 || (copied == -1 && Libc.LastError() == Errno.EAGAIN);
            if (copied == 0 && TeeSource.IsEmpty(source.ReadEnd))
            {
                throw TeeSource.Drained();
            }

            if (isFull && !mayBlock)
            {
                return moved;
            }

            if (copied != 0)
            {
                moved += StandardOutput.Check(copied, untriedCall: untriedCall);
            }

            if (copied > 0)
            {
                untriedCall = null;
                if (copied < source.Length || moved >= capacity)
                {
                    return moved;
                }
            }
        }
    }
}
