using System.Diagnostics;
using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "tee": page fragments, replicated with tee(2) and moved with splice(2). No byte is copied.</summary>
/// <remarks>
/// What a pipe costs the kernel goes by slots and calls, not by bytes, and written or vmspliced bytes take a slot for
/// each page. A fragment that comes from a socket takes one slot too, and may have eight pages. So a source pipe is filled
/// with references to a few such fragments, and for ever after tee(2) copies its references into a broker pipe, from which
/// splice(2) moves them on. The broker makes partial progress harmless: the source always holds whole lines, and each
/// tee(2) copies all of it. docs/strategies.md has the whole story.
/// </remarks>
internal static unsafe class Tee
{
    private const string Name = "tee";

    /// <summary>
    /// The largest fragment in bytes that a Unix stream socket makes of what it is sent: UNIX_SKB_FRAGS_SZ in the kernel's
    /// net/unix/af_unix.c, a block of 8 pages of 4 KiB; it is a page where pages are larger.
    /// </summary>
    private static readonly int Chunk = int.Max(32 * 1024, Environment.SystemPageSize);

    /// <summary>
    /// How many different fragments there are when lines are short: 128 KiB, which an L2 cache holds. It is not critical:
    /// from 1 to 32 of them no number was better than another in every run.
    /// </summary>
    private const int Distinct = 4;

    /// <summary>
    /// How often in a row a full pipe is tried without blocking, before the call that blocks. A writer that sleeps costs
    /// the reader a wake-up at every read, and an eager reader makes room within these tries.
    /// </summary>
    private const int Tries = 50;

    /// <summary>
    /// The longest that a reader is eager: one for which the blocking call slept longer is not worth more than one try.
    /// </summary>
    private static readonly TimeSpan Eager = TimeSpan.FromMilliseconds(1);

    /// <summary>The capacity in bytes of the pipe between seed and source: what a new pipe has, pipe(7).</summary>
    private const int BetweenCapacity = 64 * 1024;

    private const string TooLong = "the line is too long for a pipe's slots";

    /// <summary>The strategy "tee".</summary>
    internal static Strategy Strategy { get; } =
        new(
            Name,
            "C#",
            "tee(2) of page fragments, splice(2)d on",
            Platform.Linux,
            usesConsole: false,
            run: Run
        );

    private static void Run(Line line)
    {
        StandardOutput.RequirePipe(Name);
        _ = Pipe.Enlarge(StandardOutput.Descriptor, Pipe.PreferredCapacity);

        // The broker first: when the kernel gets sparing with slots, it is the later pipe that has fewer of them.
        using var broker = new Pipe(Name, Pipe.PreferredCapacity);
        using var source = FillSource(line, broker.Capacity, out var length);

        var slots = source.Capacity / Environment.SystemPageSize;
        DebugLog.Using(Name, $"fragments of {length / slots} bytes in {slots} slots of a source pipe");
        Pump(source, broker, length, line.Length);
    }

    /// <summary>Copies the source into the broker, and moves the broker into standard output, for ever.</summary>
    private static void Pump(Pipe source, Pipe broker, int length, int lineLength)
    {
        var failures = 0;
        var tries = Tries;
        while (true)
        {
            var copied = Libc.tee(source.Reader, broker.Writer, (nuint)length, 0);
            if (copied <= 0)
            {
                throw new RefusedException(Name, "tee", (Errno)Marshal.GetLastSystemError());
            }

            for (var left = copied; left > 0; )
            {
                var blocking = failures >= tries;
                var before = blocking ? Stopwatch.GetTimestamp() : 0;
                var moved = Move(broker, left, blocking ? 0 : Libc.SPLICE_F_NONBLOCK, out var errno);
                if (blocking)
                {
                    tries = Stopwatch.GetElapsedTime(before) < Eager ? Tries : 1;
                }

                if (moved > 0)
                {
                    left -= moved;
                    failures = 0;
                }
                else if (errno == Errno.EAGAIN && !blocking)
                {
                    failures++;
                }
                else
                {
                    var written = (int)((copied - left) % lineLength);
                    StandardOutput.Recover(Name, "splice", errno, ref failures, written);
                }
            }

            if (copied != length)
            {
                // Somebody else has changed the pipes; only what the broker held is out.
                throw new RefusedException(Name, "tee", Errno.None, (int)(copied % lineLength));
            }
        }
    }

