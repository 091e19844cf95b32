using System.Diagnostics;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The "tee" strategy copies references to large blocks of lines with tee(2).</summary>
/// <remarks>
/// A pipe is a ring of slots. The kernel spends time on each slot and on each system call, but not on each
/// byte. With write or vmsplice, a slot holds one page. With data from a Unix stream socket, a slot can hold
/// a larger block. This strategy fills a source pipe with references to one such block. It then copies these
/// references to standard output forever. Each slot holds whole lines, and each call asks for whole slots, so
/// tee(2) never stops in the middle of a line. tee(2) can't write into a socket, so this strategy fills
/// another pipe and splices that pipe into the socket. docs/strategies.md explains the details.
/// </remarks>
internal static class Tee
{
    /// <summary>
    /// The size of the largest block that a Unix stream socket stores, in bytes. The kernel defines it as
    /// UNIX_SKB_FRAGS_SZ in net/unix/af_unix.c.
    /// </summary>
    private const int BlockSize = 32 * 1024;

    /// <summary>
    /// The number of slots in the source pipe. With 16 slots, the writer uses more CPU time. More slots would
    /// use up more of the user's limit on pipes (pipe-user-pages-soft in pipe(7)).
    /// </summary>
    private const int Slots = 32;

    /// <summary>The capacity of a fast reader's pipe in bytes. It is the default limit in pipe(7).</summary>
    private const int EnlargedCapacity = 1024 * 1024;

    /// <summary>
    /// A reader is fast once this number of refills have each moved as much as the pipe can hold since a
    /// refill last had to wait. A slower reader would gain nothing from a larger pipe, which uses up more of
    /// the user's limit on pipes.
    /// </summary>
    private const int RefillsOfFastReader = 8;

    internal static void Run(Line line)
    {
        var bytesPerSlot = line.TiledLength(BlockSize);
        if (bytesPerSlot > BlockSize)
        {
            throw new RefusedException($"the line is longer than {BlockSize} bytes");
        }

        var source = MakeSource(line, bytesPerSlot);
        try
        {
            var slots = PipeCapacity.SlotsOf(source);
            DebugLog.Report($"using tee, {slots} slots of {bytesPerSlot} bytes in the source pipe");
            if (StandardOutput.Kind == OutputKind.Pipe)
            {
                PumpIntoPipe(source, slots, bytesPerSlot);
            }
            else
            {
                PumpIntoSocket(source, slots, bytesPerSlot);
            }
        }
        finally
        {
            _ = Libc.close(source);
        }
    }

    /// <summary>Creates a pipe whose slots all refer to one block of whole lines.</summary>
    /// <remarks>
    /// Nobody can write to the pipe, so if another process empties it through /proc, tee(2) returns 0 instead
    /// of waiting for more.
    /// </remarks>
    /// <returns>The descriptor to read from.</returns>
    /// <exception cref="RefusedException">A call failed, or the kernel had no block of 8 pages.</exception>
    private static int MakeSource(Line line, int bytesPerSlot)
    {
        using var seed = MakePipe();
        PutBlock(seed, line, bytesPerSlot);
        var source = MakePipe();
        try
        {
            PipeCapacity.Enlarge(source.WriteEnd, Slots * Environment.SystemPageSize);
            for (var slots = PipeCapacity.SlotsOf(source.WriteEnd); slots > 0; slots--)
            {
                // Smaller blocks would fill the source pipe too soon, because each block would occupy a slot.
                const uint Flags = Libc.SPLICE_F_NONBLOCK;
                var copied = Libc.tee(seed.ReadEnd, source.WriteEnd, (nuint)bytesPerSlot, Flags);
                Require("tee", copied, bytesPerSlot);
            }
        }
        catch
        {
            _ = Libc.close(source.ReadEnd);
            throw;
        }
        finally
        {
            _ = Libc.close(source.WriteEnd);
        }

        return source.ReadEnd;
    }

    /// <summary>Puts a block of whole lines into a single slot of a pipe.</summary>
    /// <exception cref="RefusedException">A call failed, or the kernel had no block of 8 pages.</exception>
    private static void PutBlock(Libc.DescriptorPair seed, Line line, int bytesPerSlot)
    {
        // The kernel stores a full block in one piece, but it would split a shorter block.
        Span<byte> lines = new byte[BlockSize];
        line.Tile(lines);
        const int Type = Libc.SOCK_STREAM | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC;
        using var sockets =
            Libc.socketpair(Libc.AF_UNIX, Type, 0, out var pair) == 0 ? pair : throw Refused("socketpair");
        Require("write", Libc.write(sockets.WriteEnd, lines), BlockSize);
        const uint Flags = Libc.SPLICE_F_NONBLOCK;
        var moved = Libc.splice(sockets.ReadEnd, 0, seed.WriteEnd, 0, (nuint)bytesPerSlot, Flags);
        Require("splice", moved, bytesPerSlot);
    }

