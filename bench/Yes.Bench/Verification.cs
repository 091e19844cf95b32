using System.Diagnostics;
using System.IO.Pipes;

namespace Yes.Bench;

/// <summary>Whether a producer writes what it should, into a pipe and into a file.</summary>
internal static class Verification
{
    /// <summary>As many bytes are checked of a fast one...</summary>
    private const int Size = 16 * 1024 * 1024;

    /// <summary>...and as many of a slow one as it writes in so many seconds.</summary>
    private const double Seconds = 0.25;

    /// <summary>A producer may need so many seconds for its first byte, on a busy machine.</summary>
    private const double Patience = 3;

    /// <summary>What is wrong with the output through a pipe, or null.</summary>
    internal static string? OfPipe(IReadOnlyList<string> command, Line line)
    {
        using var data = new AnonymousPipeServerStream(PipeDirection.In);
        using var complaints = new AnonymousPipeServerStream(PipeDirection.In);
        using var writer = Child.Start(
            Reader.Limit(Patience, command),
            Tool.Null,
            data.ClientSafePipeHandle,
            complaints.ClientSafePipeHandle
        );
        data.DisposeLocalCopyOfClientHandle();
        complaints.DisposeLocalCopyOfClientHandle();

        var buffer = new byte[Size];
        var length = 0;
        var ended = false;
        var sinceFirstByte = new Stopwatch();
        while (!ended && length < Size && sinceFirstByte.Elapsed.TotalSeconds < Seconds)
        {
            var read = data.Read(buffer, length, Size - length);
            ended = read == 0;
            length += read;
            sinceFirstByte.Start();
        }

        writer.Interrupt();
        var status = writer.Wait();
        Child.ThrowIfStopped();
        if (line.FindFault(buffer.AsSpan(0, length)) is { } fault)
        {
            return fault;
        }

        if (status.TimedOut && length == 0)
        {
            return $"nothing in {Patience} seconds";
        }

        return ended && !status.TimedOut
            ? $"ended after {length} bytes: {Complaint.Of(status, complaints)}"
            : null;
    }

    /// <summary>What is wrong with the output into a file, or null.</summary>
    /// <remarks>
    /// A strategy may well refuse a file. That is no wrong output: the measuring finds it, and tells the strategy's words.
    /// </remarks>
    internal static string? OfFile(IReadOnlyList<string> command, Line line)
    {
        using var file = FileReader.OpenFile();
        var (sample, _) = FileReader.Fill(file, command, Seconds, Size);
        var buffer = new byte[sample.Bytes];
        var length = RandomAccess.Read(file, buffer, 0);
        return line.FindFault(buffer.AsSpan(0, length));
    }
}
