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
    internal static void Using(Strategy strategy, Func<string> how) =>
        Report(() => $"using {strategy.Name}, {how()}");

    /// <summary>Reports a strategy that was refused, and why.</summary>
    internal static void Refused(Strategy strategy, RefusedException refused) =>
        Report(() => $"not using {strategy.Name}: {refused.Message}");

    /// <summary>Reports a decision behind what it depends on.</summary>
    private static void Report(Func<string> decision)
    {
        if (!Enabled)
        {
            return;
        }

        var slots = Pipe.SlotsOf(StandardStreams.Output);
        var output =
            StandardStreams.OutputIsPipe
                ? $"a pipe of {slots * Environment.SystemPageSize} bytes, {slots} slots"
            : StandardStreams.OutputIsUnixStream() ? "a Unix stream socket"
            : StandardStreams.SocketOption(Libc.SO_TYPE) != -1 ? "another socket"
            : "neither a pipe nor a socket";
        StandardStreams.WriteError($"standard output is {output}: {decision()}");
    }
}