    private static Libc.DescriptorPair MakePipe() =>
        Libc.pipe2(out var pipe, Libc.O_CLOEXEC) == 0 ? pipe : throw Refused("pipe2");

    private static RefusedException Refused(string call) => new(call, Libc.LastError());

    /// <summary>Checks that a call has moved the expected number of bytes.</summary>
    private static void Require(string call, nint moved, int expected)
    {
        if (moved != expected)
        {
            throw moved == -1
                ? Refused(call)
                : new RefusedException($"{call} moved only {moved} of {expected} bytes");
        }
    }

    /// <summary>Whether a pipe contains nothing. If poll(2) fails, the pipe may contain something.</summary>
    private static bool IsEmpty(int pipe)
    {
        var pollfd = new Libc.pollfd { fd = pipe, events = Libc.POLLIN };
        return Libc.poll(ref pollfd, 1, 0) != -1 && (pollfd.revents & Libc.POLLIN) == 0;
    }

    /// <summary>Repeatedly copies the source pipe to another pipe and moves the copy into a socket.</summary>
    private static void PumpIntoSocket(int source, int slots, int bytesPerSlot)
    {
        using var copy = MakePipe();
        var untried = "splice";
        while (true)
        {
            // The private pipe has fewer slots than the source pipe, but the copy consists of whole slots.
            var copied = Libc.tee(source, copy.WriteEnd, (nuint)(slots * bytesPerSlot), 0);
            var left = copied == 0 ? throw Drained() : StandardOutput.Check(copied);
            while (left > 0)
            {
                const uint Flags = Libc.SPLICE_F_NONBLOCK;
                var result = Libc.splice(copy.ReadEnd, 0, Libc.STDOUT_FILENO, 0, (nuint)left, Flags);
                var moved = StandardOutput.Check(result, untried: untried);
                if (moved == 0 && IsEmpty(copy.ReadEnd))
                {
                    // Another process has read the rest of the copy.
                    break;
                }

                left -= moved;
                untried = moved > 0 ? null : untried;
            }
        }
    }

    /// <summary>Copies the source pipe to standard output forever.</summary>
    private static void PumpIntoPipe(int source, int slots, int bytesPerSlot)
    {
        // By default, the kernel may extend each sleep by the timer slack, which is 50 us.
        _ = Libc.prctl(Libc.PR_SET_TIMERSLACK, 1);
        var pace = new Pace();
        var emptied = 0;
        var isEnlarged = false;
        var untried = "tee";
        while (true)
        {
            // Any process that has the pipe open may resize it at any time.
            var capacity = (nint)PipeCapacity.SlotsOf(Libc.STDOUT_FILENO) * bytesPerSlot;
            var mayBlock = pace.ShouldBlock;
            var start = Stopwatch.GetTimestamp();
            var moved = Refill(source, slots * bytesPerSlot, capacity, mayBlock, ref untried);
            var duration = Stopwatch.GetElapsedTime(start).TotalSeconds;
            // The reader of a pipe that stays full is slow, even if it empties the pipe with a single read.
            emptied = mayBlock ? 0 : emptied + (moved >= capacity ? 1 : 0);
            if (emptied >= RefillsOfFastReader && !isEnlarged)
            {
                PipeCapacity.Enlarge(Libc.STDOUT_FILENO, EnlargedCapacity);
                isEnlarged = true;
            }

            var sleep = pace.Refilled((double)moved / capacity, duration);
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
    private static nint Refill(int source, nint length, nint capacity, bool mayBlock, ref string? untried)
    {
        nint moved = 0;
        while (true)
        {
            // Only the first call may wait for room.
            mayBlock &= moved == 0;
            var flags = mayBlock ? 0 : Libc.SPLICE_F_NONBLOCK;
            var copied = Libc.tee(source, Libc.STDOUT_FILENO, (nuint)length, flags);

            // The kernel unlocks the pipe after it has waited for room and before it copies (do_tee in
            // fs/splice.c). If another process fills the pipe in between, even a blocking call returns 0.
            var isFull = copied == 0 || (copied == -1 && Libc.LastError() == Errno.EAGAIN);
            if (copied == 0 && IsEmpty(source))
            {
                throw Drained();
            }

            if (isFull && !mayBlock)
            {
                return moved;
            }

            if (copied != 0)
            {
                moved += StandardOutput.Check(copied, untried: untried);
            }

            if (copied > 0)
            {
                untried = null;
                if (copied < length || moved >= capacity)
                {
                    return moved;
                }
            }
        }
    }

    /// <summary>Another strategy can continue, because everything so far consists of whole lines.</summary>
    private static RefusedException Drained() => new("another process has emptied the source pipe");
}
