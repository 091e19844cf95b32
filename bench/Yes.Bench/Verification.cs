using System.IO.Pipes;

namespace Yes.Bench;

/// <summary>Whether a producer writes what it should, into a pipe and into a file.</summary>
internal static class Verification
{
    /// <summary>As many bytes are checked of a fast one...</summary>
    private const int Size = 16 * 1024 * 1024;

    /// <summary>...and as many of a slow one as it writes in so many seconds.</summary>
    private const double Seconds = 0.5;

    /// <summary>What is wrong with the output through a pipe, or null.</summary>
    internal static string? OfPipe(IReadOnlyList<string> command, Line line)
    {
        using var data = new AnonymousPipeServerStream(PipeDirection.In);
        using var complaints = new AnonymousPipeServerStream(PipeDirection.In);
        using var writer = Child.Start(
            Reader.Limit(Seconds, command),
            Tool.Null,
            data.ClientSafePipeHandle,
            complaints.ClientSafePipeHandle
        );
        data.DisposeLocalCopyOfClientHandle();
        complaints.DisposeLocalCopyOfClientHandle();
        var buffer = new byte[Size];
        var length = data.ReadAtLeast(buffer, Size, throwOnEndOfStream: false);
        if (length == Size)
        {
            writer.Interrupt();
        }

        var status = writer.Wait();
        Child.ThrowIfStopped();
        return line.FindFault(buffer.AsSpan(0, length))
            ?? (length == Size || (status.TimedOut && length > 0) ? null : Short(length, status, complaints));
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

    private static string Short(int length, ChildStatus status, Stream complaints) =>
        length == 0 && status.TimedOut
            ? $"nothing in {Seconds} seconds"
            : $"ended after {length} bytes: {Complaint.Of(status, complaints)}";
}
