using System.Diagnostics;
using System.IO.Pipes;

namespace Yes.Bench;

/// <summary>A program that reads a pipe to its end, and then reports how many bytes came.</summary>
/// <param name="name">What it is called.</param>
/// <param name="command">What is run.</param>
/// <param name="reportsOnStandardError">Where it reports.</param>
/// <param name="parse">The number of bytes in its report.</param>
internal sealed class PipeReader(
    string name,
    string[] command,
    bool reportsOnStandardError,
    Func<string, long> parse
) : Reader(name, string.Join(' ', command), command[0])
{
    /// <inheritdoc/>
    internal override Sample Take(IReadOnlyList<string> producer, double seconds, double? expected)
    {
        using var data = new AnonymousPipeServerStream(PipeDirection.In);
        using var report = new AnonymousPipeServerStream(PipeDirection.In);
        using var complaints = new AnonymousPipeServerStream(PipeDirection.In);
        using var reader = Child.Start(
            command,
            data.SafePipeHandle,
            reportsOnStandardError ? Tool.Null : report.ClientSafePipeHandle,
            reportsOnStandardError ? report.ClientSafePipeHandle : Tool.Null
        );
        var start = Stopwatch.GetTimestamp();
        using var writer = Child.Start(
            Limit(seconds, producer),
            Tool.Null,
            data.ClientSafePipeHandle,
            complaints.ClientSafePipeHandle
        );
        // The two ends are the children's alone from here on, or neither would notice the other's end.
        data.DisposeLocalCopyOfClientHandle();
        data.Dispose();
        report.DisposeLocalCopyOfClientHandle();
        complaints.DisposeLocalCopyOfClientHandle();

        var readerStatus = reader.Wait();
        var elapsed = Stopwatch.GetElapsedTime(start).TotalSeconds;
        var writerStatus = writer.Wait();
        Child.ThrowIfStopped();
        if (!readerStatus.Succeeded)
        {
            throw new SampleException($"{Name}: {readerStatus}");
        }

        if (!writerStatus.TimedOut)
        {
            throw new SampleException(Complaint.Of(writerStatus, complaints));
        }

        return new Sample(parse(new StreamReader(report).ReadToEnd()), elapsed);
    }
}
