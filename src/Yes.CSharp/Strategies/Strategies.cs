using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The list of strategies, and which of them can run here.</summary>
internal static class Strategies
{
    /// <summary>The strategies that auto chooses from, from the slowest to the fastest.</summary>
    private static readonly Strategy[] Choices =
    [
        Reported(Printfn.strategy),
        Reported(ConsoleWriteLine.strategy),
        Reported(BufferedStreamWriter.strategy),
        Reported(PrefilledSpan.strategy),
        Native.Strategy,
        Vmsplice.Strategy,
        Tee.Strategy,
    ];

    /// <summary>The strategy of a command line that names none: auto.</summary>
    internal static Strategy Default { get; } = Auto.Among(() => Candidates(Available));

    /// <summary>All strategies, in the order in which they are listed.</summary>
    internal static Strategy[] All { get; } = [.. Choices, Default];

    /// <summary>
    /// What this platform has; a platform that is neither Linux nor Windows counts as another Unix.
    /// </summary>
    internal static Needs Platform =>
        OperatingSystem.IsLinux() ? Needs.Unix | Needs.Linux
        : OperatingSystem.IsWindows() ? Needs.Nothing
        : Needs.Unix;

    /// <summary>What this platform and standard output have.</summary>
    internal static Needs Available =>
        StandardStreams.OutputIsPipe ? Platform | Needs.Pipe
        : StandardStreams.OutputIsUnixStream() ? Platform | Needs.PipeOrSocket
        : Platform;

    /// <summary>Why a strategy can't run, as a line of a list or of an error; null if it can.</summary>
    internal static string? WhyNot(Strategy strategy, Needs available)
    {
        var missing = strategy.Needs & ~available;
        return missing.HasFlag(Needs.Linux) ? "not available here: needs Linux"
            : missing.HasFlag(Needs.Unix) ? "not available here: needs Linux or another Unix"
            : missing == Needs.Nothing ? null
            : strategy.Needs.HasFlag(Needs.Pipe) ? "standard output is not a pipe"
            : "standard output is neither a pipe nor a Unix stream socket";
    }

    /// <summary>The same strategy, which --debug reports first.</summary>
    private static Strategy Reported(Strategy strategy) =>
        new(
            strategy.Name,
            strategy.Language,
            strategy.Summary,
            strategy.Needs,
            (stdout, line) =>
            {
                DebugLog.Using(strategy, () => strategy.Summary);
                strategy.Run.Invoke(stdout, line);
            }
        );

    /// <summary>The strategies that auto tries, the fastest first.</summary>
    internal static Strategy[] Candidates(Needs available)
    {
        var candidates = Array.FindAll(Choices, strategy => WhyNot(strategy, available) is null);
        Array.Reverse(candidates);
        return candidates;
    }
}
