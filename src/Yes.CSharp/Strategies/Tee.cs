using System.Diagnostics;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>
/// The strategy "tee": page fragments, copied by reference with tee(2) and moved with splice(2).
/// </summary>
/// <remarks>
/// A pipe costs the kernel time by slots and calls, not by bytes. Bytes from write or vmsplice take a slot
/// for each page, but a fragment from a socket, of up to eight pages, takes one slot too. So a source pipe is
/// filled with references to a few such fragments. Then, forever, tee copies the references into a broker
/// pipe, and splice moves them on. The source always holds whole lines, and each tee copies all of it, so
/// partial progress is harmless: the broker holds the rest. docs/strategies.md has the whole story.
/// </remarks>
internal static class Tee
{
    /// <summary>
    /// The largest fragment in bytes that a Unix stream socket stores: UNIX_SKB_FRAGS_SZ in the kernel's
    /// net/unix/af_unix.c, a block of 8 pages of 4 KiB; it is a page where pages are larger.
    /// </summary>
    private static readonly int Chunk = int.Max(32 * 1024, Environment.SystemPageSize);

    /// <summary>
    /// The number of different fragments for a short line: 128 KiB, which an L2 cache holds. From 1 to 32 of
    /// them no number was faster than another in every run.
    /// </summary>
    private const int Distinct = 4;

    private const string TooLong = "the line is too long for a pipe's slots";

    internal static Strategy Strategy { get; } =
        new("tee", "C#", "tee(2) of page fragments, splice(2)d on", Needs.Linux | Needs.Pipe, Run);

    private static void Run(Line line)
    {
        _ = Pipe.Enlarge(StandardOutput.Descriptor, Pipe.PreferredCapacity);

        // The broker first: when the kernel begins to save slots, the later pipe has fewer of them.
        using var broker = new Pipe(Pipe.PreferredCapacity);
        using var source = FillSource(line, broker.Capacity, out var length);

        var slots = source.Capacity / Environment.SystemPageSize;
        var fragment = length / slots;
        DebugLog.Using(Strategy, $"fragments of {fragment} bytes in {slots} slots of a source pipe");

        var outputSlots = Pipe.CapacityOf(StandardOutput.Descriptor) / Environment.SystemPageSize;
        Pump(source, broker, length, line.Length, outputSlots * (nint)fragment);
    }

    /// <summary>
    /// Copies the source into the broker, and moves the broker into standard output, forever.
    /// </summary>
    /// <param name="source">The source.</param>
    /// <param name="broker">The broker.</param>
    /// <param name="length">The bytes in the source.</param>
    /// <param name="lineLength">The bytes of a line.</param>
    /// <param name="capacity">The bytes that standard output holds in such fragments.</param>
    private static void Pump(Pipe source, Pipe broker, nint length, int lineLength, nint capacity)
    {
        // Sleeps overrun by the timer slack: 50 us unless asked otherwise, which is longer than some sleeps.
        _ = Libc.prctl(Libc.PR_SET_TIMERSLACK, 1);
        var pace = new Pace(capacity, Now());
        var copied = length;
        var left = (nint)0;
        var retries = 0;
        while (true)
        {
            // A refill: until standard output is full, or has taken all that it holds.
            var moved = (nint)0;
            while (moved < capacity)
            {
                if (left == 0)
                {
                    if (copied != length)
                    {
                        // Another process has changed the pipes; the bytes that were in the broker are out.
                        var written = (int)(copied % lineLength);
                        throw new RefusedException("the source pipe has changed", written: written);
                    }

                    left = copied = CopyAll(source, broker, length);
                }

                var flags = pace.ShouldBlock && moved == 0 ? 0 : Libc.SPLICE_F_NONBLOCK;
                var count = Libc.splice(broker.Reader, 0, StandardOutput.Descriptor, 0, (nuint)left, flags);
                if (count > 0)
                {
                    left -= count;
                    moved += count;
                    retries = 0;
                    if (left > 0)
                    {
                        // Standard output is full. To go on while the reader reads would just take the pipe's
                        // lock from it.
                        break;
                    }
                }
                else if (flags != 0 && Libc.LastErrno() == Errno.EAGAIN)
                {
                    break;
                }
                else
                {
                    StandardOutput.Recover("splice", ref retries, (int)((copied - left) % lineLength));
                }
            }

            var now = Now();
            var pause = pace.Refilled(moved, now);
            if (pause > 0)
            {
                Sleep(pause);
                pace.Slept(pause, Now() - now);
            }
        }
    }