    /// <summary>Moves what standard output has room for, and returns how many bytes that was.</summary>
    private static nint Move(Pipe broker, nint length, uint flags, out Errno errno)
    {
        var moved = Libc.splice(broker.Reader, 0, StandardOutput.Descriptor, 0, (nuint)length, flags);
        errno = moved > 0 ? Errno.None : (Errno)Marshal.GetLastSystemError();
        return moved;
    }

    /// <summary>A pipe that holds whole lines, in references to a few fragments over and over.</summary>
    /// <param name="line">The line.</param>
    /// <param name="capacity">The capacity in bytes to ask for: that of the broker, which has to take all of it.</param>
    /// <param name="length">How many bytes it holds.</param>
    internal static Pipe FillSource(Line line, int capacity, out int length)
    {
        using var seed = FillSeed(line, out var seedLength);

        // By way of a pipe in between, since a copy is a call: of 256 slots, 4 and 16 calls in place of 64.
        using var between = Replicate(seed, seedLength, BetweenCapacity, out var betweenLength);
        var source = between is null
            ? Replicate(seed, seedLength, capacity, out length)
            : Replicate(between, betweenLength, capacity, out length);
        return source ?? throw new RefusedException(Name, TooLong);
    }

    /// <summary>A pipe that holds the bytes of another as many times as its slots allow; null if they don't once.</summary>
    private static Pipe? Replicate(Pipe pipe, int pipeLength, int capacity, out int length)
    {
        var times = int.MaxValue;
        while (times > 0)
        {
            var replica = new Pipe(Name, capacity);
            length = Copy(pipe, pipeLength, replica, times);
            if (length > 0 && length % pipeLength == 0)
            {
                return replica;
            }

            // The last copy met with a full pipe halfway: a new one gets only those that were whole.
            replica.Dispose();
            times = length / pipeLength;
        }

        length = 0;
        return null;
    }

    /// <summary>Copies a pipe into another a number of times, or until that is full, and returns the bytes.</summary>
    private static int Copy(Pipe from, int fromLength, Pipe to, int times)
    {
        var total = 0;
        for (var i = 0; i < times; i++)
        {
            var copied = Libc.tee(from.Reader, to.Writer, (nuint)fromLength, Libc.SPLICE_F_NONBLOCK);
            if (copied < 0)
            {
                var errno = (Errno)Marshal.GetLastSystemError();
                return errno == Errno.EAGAIN ? total : throw new RefusedException(Name, "tee", errno);
            }

            total += (int)copied;
            if (copied < fromLength)
            {
                break;
            }
        }

        return total;
    }

    /// <summary>A pipe that holds whole lines in a few fragments, or a single line if it is a long one.</summary>
    private static Pipe FillSeed(Line line, out int length)
    {
        var size = Distinct * Chunk;
        while (true)
        {
            length = line.TiledLength(size);

            // In the worst case the kernel has no blocks of several pages left, and every page takes a slot.
            var seed = new Pipe(Name, length);
            if (TryFill(seed, line, length))
            {
                return seed;
            }

            // An unprivileged user's pipe may have as few as one or two slots, which hold what they hold.
            seed.Dispose();
            size /= 2;
            if (length == line.Length || size < Environment.SystemPageSize)
            {
                throw new RefusedException(Name, TooLong);
            }
        }
    }

    /// <summary>Sends lines through a socket into a pipe. False: it has too few slots.</summary>
    private static bool TryFill(Pipe seed, Line line, int length)
    {
        using var sockets = new SocketPair(Name);

        // From any place in the first line on there is a fragment: a buffer of the whole length would cost page faults.
        var lines = GC.AllocateUninitializedArray<byte>(line.Length + int.Min(length, Chunk));
        line.Tile(lines);
        for (var done = 0; done < length; )
        {
            // A fragment at a time, which is taken out at once, so that the socket's buffer has room whatever its size.
            var sent = sockets.Send(lines.AsSpan(done % line.Length, int.Min(length - done, Chunk)));
            done += sent;
            for (nint left = sent; left > 0; )
            {
                var moved = Libc.splice(
                    sockets.Receiver,
                    0,
                    seed.Writer,
                    0,
                    (nuint)left,
                    Libc.SPLICE_F_NONBLOCK
                );
                if (moved <= 0)
                {
                    var errno = (Errno)Marshal.GetLastSystemError();
                    return errno == Errno.EAGAIN ? false : throw new RefusedException(Name, "splice", errno);
                }

                left -= moved;
            }
        }

        return true;
    }
}
