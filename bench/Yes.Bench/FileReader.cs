using System.Diagnostics;
using System.IO.Pipes;
using Microsoft.Win32.SafeHandles;

namespace Yes.Bench;

/// <summary>A file in memory: the producer's standard output itself; the kernel reports its size.</summary>
internal sealed class FileReader() : Reader("file", "a file on tmpfs", "prlimit")
{
    private const string Folder = "/dev/shm";

    /// <inheritdoc/>
    internal override string? Version => null;

    /// <summary>Opens a file that has no name, so that it is gone with the last process that has it open.</summary>
    /// <exception cref="BenchException">There is no tmpfs to be written to.</exception>
    internal static SafeFileHandle OpenFile()
    {
        var path = Path.Combine(Folder, $"yes-bench-{Environment.ProcessId}");
        try
        {
            var file = File.OpenHandle(
                path,
                FileMode.CreateNew,
                FileAccess.ReadWrite,
                FileShare.ReadWrite | FileShare.Delete
            );
            File.Delete(path);
            return file;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new BenchException($"missing: a tmpfs for the reader file: {e.Message}");
        }
    }

    /// <summary>Lets a command write a file until the time is up or the file has some size.</summary>
    /// <returns>The size, the time, and why the command ended; null if it was for one of those reasons.</returns>
    internal static (Sample Sample, string? Fault) Fill(
        SafeFileHandle file,
        IReadOnlyList<string> command,
        double seconds,
        long size
    )
    {
        using var complaints = new AnonymousPipeServerStream(PipeDirection.In);
        var start = Stopwatch.GetTimestamp();
        // The limit is set from outside, with prlimit's exec, so that the kernel stops at the byte.
        using var writer = Child.Start(
            Limit(seconds, ["prlimit", $"--fsize={size}", .. command]),
            Tool.Null,
            file,
            complaints.ClientSafePipeHandle
        );
        complaints.DisposeLocalCopyOfClientHandle();
        var status = writer.Wait();
        var elapsed = Stopwatch.GetElapsedTime(start).TotalSeconds;
        Child.ThrowIfStopped();
        var written = RandomAccess.GetLength(file);
        return (
            new Sample(written, elapsed),
            status.TimedOut || written >= size ? null : Complaint.Of(status, complaints)
        );
    }

    /// <inheritdoc/>
    internal override Sample Take(IReadOnlyList<string> producer, double seconds, double? expected)
    {
        using var file = OpenFile();
        var (sample, fault) = Fill(file, producer, seconds, LargestSize());
        return fault is null ? sample : throw new SampleException(fault);
    }

    /// <summary>A quarter of the memory that is free, as the file is memory.</summary>
    private static long LargestSize()
    {
        var available = File.ReadLines("/proc/meminfo")
            .First(line => line.StartsWith("MemAvailable:", StringComparison.Ordinal))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1];
        var kibibytes = long.Parse(available, System.Globalization.CultureInfo.InvariantCulture);
        return Math.Min(kibibytes * 1024, new DriveInfo(Folder).AvailableFreeSpace) / 4;
    }
}
