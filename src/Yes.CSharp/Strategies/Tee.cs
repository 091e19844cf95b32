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
/// pipe, and splice moves them on. The source always holds whole lines, and each tee copies the same of them,
/// so partial progress is harmless: the broker holds the rest. docs/strategies.md has the whole story.
/// </remarks>
internal static class Tee
{
    /// <summary>
    /// The largest fragment in bytes that a Unix stream socket stores: UNIX_SKB_FRAGS_SZ in the kernel's
    /// net/unix/af_unix.c, a block of 8 pages of 4 KiB; it is a page where pages are larger.
    /// </summary>
    private static readonly int FragmentSize = int.Max(32 * 1024, Environment.SystemPageSize);

    /// <summary>
    /// The number of different fragments for a short line: 128 KiB, which an L2 cache holds. From 1 to 32 of
    /// them no number was faster than another in every run.
    /// </summary>
    private const int FragmentCount = 4;

    /// <summary>
    /// The slots of source and broker, unless the line needs more. 16 take a sixth more of the processor;
    /// more than 32 leave less to the user's other pipes: /proc/sys/fs/pipe-user-pages-soft of pipe(7).
    /// </summary>
    private const int Slots = 32;

    /// <summary>The bytes to enlarge standard output to: 256 slots, pipe(7)'s most for most users.</summary>
    private const int OutputCapacity = 1024 * 1024;

    private const string TooLong = "the line is too long for a pipe's slots";

    internal static Strategy Strategy { get; } =
        new("tee", "C#", "tee(2) of page fragments, splice(2)d on", Needs.Linux | Needs.Pipe, Run);

    private static void Run(Line line)
    {
        Pipe.Enlarge(StandardStreams.Output, OutputCapacity);
        using var source = MakeSource(line, out var length, out var fragment);
        using var broker = new Pipe(source.Slots);
        DebugLog.Using(Strategy, () => $"{source.Slots} slots of {fragment} bytes in the source pipe");
        Pump(source, broker, line, length, fragment);
    }

    /// <summary>
    /// Copies the source, which holds whole lines of that length in bytes, into the broker, and moves the
    /// broker into standard output, forever. A slot of the source holds a fragment.
    /// </summary>
    private static unsafe void Pump(Pipe source, Pipe broker, Line line, nint length, nint fragment)
    {
        // A sleep lasts longer than asked for by the timer slack: 50 us if nothing else was chosen.
        _ = Libc.prctl(Libc.PR_SET_TIMERSLACK, 1);
        var pace = new Pace();
        nint copied = 0;
        nint left = 0;
        var retries = 0;
        while (true)
        {
            // Whoever has the pipe open may resize it at any time.
            var capacity = Pipe.SlotsOf(StandardStreams.Output) * fragment;
            var start = Stopwatch.GetTimestamp();

            // A refill: until standard output is full, or has taken all that it holds.
            nint moved = 0;
            while (moved < capacity)
            {
                if (left == 0)
                {
                    var written = (int)(copied % line.Length);
                    if (written > 0)
                    {
                        // Another process has changed the pipes; the bytes that were in the broker are out.
                        throw new RefusedException("the source pipe has changed", written: written);
                    }

                    copied = Libc.tee(source.ReadEnd, broker.WriteEnd, (nuint)length, 0);
                    left = copied > 0 ? copied : throw new RefusedException("tee", Libc.LastErrno());
                }

                var flags = pace.ShouldBlock && moved == 0 ? 0 : Libc.SPLICE_F_NONBLOCK;
                var count = Libc.splice(broker.ReadEnd, 0, StandardStreams.Output, 0, (nuint)left, flags);
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
                    StandardStreams.RetryOrThrow("splice", ref retries, (int)((copied - left) % line.Length));
                }
            }

            var duration = Stopwatch.GetElapsedTime(start).TotalSeconds;
            var pause = pace.Refilled((double)moved / capacity, duration);
            if (pause > 0)
            {
                // A signal may end it early.
                var time = new Libc.timespec { tv_nsec = (nint)(pause * 1e9) };
                _ = Libc.nanosleep(&time, null);
            }
        }
    }

    /// <summary>
    /// Makes a pipe that is full of references to a few fragments of whole lines, or of a single long line.
    /// </summary>
    /// <param name="line">The line.</param>
    /// <param name="length">How many bytes of the pipe are whole lines.</param>
    /// <param name="fragment">How many bytes a slot of the pipe holds.</param>
    /// <exception cref="RefusedException">The kernel refuses a call, or the line is too long.</exception>
    private static Pipe MakeSource(Line line, out nint length, out nint fragment)
    {
        for (var slots = int.Max(Slots, (line.Length / FragmentSize) + 1); ; slots *= 2)
        {
            using var seed = new Pipe(slots);
            var filled = Fill(seed, line);
            if (filled >= line.Length)
            {
                length = filled - (filled % line.Length);
                return Multiply(seed, line, ref length, out fragment);
            }

            if (seed.Slots < slots)
            {
                throw new RefusedException(TooLong);
            }
        }
    }

    /// <summary>Fills a pipe with copies of a seed of whole lines, and tells their length in all.</summary>
    private static Pipe Multiply(Pipe seed, Line line, ref nint length, out nint fragment)
    {
        var source = new Pipe(seed.Slots);
        nint total = 0;
        nint copied;
        do
        {
            copied = Libc.tee(seed.ReadEnd, source.WriteEnd, (nuint)length, Libc.SPLICE_F_NONBLOCK);
            total += nint.Max(copied, 0);
        } while (copied == length);

        if (total < line.Length)
        {
            var errno = Libc.LastErrno();
            source.Dispose();
            throw copied < 0 ? new RefusedException("tee", errno) : new RefusedException(TooLong);
        }

        fragment = total / source.Slots;
        length = total - (total % line.Length);
        return source;
    }

    /// <summary>Sends lines through a socket into a pipe, and returns how many bytes are in.</summary>
    private static int Fill(Pipe pipe, Line line)
    {
        var size = line.TiledLength(FragmentCount * FragmentSize);

        // Room for a fragment that begins with the line's last byte. A buffer of the whole size would cost
        // page faults.
        var lines = GC.AllocateUninitializedArray<byte>(line.Length + FragmentSize);
        line.Tile(lines);
        using var sockets = new SocketPair();
        var filled = 0;
        while (filled < size)
        {
            // Each fragment is taken out at once, so that the socket has room for the next whatever its
            // buffer's size.
            var left = sockets.Send(lines.AsSpan(filled % line.Length, int.Min(size - filled, FragmentSize)));
            while (left > 0)
            {
                const uint Flags = Libc.SPLICE_F_NONBLOCK;
                var moved = (int)Libc.splice(sockets.ReadEnd, 0, pipe.WriteEnd, 0, (nuint)left, Flags);
                if (moved <= 0)
                {
                    // Full: an unprivileged user's pipe may have as few as one or two slots; and when the
                    // kernel has no blocks of several pages left, every page takes a slot.
                    var errno = Libc.LastErrno();
                    return errno == Errno.EAGAIN ? filled : throw new RefusedException("splice", errno);
                }

                left -= moved;
                filled += moved;
            }
        }

        return filled;
    }
}
