using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>Runs a strategy, after checking that it has what it needs.</summary>
internal static class Runner
{
    /// <summary>
    /// What this platform has; a platform that is neither Linux nor Windows counts as another Unix.
    /// </summary>
    internal static Needs Platform =>
        OperatingSystem.IsLinux() ? Needs.Unix | Needs.Linux
        : OperatingSystem.IsWindows() ? Needs.Nothing
        : Needs.Unix;

    /// <summary>What this platform and standard output have.</summary>
    internal static Needs Available => Platform | (StandardStreams.OutputIsPipe ? Needs.Pipe : Needs.Nothing);

    /// <summary>Why a strategy can't run, as a line of a list or of an error; null if it can.</summary>
    internal static string? WhyNot(Strategy strategy, Needs available)
    {
        var missing = strategy.Needs & ~available;
        return missing.HasFlag(Needs.Linux) ? "not available here: needs Linux"
            : missing.HasFlag(Needs.Unix) ? "not available here: needs Linux or another Unix"
            : missing.HasFlag(Needs.Pipe) ? "standard output is not a pipe"
            : null;
    }

    /// <summary>Writes the line forever with that strategy.</summary>
    /// <exception cref="FailureException">
    /// Standard output takes no more bytes, or the strategy can't run here, or can't go on.
    /// </exception>
    internal static void Run(Strategy strategy, Line line)
    {
        StandardStreams.RequireOpenOutput();
        try
        {
            if (WhyNot(strategy, Available) is { } reason)
            {
                throw new RefusedException(reason);
            }

            strategy.Run.Invoke(line);
        }
        catch (RefusedException refused)
        {
            throw new FailureException($"strategy '{strategy.Name}': {refused.Message}");
        }
    }
}
