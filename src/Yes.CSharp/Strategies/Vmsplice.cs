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

    private static void Run(Stream stdout, Line line)
    {
        nint length = line.TiledLength(StandardStreams.OutputIsPipe ? BytesIntoPipe : BytesIntoSocket);
        var buffer = (byte*)NativeMemory.AlignedAlloc((nuint)length, (nuint)Environment.SystemPageSize);
        line.Tile(new Span<byte>(buffer, (int)length));
        if (StandardStreams.OutputIsPipe)
        {
            WriteIntoPipe(buffer, length);
        }
        else
        {
            WriteIntoSocket(buffer, length);
        }
    }

    private static void WriteIntoPipe(byte* buffer, nint length)
    {
        Pipe.Enlarge(StandardStreams.Output, Capacity);
        DebugLog.Using(Strategy, () => $"{length} bytes a call");
        nint next = 0;
        var started = false;
        var retries = 0;
        while (true)
        {
            var rest = new Libc.iovec { iov_base = buffer + next, iov_len = (nuint)(length - next) };
            var moved = Libc.vmsplice(StandardStreams.Output, &rest, 1, 0);
            if (moved <= 0)
            {
                StandardStreams.RetryOrThrow("vmsplice", started, ref retries);
                continue;
            }

            next = (next + moved) % length;
            started = true;
            retries = 0;
        }
    }

    private static void WriteIntoSocket(byte* buffer, nint length)
    {
        using var pipe = DescriptorPair.OfPipe();
        StandardStreams.EnlargeSendBuffer();
        DebugLog.Using(Strategy, () => $"{length} bytes a call");
        nint next = 0;
        nint inPipe = 0;
        var started = false;
        var retries = 0;
        while (true)
        {
            if (inPipe == 0)
            {
                var rest = new Libc.iovec { iov_base = buffer + next, iov_len = (nuint)(length - next) };
                inPipe = nint.Max(Libc.vmsplice(pipe.WriteEnd, &rest, 1, 0), 0);
                if (inPipe == 0)
                {
                    StandardStreams.RetryOrThrow("vmsplice", started, ref retries);
                    continue;
                }

                next = (next + inPipe) % length;
            }

            var moved = Libc.splice(pipe.ReadEnd, 0, StandardStreams.Output, 0, (nuint)inPipe, 0);
            if (moved <= 0)
            {
                StandardStreams.RetryOrThrow("splice", started, ref retries);
                continue;
            }

            inPipe -= moved;
            started = true;
            retries = 0;
        }
    }
}
