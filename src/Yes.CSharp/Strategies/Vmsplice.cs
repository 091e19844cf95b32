using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "vmsplice": vmsplice(2) of this process's own pages into an enlarged pipe.</summary>
/// <remarks>
/// The pipe gets references to the pages, a slot for each, and no byte is copied. The pages are never written
/// again, so the reader may look at them at any time. GNU yes does this from coreutils 9.11 on. A Unix stream
/// socket takes such references from a pipe: there the pages go through a pipe of this process.
/// </remarks>
internal static unsafe class Vmsplice
{
    /// <summary>The capacity to enlarge the pipe to in bytes, as GNU yes does.</summary>
    private const int Capacity = 512 * 1024;

    /// <summary>
    /// The bytes of a call, unless the line is longer: a quarter, so that reader and writer take turns less.
    /// </summary>
    private const int BytesPerCall = Capacity / 4;

    /// <summary>
    /// The bytes of a call into a socket. With more the reader waits longer for the next, with less it costs
    /// more calls: docs/strategies.md.
    /// </summary>
    private const int BytesPerCallIntoSocket = 48 * 1024;

    /// <summary>
    /// The send buffer in bytes to ask for: the most that most users may have, wmem_max of socket(7). The
    /// kernel doubles it, and wakes the writer when three quarters of it are empty.
    /// </summary>
    private const int SendBuffer = 212992;

    internal static Strategy Strategy { get; } =
        new(
            "vmsplice",
            "C#",
            "vmsplice(2) of user pages into an enlarged pipe, or a Unix socket",
            Needs.Linux | Needs.PipeOrSocket,
            Run
        );

    private static void Run(Line line)
    {
        using var pipe = StandardStreams.OutputIsPipe ? null : new Pipe(0);
        if (pipe is null)
        {
            Pipe.Enlarge(StandardStreams.Output, Capacity);
        }
        else
        {
            EnlargeSendBuffer();
        }

        var most = pipe is null ? BytesPerCall : BytesPerCallIntoSocket;
        var length = line.TiledLength(most);
        var buffer = (byte*)NativeMemory.AlignedAlloc((nuint)length, (nuint)Environment.SystemPageSize);
        line.Tile(new Span<byte>(buffer, length));
        DebugLog.Using(Strategy, () => $"{length} bytes a call");

        while (true)
        {
            var rest = new Libc.iovec { iov_base = buffer, iov_len = (nuint)length };
            var retries = 0;
            while (rest.iov_len > 0)
            {
                var moved = Libc.vmsplice(pipe?.WriteEnd ?? StandardStreams.Output, &rest, 1, 0);
                if (moved > 0)
                {
                    rest.iov_base += moved;
                    rest.iov_len -= (nuint)moved;
                    retries = 0;
                    SpliceOn(pipe, moved, (nint)(rest.iov_base - buffer), line);
                }
                else
                {
                    var written = (int)(rest.iov_base - buffer) % line.Length;
                    StandardStreams.RetryOrThrow("vmsplice", ref retries, written);
                }
            }
        }
    }

    /// <summary>Moves all that is in a pipe of this process, if there is one, into standard output.</summary>
    /// <param name="pipe">The pipe.</param>
    /// <param name="left">How many bytes are in it.</param>
    /// <param name="end">Where they end, counted from the beginning of a line.</param>
    /// <param name="line">The line.</param>
    private static void SpliceOn(Pipe? pipe, nint left, nint end, Line line)
    {
        var retries = 0;
        while (pipe is not null && left > 0)
        {
            var moved = Libc.splice(pipe.ReadEnd, 0, StandardStreams.Output, 0, (nuint)left, 0);
            if (moved > 0)
            {
                left -= moved;
                retries = 0;
            }
            else
            {
                StandardStreams.RetryOrThrow("splice", ref retries, (int)((end - left) % line.Length));
            }
        }
    }

    /// <summary>Enlarges the send buffer of standard output, a socket, as far as the kernel allows.</summary>
    private static void EnlargeSendBuffer()
    {
        var size = SendBuffer;
        if (StandardStreams.SocketOption(Libc.SO_SNDBUF) < 2 * size)
        {
            _ = Libc.setsockopt(StandardStreams.Output, Libc.SOL_SOCKET, Libc.SO_SNDBUF, &size, sizeof(int));
        }
    }
}
