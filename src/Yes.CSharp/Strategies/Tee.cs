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

    /// <summary>
    /// How often in a row a full pipe is tried without blocking, before the call that blocks. A writer that
    /// sleeps costs the reader a wake-up at every read, and an eager reader makes room within these tries.
    /// </summary>
    private const int Tries = 50;

    /// <summary>
    /// An eager reader makes room within this time. After a blocking call that took longer a full pipe gets
    /// one try.
    /// </summary>
    private static readonly TimeSpan Eager = TimeSpan.FromMilliseconds(1);

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
        DebugLog.Using(Strategy, $"fragments of {length / slots} bytes in {slots} slots of a source pipe");
        Pump(source, broker, length, line.Length);
    }

    /// <summary>
    /// Copies the source into the broker, and moves the broker into standard output, forever.
    /// </summary>
    private static void Pump(Pipe source, Pipe broker, int length, int lineLength)
    {
        var failures = 0;
        var tries = Tries;
        while (true)
        {
            var copied = Libc.tee(source.Reader, broker.Writer, (nuint)length, 0);
            if (copied <= 0)
            {
                throw new RefusedException("tee", Libc.LastErrno());
            }

            for (var left = copied; left > 0; )
            {
                var blocking = failures >= tries;
                var before = blocking ? Stopwatch.GetTimestamp() : 0;
                var flags = blocking ? 0 : Libc.SPLICE_F_NONBLOCK;
                var moved = Libc.splice(broker.Reader, 0, StandardOutput.Descriptor, 0, (nuint)left, flags);
                if (blocking)
                {
                    tries = Stopwatch.GetElapsedTime(before) < Eager ? Tries : 1;
                }

                if (moved > 0)
                {
                    left -= moved;
                    failures = 0;
                }
                else if (!blocking && Libc.LastErrno() == Errno.EAGAIN)
                {
                    failures++;
                }
                else
                {
                    StandardOutput.Recover("splice", ref failures, (int)((copied - left) % lineLength));
                }
            }

            if (copied != length)
            {
                // Another process has changed the pipes; only the bytes that were in the broker are out.
                var written = (int)(copied % lineLength);
                throw new RefusedException("the source pipe has changed", written: written);
            }
        }
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
        for (var done = 0; done < length; )
        {
            // Each fragment is taken out at once, so that the socket has room for the next whatever its
            // buffer's size.
            var sent = sockets.Send(lines.AsSpan(done % line.Length, int.Min(length - done, Chunk)));
            done += sent;
            for (nint left = sent; left > 0; )
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
