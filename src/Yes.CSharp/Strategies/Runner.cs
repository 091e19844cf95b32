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

    /// <summary>What this platform and a standard output of that kind have.</summary>
    internal static Needs Available(Needs platform, OutputKind kind) =>
        platform | Needs.Console | (kind == OutputKind.Pipe ? Needs.Pipe : Needs.Nothing);

    /// <summary>Why a strategy can't run, as a line of a list or of an error; null if it can.</summary>
    internal static string? Missing(Strategy strategy, Needs available)
    {
        var missing = strategy.Needs & ~available;
        return missing.HasFlag(Needs.Linux) ? "not available here: needs Linux"
            : missing.HasFlag(Needs.Unix) ? "not available here: needs Linux or another Unix"
            : missing.HasFlag(Needs.Pipe) ? "standard output is not a pipe"
            : null;
    }

    /// <summary>Writes the line forever with that strategy.</summary>
    /// <exception cref="OutputException">Standard output takes no more bytes.</exception>
    /// <exception cref="RefusedException">The strategy can't run here, or can't go on.</exception>
    internal static void Run(Strategy strategy, Line line)
    {
        try
        {
            StandardOutput.RequireOpen();
            if (Missing(strategy, Available(Platform, StandardOutput.Kind)) is { } reason)
            {
                throw new RefusedException(reason);
            }

            if (strategy.Needs.HasFlag(Needs.Console))
            {
                SystemConsole.Run(strategy, line);
            }
            else
            {
                strategy.Run.Invoke(line);
            }
        }
        catch (RefusedException refused)
        {
            refused.Strategy ??= strategy.Name;
            throw;
        }
    }
}
