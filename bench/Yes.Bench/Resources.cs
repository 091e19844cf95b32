using System.Globalization;

namespace Yes.Bench;

/// <summary>What a producer uses of the machine, as GNU time tells it.</summary>
/// <param name="CpuSecondsPerGiB">Seconds of its own and of the kernel for it.</param>
/// <param name="PeakMemoryBytes">The most memory that it had at a time.</param>
internal readonly record struct Resources(double CpuSecondsPerGiB, long PeakMemoryBytes)
{
    /// <summary>Lets a producer write through a reader for some time.</summary>
    /// <remarks>
    /// Not the runner's own wait4(2): a child's peak begins with what its parent had at the fork, and the runner is large.
    /// </remarks>
    /// <exception cref="SampleException">The producer ended by itself.</exception>
    internal static Resources Measure(
        IReadOnlyList<string> producer,
        Reader reader,
        double seconds,
        double? expected
    )
    {
        var report = Path.GetTempFileName();
        try
        {
            var sample = reader.Take(
                ["time", "-q", "-o", report, "-f", "%U %S %M", .. producer],
                seconds,
                expected
            );
            var figures = File.ReadAllText(report).Split(' ');
            if (figures.Length != 3)
            {
                throw new SampleException("GNU time tells nothing");
            }

            var cpu = Number(figures[0]) + Number(figures[1]);
            return new Resources(cpu * (1 << 30) / sample.Bytes, (long)Number(figures[2]) * 1024);
        }
        finally
        {
            File.Delete(report);
        }
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
