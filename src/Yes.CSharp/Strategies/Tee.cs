using System.Diagnostics;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "tee" copies large blocks of lines by reference with tee(2).</summary>
/// <remarks>
/// A pipe is a ring of slots. Each slot and each system call costs the kernel time, but a byte does not.
/// Bytes from write or vmsplice occupy a slot for each page, but a block from a Unix stream socket occupies a
/// single slot. This strategy fills a source pipe with references to one such block. It copies them to
/// standard output forever. Every slot of the source holds whole lines. This strategy asks for whole slots,
/// so tee can't stop within a line. If standard output is a stream socket, the references pass through a
/// private pipe. docs/strategies.md explains all this.
/// </remarks>
internal static class Tee
{
    /// <summary>
    /// The size in bytes of the largest block that a Unix stream socket stores: UNIX_SKB_FRAGS_SZ in the
    /// kernel's net/unix/af_unix.c.
    /// </summary>
    private const int BlockSize = 32 * 1024;

    /// <summary>
    /// The number of slots of the source pipe. With 16, the writer uses more CPU time. With more than 32,
    /// fewer pages are left for the user's other pipes: pipe-user-pages-soft in pipe(7).
    /// </summary>
    private const int Slots = 32;

    /// <summary>The number of slots that move into a socket at once. With more, TCP is slower.</summary>
    private const int SlotsPerSplice = 4;

    /// <summary>The capacity of standard output in bytes, which is the default limit in pipe(7).</summary>
    private const int OutputCapacity = 1024 * 1024;

    internal static void Run(Line line)
    {
        var bytesPerSlot = line.TiledLength(BlockSize);
        if (bytesPerSlot > BlockSize)
        {
            throw new RefusedException($"the line is longer than {BlockSize} bytes");
        }

        using var source = MakeSource(line, bytesPerSlot);
        var slots = PipeCapacity.SlotsOf(source.WriteEnd);
        if (StandardOutput.IsPipe)
        {
            PumpIntoPipe(source, slots, bytesPerSlot);
        }
        else
        {
            PumpIntoSocket(source, slots, bytesPerSlot);
        }
    }

    /// <summary>Makes a pipe whose slots all refer to one block of whole lines.</summary>
    /// <exception cref="RefusedException">A call failed, or the kernel had no block of 8 pages.</exception>
    private static DescriptorPair MakeSource(Line line, int bytesPerSlot)
    {
        using var block = DescriptorPair.OfPipe();
        PutBlock(block, line, bytesPerSlot);
        var source = DescriptorPair.OfPipe();
        try
        {
            PipeCapacity.Enlarge(source.WriteEnd, Slots * Environment.SystemPageSize);
            for (var slots = PipeCapacity.SlotsOf(source.WriteEnd); slots > 0; slots--)
            {
                // Smaller blocks would occupy a slot each, so the source pipe would be full too soon.
                const uint Flags = Libc.SPLICE_F_NONBLOCK;
                var copied = Libc.tee(block.ReadEnd, source.WriteEnd, (nuint)bytesPerSlot, Flags);
                Require("tee", copied, bytesPerSlot);
            }

            return source;
        }
        catch
        {
            source.Dispose();
            throw;
        }
    }

    /// <summary>Puts a block of whole lines into a pipe, where it occupies a single slot.</summary>
    /// <exception cref="RefusedException">A call failed, or the kernel had no block of 8 pages.</exception>
    private static void PutBlock(DescriptorPair block, Line line, int bytesPerSlot)
    {
        // The kernel stores a full block in one piece, but the beginning of a shorter block separately.
        Span<byte> lines = new byte[BlockSize];
        line.Tile(lines);
        using var sockets = DescriptorPair.OfSockets();
        Require("write", Libc.write(sockets.WriteEnd, lines, (nuint)BlockSize), BlockSize);
        const uint Flags = Libc.SPLICE_F_NONBLOCK;
        var moved = Libc.splice(sockets.ReadEnd, 0, block.WriteEnd, 0, (nuint)bytesPerSlot, Flags);
        Require("splice", moved, bytesPerSlot);
    }

