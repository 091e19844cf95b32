using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "auto": the fastest that standard output and the kernel allow.</summary>
internal static class Auto
{
    /// <summary>The bytes that are written first into a pipe, unless the line is longer.</summary>
    private const int FirstBytes = 1024;

    internal static Strategy Strategy { get; } =
        new(
            "auto",
            "-",
            "the fastest of these that standard output allows",
            Needs.Nothing,
            line =>
            {
                if (StandardOutput.Kind == OutputKind.Pipe)
                {
                    WriteFirstLines(line);
                }

                Run(Candidates(Runner.Available(Runner.Platform, StandardOutput.Kind)), line);
            }
        );

    /// <summary>The strategies that have what they need, the fastest first.</summary>
    internal static IEnumerable<Strategy> Candidates(Needs available)
    {
        // Not with LINQ, whose code takes a twentieth of the start to load.
        for (var i = Strategies.All.Count - 1; i >= 0; i--)
        {
            var strategy = Strategies.All[i];
            if (strategy != Strategy && Runner.Missing(strategy, available) is null)
            {
                yield return strategy;
            }
        }
    }

    /// <summary>
    /// Runs the first strategy, and after a refusal the next, from the byte at which the line was left.
    /// </summary>
    /// <exception cref="RefusedException">The last was refused too.</exception>
    internal static void Run(IEnumerable<Strategy> candidates, Line line)
    {
        RefusedException? last = null;
        foreach (var strategy in candidates)
        {
            try
            {
                Runner.Run(strategy, line);
            }
            catch (RefusedException refused)
            {
                DebugLog.Refused(refused);
                if (refused.Written > 0)
                {
                    StandardOutput.Write(line.Bytes[refused.Written..]);
                }

                last = refused;
            }
        }

        throw last!;
    }

    /// <summary>Writes a few whole lines before a strategy sets up its pipes or pages.</summary>
    /// <remarks>
    /// A reader of a single line need not wait for the set-up, and a standard output that takes nothing fails
    /// before it. GNU yes does so too, from coreutils 9.11 on.
    /// </remarks>
    private static void WriteFirstLines(Line line)
    {
        Span<byte> buffer = stackalloc byte[FirstBytes];
        var length = line.TiledLength(FirstBytes);
        if (length > FirstBytes)
        {
            StandardOutput.Write(line.Bytes);
            return;
        }

        line.Tile(buffer[..length]);
        StandardOutput.Write(buffer[..length]);
    }
}
