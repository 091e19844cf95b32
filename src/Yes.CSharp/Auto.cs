using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "auto": the fastest that standard output and the kernel allow.</summary>
internal static class Auto
{
    /// <summary>
    /// The longest line in bytes for which the pipes hold a copy: less than a mebibyte whatever the backlog is, since the
    /// backlog consists of references.
    /// </summary>
    private const int LongestInPipes = 1024 * 1024;

    /// <summary>The strategy "auto".</summary>
    internal static Strategy Strategy { get; } =
        new(
            "auto",
            "-",
            "the fastest of these that standard output allows",
            Platform.Any,
            usesConsole: false,
            run: line => Run(Candidates(Platforms.Current, StandardOutput.Kind(), line.Length), line)
        );

    /// <summary>The strategies that can come into question, the one to try first first.</summary>
    /// <param name="platform">The operating system.</param>
    /// <param name="kind">What standard output is.</param>
    /// <param name="lineLength">The length of the line in bytes.</param>
    /// <returns>One at least; the last is one that no kernel refuses.</returns>
    internal static List<Strategy> Candidates(Platform platform, OutputKind kind, int lineLength)
    {
        var candidates = new List<Strategy>();
        if (kind == OutputKind.Pipe && lineLength < LongestInPipes)
        {
            candidates.Add(Tee.Strategy);
        }

        if (kind == OutputKind.Pipe)
        {
            candidates.Add(Vmsplice.Strategy);
        }

        candidates.Add(Native.StrategyFor(kind));
        candidates.Add(PrefilledSpan.strategy);
        candidates.RemoveAll(strategy => !strategy.Platforms.HasFlag(platform));
        return candidates;
    }

    /// <summary>Runs the first of the strategies, and when it is refused the next, from where the line was left.</summary>
    /// <exception cref="RefusedException">The last was refused as well.</exception>
    internal static void Run(IEnumerable<Strategy> candidates, Line line)
    {
        RefusedException? last = null;
        foreach (var strategy in candidates)
        {
            try
            {
                Strategies.Run(strategy, line);
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
}
