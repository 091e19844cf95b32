using System.Diagnostics;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "tee": large blocks of lines, copied by reference with tee(2).</summary>
/// <remarks>
/// A pipe is a ring of slots. Each slot and each call costs the kernel time, but a byte does not. Bytes from
/// write or vmsplice use a slot for each page, but a block from a Unix stream socket uses a single slot,
/// however many pages it has. So a source pipe is filled with references to one such block, and tee copies
/// these references into standard output, forever. Every slot of the source holds whole lines, and tee copies
/// only whole slots, so it can't stop within a line. docs/strategies.md has the whole story.
/// </remarks>
internal static unsafe class Tee
{
    /// <summary>
    /// The size in bytes of the largest block that a Unix stream socket stores: UNIX_SKB_FRAGS_SZ in the
    /// kernel's net/unix/af_unix.c, 8 pages of 4 KiB; it is a page where pages are larger.
    /// </summary>
    private static readonly int BlockSize = int.Max(32 * 1024, Environment.SystemPageSize);

    /// <summary>
    /// The slots of the source. With 16 the writer uses more CPU time; with more than 32 less is left for the
    /// user's other pipes: /proc/sys/fs/pipe-user-pages-soft of pipe(7).
    /// </summary>
    private const int Slots = 32;

    /// <summary>The bytes to enlarge standard output to: 256 slots, pipe(7)'s most for most users.</summary>
    private const int OutputCapacity = 1024 * 1024;

    internal static Strategy Strategy { get; } =
        new("tee", "C#", "tee(2) of page fragments into a pipe", Needs.Linux | Needs.Pipe, Run);

    private static void Run(Stream stdout, Line line)
    {
        Pipe.Enlarge(StandardStreams.Output, OutputCapacity);
        var bytesPerSlot = line.TiledLength(BlockSize);
        if (bytesPerSlot > BlockSize)
        {
            throw new RefusedException("the line is too long for a slot of a pipe");
        }

        using var source = MakeSource(line, bytesPerSlot, out var slots);
        DebugLog.Using(Strategy, () => $"{slots} slots of {bytesPerSlot} bytes in the source pipe");
        Pump(source, slots, bytesPerSlot);
    }

    /// <summary>Copies the source into standard output, forever.</summary>
    private static void Pump(DescriptorPair source, int slots, int bytesPerSlot)
    {
        // The kernel may extend each sleep by the timer slack, 50 us by default.
        _ = Libc.prctl(Libc.PR_SET_TIMERSLACK, 1);
        var pace = new Pace();
        var length = slots * bytesPerSlot;
        var started = false;
        var retries = 0;
        while (true)
        {
            // Whoever has the pipe open may resize it at any time.
            var capacity = (nint)Pipe.SlotsOf(StandardStreams.Output) * bytesPerSlot;
            var start = Stopwatch.GetTimestamp();

            // A refill ends when standard output is full, or has taken all that it holds.
            nint moved = 0;
            nint copied;
            do
            {
                var flags = pace.ShouldBlock && moved == 0 ? 0 : Libc.SPLICE_F_NONBLOCK;
                copied = Libc.tee(source.ReadEnd, StandardStreams.Output, (nuint)length, flags);
                if (copied > 0)
                {
                    moved += copied;
                    started = true;
                    retries = 0;
                }
                else if (flags == 0 || Libc.LastErrno() != Errno.EAGAIN)
                {
                    StandardStreams.RetryOrThrow("tee", started, ref retries);
                }
            } while (copied == length && moved < capacity);

            var duration = Stopwatch.GetElapsedTime(start).TotalSeconds;
            var pause = pace.Refilled((double)moved / capacity, duration);
            if (pause > 0)
            {
                // A signal may end the sleep early.
                var time = new Libc.timespec { tv_nsec = (nint)(pause * 1e9) };
                _ = Libc.nanosleep(&time, null);
            }
        }
    }

    /// <summary>Makes a pipe whose slots all refer to the same block of whole lines.</summary>
    /// <exception cref="RefusedException">The kernel refuses something.</exception>
    private static DescriptorPair MakeSource(Line line, int bytesPerSlot, out int slots)
    {
        using var seed = MakeSeed(line, bytesPerSlot);
        var source = DescriptorPair.OfPipe();
        Pipe.Enlarge(source.WriteEnd, Slots * Environment.SystemPageSize);
        slots = Pipe.SlotsOf(source.WriteEnd);
        for (var slot = 0; slot < slots; slot++)
        {
            const uint Flags = Libc.SPLICE_F_NONBLOCK;
            var copied = Libc.tee(seed.ReadEnd, source.WriteEnd, (nuint)bytesPerSlot, Flags);
            if (copied != bytesPerSlot)
            {
                // The source is full too soon where the kernel had only smaller blocks, with a slot for each.
                var errno = copied < 0 ? Libc.LastErrno() : Errno.EAGAIN;
                source.Dispose();
                throw errno == Errno.EAGAIN
                    ? new RefusedException("the kernel has no large block of memory")
                    : new RefusedException("tee", errno);
            }
        }

        return source;
    }

    /// <summary>Makes a pipe with a single block of whole lines in it.</summary>
    private static DescriptorPair MakeSeed(Line line, int bytesPerSlot)
    {
        // The kernel stores a full block as one; of a shorter one it would store the beginning elsewhere.
        var lines = GC.AllocateUninitializedArray<byte>(BlockSize);
        line.Tile(lines);
        using var sockets = DescriptorPair.OfSockets();
        fixed (byte* first = lines)
        {
            if (Libc.send(sockets.WriteEnd, first, (nuint)BlockSize, Libc.MSG_NOSIGNAL) <= 0)
            {
                throw new RefusedException("send", Libc.LastErrno());
            }
        }

        var seed = DescriptorPair.OfPipe();
        const uint Flags = Libc.SPLICE_F_NONBLOCK;
        var moved = Libc.splice(sockets.ReadEnd, 0, seed.WriteEnd, 0, (nuint)bytesPerSlot, Flags);
        if (moved != bytesPerSlot)
        {
            // An unprivileged user's pipe may have one or two slots: pipe(7).
            var errno = Libc.LastErrno();
            seed.Dispose();
            throw moved < 0
                ? new RefusedException("splice", errno)
                : new RefusedException("a new pipe is too small for a block");
        }

        return seed;
    }
}
