using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "vmsplice": vmsplice(2) of this process's own pages into an enlarged pipe.</summary>
/// <remarks>
/// The pipe gets references to the pages, a slot for each, and no byte is copied. The pages are never written
/// again, so the reader may look at them at any time. GNU yes does this from coreutils 9.11 on. A Unix stream
/// socket takes such references from a pipe: the pages go there through a pipe of this process.
/// </remarks>
internal static unsafe class Vmsplice
{
    /// <summary>The capacity to enlarge the pipe to in bytes, as GNU yes does.</summary>
    private const int Capacity = 512 * 1024;

    /// <summary>The bytes of a call into a pipe: more, and writer and reader take turns less.</summary>
    private const int BytesIntoPipe = Capacity / 4;

    /// <summary>The bytes of a call into a socket: docs/strategies.md.</summary>
    private const int BytesIntoSocket = 48 * 1024;

    internal static Strategy Strategy { get; } =
        new(
            "vmsplice",
            "C#",
            "vmsplice(2) of user pages into a pipe or Unix stream socket",
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
            StandardStreams.EnlargeSendBuffer();
        }

        nint length = line.TiledLength(pipe is null ? BytesIntoPipe : BytesIntoSocket);
        var buffer = (byte*)NativeMemory.AlignedAlloc((nuint)length, (nuint)Environment.SystemPageSize);
        line.Tile(new Span<byte>(buffer, (int)length));
        DebugLog.Using(Strategy, () => $"{length} bytes a call");

        // The next byte of the buffer, and how many before it are in the pipe of this process.
        nint next = 0;
        nint held = 0;
        var retries = 0;
        while (true)
        {
            var rest = new Libc.iovec { iov_base = buffer + next, iov_len = (nuint)(length - next) };
            var moved =
                held > 0
                    ? Libc.splice(pipe!.ReadEnd, 0, StandardStreams.Output, 0, (nuint)held, 0)
                    : Libc.vmsplice(pipe?.WriteEnd ?? StandardStreams.Output, &rest, 1, 0);
            if (moved <= 0)
            {
                var written = (int)((length + next - held) % line.Length);
                StandardStreams.RetryOrThrow(held > 0 ? "splice" : "vmsplice", ref retries, written);
            }
            else if (held > 0)
            {
                retries = 0;
                held -= moved;
            }
            else
            {
                retries = 0;
                next = (next + moved) % length;
                held = pipe is null ? 0 : moved;
            }
        }
    }
}
