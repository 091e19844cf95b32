using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The reports of --debug on standard error.</summary>
internal static class DebugLog
{
    /// <summary>Whether --debug was given.</summary>
    internal static bool Enabled { get; set; }

    /// <summary>Reports the strategy that writes, and why.</summary>
    /// <param name="strategy">The strategy.</param>
    /// <param name="how">What the strategy has chosen itself; called only if there is a report.</param>
    internal static void Using(Strategy strategy, Func<string> how)
    {
        if (Enabled)
        {
            var slots = Pipe.SlotsOf(StandardStreams.Output);
            var output = StandardStreams.OutputIsPipe
                ? $"a pipe of {slots * Environment.SystemPageSize} bytes, {slots} slots"
                : "what is not a pipe";
            StandardStreams.WriteError($"using {strategy.Name} into {output}: {how()}");
        }
    }

    /// <summary>Reports a strategy that was refused, and why.</summary>
    internal static void Refused(Strategy strategy, RefusedException refused)
    {
        if (Enabled)
        {
            StandardStreams.WriteError($"not using {strategy.Name}: {refused.Message}");
        }
    }
}
