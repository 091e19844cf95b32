using System.Diagnostics;
using System.Globalization;
using System.IO.Pipes;
using System.Runtime.InteropServices;

namespace Yes.Bench;

/// <summary>head -c, which takes as many bytes as it is asked for: so many as should come in the time.</summary>
/// <remarks>
/// It reports nothing. That it has its bytes is known from its end, as long as the producer has not ended before it.
/// </remarks>
internal sealed unsafe class HeadReader() : Reader("head", "head -c BYTES", "head")
{
    /// <summary>With how many bytes the search for the right number begins.</summary>
    private const long FirstCount = 64 * 1024;

    /// <summary>By how much the number grows at most from one try to the next.</summary>
    private const double LargestStep = 16;

    /// <inheritdoc/>
    internal override Sample Take(IReadOnlyList<string> producer, double seconds, double? expected)
    {
        if (expected is { } rate)
        {
            return Take(producer, seconds, Math.Max(1, (long)(rate * seconds)));
        }

        // A short try says little, as most of it is the start: good enough when a quarter of the time is reached.
        for (var count = FirstCount; ; )
        {
            var sample = Take(producer, seconds, count);
            if (sample.Seconds >= seconds / 4)
            {
                return sample;
            }

            count = (long)(count * Math.Clamp(seconds / sample.Seconds, 2, LargestStep));
        }
    }

    private static Sample Take(IReadOnlyList<string> producer, double seconds, long count)
    {
        // Far more than it can take; a producer that stops writing without an end is caught by it.
        var limit = 10 + (10 * seconds);
        using var data = new AnonymousPipeServerStream(PipeDirection.In);
        using var complaints = new AnonymousPipeServerStream(PipeDirection.In);
        using var reader = Child.Start(
            ["head", "-c", count.ToString(CultureInfo.InvariantCulture)],
            data.SafePipeHandle,
            Tool.Null,
            Tool.Null
        );
        var start = Stopwatch.GetTimestamp();
        using var writer = Child.Start(
            Limit(limit, producer),
            Tool.Null,
            data.ClientSafePipeHandle,
            complaints.ClientSafePipeHandle
        );
        data.DisposeLocalCopyOfClientHandle();
        complaints.DisposeLocalCopyOfClientHandle();

        reader.Wait();
        var elapsed = Stopwatch.GetElapsedTime(start).TotalSeconds;
        // The reading end is still open here, so that head's leaving can't be what ended the producer.
        var endedBefore = HasNoWriter(data.SafePipeHandle);
        writer.Interrupt();
        var status = writer.Wait();
        Child.ThrowIfStopped();
        return endedBefore
            ? throw new SampleException(Complaint.Of(status, complaints))
            : new Sample(count, elapsed);
    }

    private static bool HasNoWriter(SafeHandle pipe)
    {
        var pollfd = new Libc.pollfd { fd = (int)pipe.DangerousGetHandle() };
        return Libc.poll(&pollfd, 1, 0) == 1 && (pollfd.revents & Libc.POLLHUP) != 0;
    }
}
