using System.Diagnostics;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The "auto" strategy runs the fastest strategy that can run here.</summary>
internal static class Auto
{
    /// <summary>The maximum size of the first write, in bytes, unless the line is longer.</summary>
    private const int FirstBytes = 1024;

    /// <summary>Runs the first candidate that the kernel accepts.</summary>
    internal static void Run(Strategy[] candidates, Line line)
    {
        if (StandardOutput.Kind == OutputKind.Pipe)
        {
            // Write some lines first, so that a reader like head need not wait until a strategy is ready.
            // GNU yes has done the same since coreutils 9.11.
            var lines = new byte[line.TiledLength(FirstBytes)];
            line.Tile(lines);
            StandardOutput.Write(lines);
        }

        foreach (var strategy in candidates)
        {
            try
            {
                strategy.Run(line);
            }
            catch (RefusedException refused)
            {
                DebugLog.Report?.Invoke($"not using {strategy.Name}: {refused.Message}");
            }
        }

        throw new UnreachableException("The strategies that call write(2) run everywhere.");
    }
}
