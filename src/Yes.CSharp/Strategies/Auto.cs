using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The strategy "auto": the fastest strategy that standard output and the kernel allow.</summary>
internal static class Auto
{
    /// <summary>The largest size of the first write into a pipe in bytes, if the line is no longer.</summary>
    private const int FirstBytes = 1024;

    internal static Strategy Strategy { get; } =
        new("auto", "-", "the fastest strategy that can run here", Needs.Nothing, Run);

    private static void Run(Stream stdout, Line line)
    {
        if (StandardStreams.OutputIsPipe)
        {
            // Write some lines at once, so that a reader of a single line need not wait until a strategy has
            // set up its pipes or pages. GNU yes does the same from coreutils 9.11 on.
            var lines = new byte[line.TiledLength(FirstBytes)];
            line.Tile(lines);
            StandardStreams.Write(lines);
        }

        RefusedException? last = null;
        foreach (var strategy in Strategies.Candidates(Strategies.Available))
        {
            try
            {
                strategy.Run.Invoke(stdout, line);
            }
            catch (RefusedException refused)
            {
                DebugLog.Report($"not using {strategy.Name}: {refused.Message}");
                last = refused;
            }
        }

        throw last!;
    }
}