    private static nint CopyAll(Pipe source, Pipe broker, nint length)
    {
        var copied = Libc.tee(source.Reader, broker.Writer, (nuint)length, 0);
        return copied > 0 ? copied : throw new RefusedException("tee", Libc.LastErrno());
    }

    /// <summary>The time in seconds since some moment.</summary>
    private static double Now() => (double)Stopwatch.GetTimestamp() / Stopwatch.Frequency;

    /// <summary>Sleeps for some time in seconds, less than one; a signal may end it early.</summary>
    private static unsafe void Sleep(double seconds)
    {
        var time = new Libc.timespec { tv_nsec = (nint)(seconds * 1e9) };
        _ = Libc.nanosleep(&time, null);
    }

    /// <summary>A pipe that holds whole lines, in references to a few fragments over and over.</summary>
    /// <param name="line">The line.</param>
    /// <param name="capacity">
    /// The capacity in bytes to ask for: that of the broker, which has to take all of it.
    /// </param>
    /// <param name="length">How many bytes the pipe holds.</param>
    /// <exception cref="RefusedException">
    /// The kernel refuses a call, or the line needs too many slots.
    /// </exception>
    internal static Pipe FillSource(Line line, int capacity, out int length)
    {
        using var seed = FillSeed(line, out var seedLength);
        for (var times = int.MaxValue; times > 0; times = length / seedLength)
        {
            var source = new Pipe(capacity);
            length = Copy(seed, seedLength, source, times);
            if (length > 0 && length % seedLength == 0)
            {
                return source;
            }

            // The last copy found the pipe full halfway: a new pipe gets only the whole ones.
            source.Dispose();
        }

        throw new RefusedException(TooLong);
    }

    /// <summary>
    /// Copies a pipe into another a number of times, or until that is full, and returns the bytes.
    /// </summary>
    private static int Copy(Pipe from, int fromLength, Pipe to, int times)
    {
        var total = 0;
        for (var i = 0; i < times; i++)
        {
            var copied = Libc.tee(from.Reader, to.Writer, (nuint)fromLength, Libc.SPLICE_F_NONBLOCK);
            if (copied < 0)
            {
                var errno = Libc.LastErrno();
                return errno == Errno.EAGAIN ? total : throw new RefusedException("tee", errno);
            }

            total += (int)copied;
            if (copied < fromLength)
            {
                break;
            }
        }

        return total;
    }

    /// <summary>
    /// A pipe that holds whole lines in a few fragments, or a single line if it is a long one.
    /// </summary>
    private static Pipe FillSeed(Line line, out int length)
    {
        var size = Distinct * Chunk;
        while (true)
        {
            length = line.TiledLength(size);

            // In the worst case the kernel has no blocks of several pages left, and every page takes a slot.
            var seed = new Pipe(length);
            if (TryFill(seed, line, length))
            {
                return seed;
            }

            // An unprivileged user's pipe may have as few as one or two slots.
            seed.Dispose();
            size /= 2;
            if (length == line.Length || size < Environment.SystemPageSize)
            {
                throw new RefusedException(TooLong);
            }
        }
    }

    /// <summary>Sends lines through a socket into a pipe. False: it has too few slots.</summary>
    private static bool TryFill(Pipe seed, Line line, int length)
    {
        using var sockets = new SocketPair();

        // A fragment can begin anywhere in the first line: a buffer of the whole length would cost page
        // faults.
        var lines = GC.AllocateUninitializedArray<byte>(line.Length + int.Min(length, Chunk));
        line.Tile(lines);
        var done = 0;
        while (done < length)
        {
            // Each fragment is taken out at once, so that the socket has room for the next whatever its
            // buffer's size.
            var sent = sockets.Send(lines.AsSpan(done % line.Length, int.Min(length - done, Chunk)));
            done += sent;
            nint left = sent;
            while (left > 0)
            {
                const uint Flags = Libc.SPLICE_F_NONBLOCK;
                var moved = Libc.splice(sockets.Receiver, 0, seed.Writer, 0, (nuint)left, Flags);
                if (moved <= 0)
                {
                    var errno = Libc.LastErrno();
                    return errno == Errno.EAGAIN ? false : throw new RefusedException("splice", errno);
                }

                left -= moved;
            }
        }

        return true;
    }
}
