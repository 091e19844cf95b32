using System.Runtime.InteropServices;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "native": write(2) from a page-aligned, prefilled buffer.</summary>
internal static unsafe class Native
{
    private const string Name = "native";

    /// <summary>The size of the buffer in bytes, unless the line is longer.</summary>
    /// <remarks>
    /// Measured with a C program that only writes, on an AMD EPYC of 2 cores with Linux 6.18, medians of 9 rounds, GiB/s
    /// through pv, wc -l and head -c: 3.1, 4.0, 3.3 with 4 KiB; 2.7, 5.0, 2.1 with 8; 2.0, 2.7, 1.7 with 16; GNU yes 9.1
    /// 2.8, 4.3, 2.2. In another run, of 5 rounds, 0.6, 0.8, 1.1 with 128 KiB, and 3.0, 4.1, 3.8 with 4. So 4 KiB is best for
    /// two of three readers; the reason, that the reader finds the page still in the cache, is a guess.
    /// </remarks>
    private const int PipeBufferSize = 4 * 1024;

    /// <summary>The strategy "native".</summary>
    internal static Strategy Strategy { get; } =
        new(
            Name,
            "C#",
            "write(2) from an unsafe, page-aligned buffer",
            Platform.Linux | Platform.OtherUnix,
            usesConsole: false,
            run: line => Write(line, PipeBufferSize)
        );

    /// <summary>The strategy "native" with the buffer that is best for a kind of standard output.</summary>
    internal static Strategy StrategyFor(OutputKind kind) =>
        new(
            Name,
            Strategy.Language,
            Strategy.Summary,
            Strategy.Platforms,
            usesConsole: false,
            run: line => Write(line, BufferSizeFor(kind))
        );

    /// <summary>The size of the buffer in bytes that is best for a kind of standard output.</summary>
    /// <remarks>
    /// All measured there, with the same kind of program, medians of 5 rounds, while other work ran. File, CPU seconds per GiB on tmpfs and ext4: 0.87 and 1.18 with 4 KiB, 0.70 and
    /// 0.79 with 8 as GNU's, 0.60 and 0.38 with 64, 0.54 and 0.70 with 256; splice(2) from a pipe takes 0.49 and 0.32, but
    /// not into a file opened for appending. Socket, GiB/s to a reader of 128 KiB: 1.0 with 4 KiB, 1.2 with 8, 1.6 with 64,
    /// 2.3 with 256, 1.0 with splice(2). Null device: 13 GiB/s with 4 KiB, 190 with 64: a call costs the same whatever its
    /// length. Terminal: the kernel cuts a write into 2 KiB itself, drivers/tty/tty_io.c.
    /// </remarks>
    private static int BufferSizeFor(OutputKind kind) =>
        kind switch
        {
            OutputKind.File or OutputKind.NullDevice => 64 * 1024,
            OutputKind.Socket => 256 * 1024,
            _ => PipeBufferSize,
        };

    /// <summary>Writes the line for ever.</summary>
    /// <param name="line">The line.</param>
    /// <param name="bufferSize">The size of the buffer in bytes, unless the line is longer.</param>
    private static void Write(Line line, int bufferSize)
    {
        var length = line.TiledLength(bufferSize);
        var buffer = (byte*)NativeMemory.AlignedAlloc((nuint)length, (nuint)Environment.SystemPageSize);
        line.Tile(new Span<byte>(buffer, length));
        DebugLog.Using(Name, $"{length} bytes a call");

        while (true)
        {
            StandardOutput.Write(buffer, (nuint)length);
        }
    }
}
