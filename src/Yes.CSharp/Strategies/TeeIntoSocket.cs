using System.Diagnostics;

namespace Yes.CSharp;

/// <summary>Copies the source pipe of the "tee" strategy to a stream socket.</summary>
/// <remarks>
/// tee(2) can't write into a socket, so this class fills another pipe and splices that pipe into the socket.
/// A Unix socket's reader would lose much time by waking the writer, so the writer rarely sleeps.
/// </remarks>
internal sealed class TeeIntoSocket
{
    /// <summary>
    /// After this number of consecutive waits in vain, the reader is slow, so the same number of calls block.
    /// </summary>
    private const int Patience = 10;

    /// <summary>A longer wait is in vain. A reader that slow loses little by waking the writer.</summary>
    private static readonly TimeSpan LongestWait = TimeSpan.FromMicroseconds(50);

    /// <summary>The limit of a Unix socket's queue in bytes, or null for other sockets.</summary>
    private readonly int? _limit =
        StandardOutput.SocketOption(Libc.SO_DOMAIN) == Libc.AF_UNIX
            ? StandardOutput.SocketOption(Libc.SO_SNDBUF)
            : null;

    /// <summary>Counts consecutive waits in vain and then blocking calls.</summary>
    private int _inVain;

    /// <summary>Repeatedly fills another pipe and moves its contents into the socket.</summary>
    internal void Run(TeeSource source)
    {
        using var copy = TeeSource.MakePipe();
        var untriedCall = "splice";
        while (true)
        {
            // The private pipe has fewer slots than the source pipe, but the copy consists of whole slots.
            var copied = Libc.tee(source.ReadEnd, copy.WriteEnd, (nuint)source.Length, 0);
            var left = copied == 0 ? throw TeeSource.Drained() : StandardOutput.Check(copied);
            while (left > 0)
            {
                const uint Flags = Libc.SPLICE_F_NONBLOCK;
                var slots = 1 + (AwaitRoom() / source.BytesPerSlot);
                var length = (nuint)long.Min(left, slots * source.BytesPerSlot);
                var result = Libc.splice(copy.ReadEnd, 0, Libc.STDOUT_FILENO, 0, length, Flags);
                var moved = StandardOutput.Check(result, untriedCall: untriedCall);
                if (moved == 0 && TeeSource.IsEmpty(copy.ReadEnd))
                {
                    // Another process has read the rest of the copy.
                    break;
                }

                left -= moved;
                untriedCall = moved > 0 ? null : untriedCall;
            }
        }
    }

    /// <summary>Waits until half of the queue is free, or in vain.</summary>
    /// <returns>The number of bytes that fit into the queue, or int.MaxValue for a blocking call.</returns>
    private long AwaitRoom()
    {
        if (_inVain >= Patience)
        {
            _inVain = (_inVain + 1) % (2 * Patience);
            return int.MaxValue;
        }

        var start = Stopwatch.GetTimestamp();
        var waited = TimeSpan.Zero;
        while (_limit is { } limit && Libc.ioctl(Libc.STDOUT_FILENO, Libc.SIOCOUTQ, out var queued) != -1)
        {
            if (queued <= limit / 2 || waited > LongestWait)
            {
                // If there was room at once, the reader can still be slow.
                _inVain =
                    waited > LongestWait ? _inVain + 1
                    : waited > TimeSpan.Zero ? 0
                    : _inVain;
                return int.Max(limit - queued, 0);
            }

            _ = Libc.sched_yield();
            waited = Stopwatch.GetElapsedTime(start);
        }

        return int.MaxValue;
    }
}
