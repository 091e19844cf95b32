using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "auto": the fastest that standard output and the kernel allow.</summary>
internal static class Auto
{
    /// <summary>The bytes that are written first into a pipe, unless the line is longer.</summary>
    private const int FirstBytes = 1024;

    /// <summary>The strategy.</summary>
    /// <param name="candidates">Returns the strategies to try, in that order.</param>
    internal static Strategy Among(Func<Strategy[]> candidates) =>
        new(
            "auto",
            "-",
            "the fastest of these that standard output allows",
            Needs.Nothing,
            (stdout, line) => Run(candidates(), stdout, line)
        );

    private static void Run(Strategy[] candidates, Stream stdout, Line line)
    {
        if (StandardStreams.OutputIsPipe)
        {
            // A reader of a single line need not wait until a strategy has set up its pipes or pages. GNU yes
            // does so too, from coreutils 9.11 on.
            var lines = new byte[line.TiledLength(FirstBytes)];
            line.Tile(lines);
            StandardStreams.Write(lines);
        }

        RefusedException? last = null;
        foreach (var strategy in candidates)
        {
            try
            {
                strategy.Run.Invoke(stdout, line);
            }
            catch (RefusedException refused)
            {
                DebugLog.Refused(strategy, refused);
                last = refused;
            }
        }

        throw last!;
    }
}
