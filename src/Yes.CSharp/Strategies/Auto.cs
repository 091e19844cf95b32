using System.Diagnostics;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The "auto" strategy runs the fastest of the other strategies that can run here.</summary>
internal static class Auto
{
    internal static void Run(Strategy[] fromSlowest, Line line)
    {
        if (StandardOutput.Kind == OutputKind.Pipe)
        {
            // A reader like head need not wait until a strategy is ready.
            Vmsplice.FillTwoSlots(line);
        }

        var candidates = Array.FindAll(fromSlowest, one => one.WhyNot(StandardOutput.Kind) is null);
        Array.Reverse(candidates);
        foreach (var strategy in candidates)
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
