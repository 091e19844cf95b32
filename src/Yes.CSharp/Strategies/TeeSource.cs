using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>A pipe whose slots all refer to one block of whole lines.</summary>
/// <remarks>
/// The pipe's write end is closed, so if another process empties the pipe through /proc, tee(2) returns 0
/// instead of waiting for more.
/// </remarks>
internal sealed class TeeSource : IDisposable
{
    /// <summary>
    /// The size of the largest block that a Unix stream socket stores, in bytes. The kernel defines it as
    /// UNIX_SKB_FRAGS_SZ in net/unix/af_unix.c.
    /// </summary>
    private const int BlockSize = 32 * 1024;

    /// <summary>
    /// The number of slots to ask for. With 16 slots, the writer uses more CPU time. More slots would use up
    /// more of the user's limit on pipes (pipe-user-pages-soft in pipe(7)).
    /// </summary>
    private const int WantedSlots = 32;

    internal readonly int ReadEnd;
    internal readonly int Slots;
    internal readonly int BytesPerSlot;

    /// <summary>Creates the pipe.</summary>
    /// <exception cref="RefusedException">
    /// The line is too long, a call failed, or the kernel had no block of 8 pages.
    /// </exception>
    internal TeeSource(Line line)
    {
        BytesPerSlot = line.TiledLength(BlockSize);
        if (BytesPerSlot > BlockSize)
        {
            throw new RefusedException($"the line is longer than {BlockSize} bytes");
        }

        using var seed = MakePipe();
        PutBlock(seed, line);
        var pipe = MakePipe();
        try
        {
            PipeCapacity.Enlarge(pipe.WriteEnd, WantedSlots * Environment.SystemPageSize);
            Slots = PipeCapacity.SlotsOf(pipe.WriteEnd);
            for (var i = 0; i < Slots; i++)
            {
                // Smaller blocks would fill the pipe too soon, because each block would occupy a slot.
                const uint Flags = Libc.SPLICE_F_NONBLOCK;
                var copied = Libc.tee(seed.ReadEnd, pipe.WriteEnd, (nuint)BytesPerSlot, Flags);
                Require("tee", copied, BytesPerSlot);
            }
        }
        catch
        {
            pipe.Dispose();
            throw;
        }

        ReadEnd = pipe.ReadEnd;
        _ = Libc.close(pipe.WriteEnd);
    }

    /// <summary>The number of bytes in all slots.</summary>
    internal int Length => Slots * BytesPerSlot;

    public void Dispose() => _ = Libc.close(ReadEnd);

    internal static Libc.DescriptorPair MakePipe() =>
        Libc.pipe2(out var pipe, Libc.O_CLOEXEC) == 0 ? pipe : throw Refused("pipe2");

    /// <summary>Whether a pipe contains nothing. If poll(2) fails, the pipe may contain something.</summary>
    internal static bool IsEmpty(int pipe)
    {
        var pollfd = new Libc.pollfd { fd = pipe, events = Libc.POLLIN };
        return Libc.poll(ref pollfd, 1, 0) != -1 && (pollfd.revents & Libc.POLLIN) == 0;
    }

    /// <summary>Another strategy can continue, because the output so far consists of whole lines.</summary>
    internal static RefusedException Drained() => new("another process has emptied the source pipe");

    /// <summary>Puts a block of whole lines into a single slot of a pipe.</summary>
    private void PutBlock(Libc.DescriptorPair seed, Line line)
    {
        // The kernel stores a full block in one piece, but it would split a shorter block.
        Span<byte> lines = new byte[BlockSize];
        line.Tile(lines);
        const int Type = Libc.SOCK_STREAM | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC;
        using var sockets =
            Libc.socketpair(Libc.AF_UNIX, Type, 0, out var pair) == 0 ? pair : throw Refused("socketpair");
        Require("write", Libc.write(sockets.WriteEnd, lines), BlockSize);
        const uint Flags = Libc.SPLICE_F_NONBLOCK;
        var moved = Libc.splice(sockets.ReadEnd, 0, seed.WriteEnd, 0, (nuint)BytesPerSlot, Flags);
        Require("splice", moved, BytesPerSlot);
    }

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
}