    /// <summary>Throws an exception unless a call has moved the expected number of bytes.</summary>
    private static void Require(string call, nint result, int expected)
    {
        if (result != expected)
        {
            throw result == -1
                ? new RefusedException(call, Libc.LastError())
                : new RefusedException($"{call} moved only {result} of {expected} bytes");
        }
    }

    /// <summary>Copies the source to a private pipe and moves the copy into a socket. Never
    /// returns.</summary>
    private static void PumpIntoSocket(DescriptorPair source, int slots, int bytesPerSlot)
    {
        using var copy = DescriptorPair.OfPipe();
        StandardOutput.EnlargeSendBuffer();
        Report(slots, bytesPerSlot);
        while (true)
        {
            // The copy consists of whole slots, even if a pipe has too few slots.
            var copied = Libc.tee(source.ReadEnd, copy.WriteEnd, (nuint)(SlotsPerSplice * bytesPerSlot), 0);
            var length = StandardOutput.HandleResult("tee", copied, atLineStart: true);
            var left = length;
            while (left > 0)
            {
                var moved = Libc.splice(copy.ReadEnd, 0, Libc.STDOUT_FILENO, 0, (nuint)left, 0);
                left -= StandardOutput.HandleResult("splice", moved, atLineStart: left == length);
            }
        }
    }

    private static void Report(int slots, int bytesPerSlot) =>
        DebugLog.Report("using tee, " + slots + " slots of " + bytesPerSlot + " bytes in the source pipe");

    /// <summary>Copies the source to standard output, forever.</summary>
    private static void PumpIntoPipe(DescriptorPair source, int slots, int bytesPerSlot)
    {
        PipeCapacity.Enlarge(Libc.STDOUT_FILENO, OutputCapacity);
        Report(slots, bytesPerSlot);

        // The kernel may extend each sleep by the timer slack, 50 us by default.
        _ = Libc.prctl(Libc.PR_SET_TIMERSLACK, 1);
        var pace = new Pace();
        while (true)
        {
            // Every process that has the pipe open may resize it at any time.
            var capacity = (nint)PipeCapacity.SlotsOf(Libc.STDOUT_FILENO) * bytesPerSlot;
            var start = Stopwatch.GetTimestamp();
            var moved = Refill(source, slots * bytesPerSlot, capacity, pace.ShouldBlock);
            var duration = Stopwatch.GetElapsedTime(start).TotalSeconds;
            var sleep = pace.Refilled((double)moved / capacity, duration);
            if (sleep > 0)
            {
                // A signal may end the sleep early.
                var time = new Libc.timespec { tv_nsec = (nint)(sleep * 1e9) };
                _ = Libc.nanosleep(ref time, 0);
            }
        }
    }

    /// <summary>
    /// Copies the source to standard output until standard output is full, or has received its capacity.
    /// </summary>
    /// <returns>The number of bytes that have moved.</returns>
    private static nint Refill(DescriptorPair source, nint length, nint capacity, bool block)
    {
        nint moved = 0;
        nint copied;
        do
        {
            var flags = block && moved == 0 ? 0 : Libc.SPLICE_F_NONBLOCK;
            copied = Libc.tee(source.ReadEnd, Libc.STDOUT_FILENO, (nuint)length, flags);

            // The kernel looks for room and copies under separate locks (do_tee in fs/splice.c). If another
            // writer fills the pipe in between, even a blocking call returns 0.
            if (copied == 0 || (copied == -1 && flags != 0 && Libc.LastError() == ErrorCode.EAGAIN))
            {
                break;
            }

            moved += StandardOutput.HandleResult("tee", copied, atLineStart: true);
        } while (copied == -1 || (copied == length && moved < capacity));

        return moved;
    }
}
