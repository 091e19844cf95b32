using System.Diagnostics;
using System.IO.Pipes;

namespace Yes.Bench;

/// <summary>How long a producer takes from its start to its first byte in a pipe.</summary>
internal static class Startup
{
    private const int Starts = 21;

    /// <summary>Starts it again and again.</summary>
    /// <returns>The times in seconds, with the making of the process in them.</returns>
    internal static IReadOnlyList<double> Measure(IReadOnlyList<string> command) =>
        [.. Enumerable.Range(0, Starts).Select(_ => MeasureOne(command))];

    private static double MeasureOne(IReadOnlyList<string> command)
    {
        using var data = new AnonymousPipeServerStream(PipeDirection.In);
        var start = Stopwatch.GetTimestamp();
        using var child = Child.Start(command, Tool.Null, data.ClientSafePipeHandle, Tool.Null);
        data.DisposeLocalCopyOfClientHandle();
        _ = data.ReadByte();
        var elapsed = Stopwatch.GetElapsedTime(start).TotalSeconds;
        Child.ThrowIfStopped();
        return elapsed;
    }
}
