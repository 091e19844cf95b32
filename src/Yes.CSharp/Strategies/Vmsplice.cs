using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "vmsplice": vmsplice(2) of this process's own pages into an enlarged pipe.</summary>
/// <remarks>
/// The pipe gets references to the pages, one in each slot, and no byte is copied. The pages are never
/// written again, because the reader may read them at any later time. GNU yes does the same from coreutils
/// 9.11 on. A Unix stream socket accepts such references only from a pipe, so they reach a socket through a
/// private pipe.
/// </remarks>
internal static unsafe class Vmsplice
{
    /// <summary>The capacity in bytes to which this strategy, like GNU yes, enlarges the pipe.</summary>
    private const int Capacity = 512 * 1024;

    /// <summary>
    /// The number of bytes per call into a pipe. With a quarter of the capacity, the writer can refill the
    /// pipe while the reader empties the rest, so the two need not take turns.
    /// </summary>
    private const int BytesIntoPipe = Capacity / 4;

    /// <summary>The number of bytes per call into a socket. docs/strategies.md explains it.</summary>
    private const int BytesIntoSocket = 48 * 1024;

    internal static Strategy Strategy { get; } =
        new(
            "vmsplice",
            "C#",
            "vmsplice(2) of its own pages into a pipe or Unix socket",
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
        DebugLog.Report("using vmsplice, " + length + " bytes per call");
        var transfers = new Transfers();
        nint next = 0;
        while (true)
        {
            var rest = new Libc.iovec { iov_base = buffer + next, iov_len = (nuint)(length - next) };
            next += transfers.Moved("vmsplice", Libc.vmsplice(StandardStreams.Output, &rest, 1, 0));
            next %= length;
        }
    }

    private static void WriteIntoSocket(byte* buffer, nint length)
    {
        using var pipe = DescriptorPair.OfPipe();
        StandardStreams.EnlargeSendBuffer();
        DebugLog.Report("using vmsplice, " + length + " bytes per call");
        var transfers = new Transfers();
        nint next = 0;
        while (true)
        {
            var rest = new Libc.iovec { iov_base = buffer + next, iov_len = (nuint)(length - next) };
            var inPipe = Libc.vmsplice(pipe.WriteEnd, &rest, 1, 0);
            if (inPipe <= 0)
            {
                transfers.RetryOrThrow("vmsplice", inPipe);
                continue;
            }

            next = (next + inPipe) % length;
            while (inPipe > 0)
            {
                var moved = Libc.splice(pipe.ReadEnd, 0, StandardStreams.Output, 0, (nuint)inPipe, 0);
                inPipe -= transfers.Moved("splice", moved);
            }
        }
    }
}
