using System.Globalization;

namespace Yes.Bench;

/// <summary>The list of readers.</summary>
internal static class Readers
{
    /// <summary>All readers; the first is the one that the picture shows.</summary>
    /// <param name="line">The line that is written: wc counts lines.</param>
    internal static IReadOnlyList<Reader> All(Line line) =>
        [
            // Without an update before its end: the interval is longer than anything here.
            new PipeReader("pv", ["pv", "-n", "-b", "-i", "100000"], true, Number),
            new PipeReader("dd", ["dd", "bs=128K", "of=/dev/null"], true, DdBytes),
            new PipeReader("wc", ["wc", "-l"], false, report => Number(report) * line.Length),
            new HeadReader(),
            new FileReader(),
        ];

    /// <summary>Those of the names given, or all if none is.</summary>
    /// <exception cref="BenchException">There is no such reader.</exception>
    internal static IReadOnlyList<Reader> Select(Line line, IReadOnlyList<string> names) =>
        Named.Select("reader", All(line), reader => reader.Name, names);

    private static long Number(string report) => long.Parse(report, CultureInfo.InvariantCulture);

    /// <summary>The last line is "4096 bytes (4.1 kB, 4.0 KiB) copied, 0.001 s, 4.1 MB/s".</summary>
    private static long DdBytes(string report) => Number(report.TrimEnd().Split('\n')[^1].Split(' ')[0]);
}
