using System.Diagnostics;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The "auto" strategy runs the last of the other strategies that can run here.</summary>
internal static class Auto
{
    internal static void Run(Strategy[] fromSlowest, Line line)
    {
        if (StandardOutput.Kind == OutputKind.Pipe && line.Length <= Libc.PIPE_BUF)
        {
            // A reader like head need not wait until a strategy is ready. A pipe accepts up to PIPE_BUF bytes
            // either whole or not at all, so this write never ends within a line.
            StandardOutput.Write(LineBuffer.Of(line, Libc.PIPE_BUF));
        }

        foreach (var strategy in fromSlowest.Reverse())
        {
            try
            {
                strategy.Write(line);
            }
            catch (RefusedException refused)
            {
                DebugLog.Report($"not using {strategy.Name}: {refused.Message}");
            }
        }

        throw new UnreachableException("The strategies that call write(2) run everywhere.");
    }
}
