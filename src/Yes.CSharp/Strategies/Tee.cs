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
    private static readonly int FragmentSize = int.Max(32 * 1024, Environment.SystemPageSize);

    /// <summary>
    /// The number of different fragments for a short line: 128 KiB, which an L2 cache holds. From 1 to 32 of
    /// them no number was faster than another in every run.
    /// </summary>
    private const int FragmentCount = 4;

    /// <summary>
    /// The slots of source and broker, unless the line needs more. 16 take a sixth more of the processor; more
    /// than 32 would leave less to the user's other pipes: /proc/sys/fs/pipe-user-pages-soft of pipe(7).
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
        using var broker = FillBroker(line, out var copied);
        using var source = new Pipe(broker.Slots);
        var length = FillSource(source, broker, copied, out var fragment);
        DebugLog.Using(Strategy, () => $"{source.Slots} slots of {fragment} bytes in the source pipe");
        Pump(source, broker, line, length, copied, fragment);
    }

    /// <summary>
    /// Moves the broker into standard output, and copies the source into it whenever it is empty, forever.
    /// The source has whole lines of that length in bytes, the broker the copied ones, and a slot a fragment.
    /// </summary>
    private static void Pump(Pipe source, Pipe broker, Line line, nint length, nint copied, nint fragment)
    {
        // A sleep lasts longer than asked for by the timer slack: 50 us if nothing else was chosen.
        _ = Libc.prctl(Libc.PR_SET_TIMERSLACK, 1);
        var pace = new Pace();
        var left = copied;
        var retries = 0;
        while (true)
        {
            // Whoever has the pipe open may resize it at any time.
            var capacity = CapacityOfOutput(fragment);
            var start = Stopwatch.GetTimestamp();

            // A refill: until standard output is full, or has taken all that it holds.
            var moved = (nint)0;
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

                    left = copied = RefillBroker(source, broker, length);
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
            Sleep(pace.Refilled((double)moved / capacity, duration));
        }
    }

    /// <summary>The bytes that standard output holds in such fragments.</summary>
    private static nint CapacityOfOutput(nint fragment) => Pipe.SlotsOf(StandardStreams.Output) * fragment;

    private static nint RefillBroker(Pipe source, Pipe broker, nint length)
    {
        var copied = Libc.tee(source.ReadEnd, broker.WriteEnd, (nuint)length, 0);
        return copied > 0 ? copied : throw new RefusedException("tee", Libc.LastErrno());
    }

    /// <summary>Sleeps for some time in seconds, less than one; a signal may end it early.</summary>
    private static unsafe void Sleep(double seconds)
    {
        var time = new Libc.timespec { tv_nsec = (nint)(seconds * 1e9) };
        if (seconds > 0)
        {
            _ = Libc.nanosleep(&time, null);
        }
    }

    /// <summary>
    /// A pipe that holds whole lines in a few fragments, or a single line if that is a long one.
    /// </summary>
    /// <param name="line">The line.</param>
    /// <param name="length">How many bytes the pipe holds.</param>
    /// <exception cref="RefusedException">
    /// The kernel refuses a call, or the line needs too many slots.
    /// </exception>
    internal static Pipe FillBroker(Line line, out int length)
    {
        var size = FragmentCount * FragmentSize;
        var slots = int.Max(Slots, (line.Length / FragmentSize) + 1);

        // Room for a fragment that begins with the line's last byte. A buffer of the whole length would cost
        // page faults.
        var lines = GC.AllocateUninitializedArray<byte>(line.Length + FragmentSize);
        line.Tile(lines);
        while (true)
        {
            length = line.TiledLength(size);
            var broker = new Pipe(slots);
            if (TryFill(broker, lines, line.Length, length))
            {
                return broker;
            }

            broker.Dispose();
            if (length > line.Length)
            {
                // An unprivileged user's pipe may have as few as one or two slots.
                size /= 2;
            }
            else if (broker.Slots >= slots)
            {
                // When the kernel has no blocks of several pages left, every page takes a slot.
                slots *= 2;
            }
            else
            {
                throw new RefusedException(TooLong);
            }
        }
    }

    /// <summary>Sends lines through a socket into a pipe. False: it has too few slots.</summary>
    private static bool TryFill(Pipe pipe, byte[] lines, int lineLength, int length)
    {
        using var sockets = new SocketPair();
        var done = 0;
        while (done < length)
        {
            // Each fragment is taken out at once, so that the socket has room for the next whatever its
            // buffer's size.
            var sent = sockets.Send(lines.AsSpan(done % lineLength, int.Min(length - done, FragmentSize)));
            done += sent;
            nint left = sent;
            while (left > 0)
            {
                const uint Flags = Libc.SPLICE_F_NONBLOCK;
                var moved = Libc.splice(sockets.ReadEnd, 0, pipe.WriteEnd, 0, (nuint)left, Flags);
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

    /// <summary>
    /// Copies the broker, which holds whole lines of that length in bytes, into the source until it is full.
    /// Returns the bytes of its whole copies, and how many are in a slot.
    /// </summary>
    /// <exception cref="RefusedException">The kernel refuses, or the source has too few slots.</exception>
    internal static nint FillSource(Pipe source, Pipe broker, int length, out nint fragment)
    {
        var total = (nint)0;
        nint copied;
        do
        {
            copied = Libc.tee(broker.ReadEnd, source.WriteEnd, (nuint)length, Libc.SPLICE_F_NONBLOCK);
            total += nint.Max(copied, 0);
        } while (copied == length);

        if (total < length)
        {
            throw copied < 0 ? new RefusedException("tee", Libc.LastErrno()) : new RefusedException(TooLong);
        }

        fragment = total / source.Slots;
        return total - (total % length);
    }
}
