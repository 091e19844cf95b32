using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>Runs a strategy, after checking that it has what it needs.</summary>
internal static class Runner
{
    /// <summary>The bytes that are written first, unless the line is longer.</summary>
    private const int FirstBytes = 1024;

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
                return;
            }

            if (strategy.Needs.HasFlag(Needs.Pipe))
            {
                WriteFirstLines(line);
            }

            strategy.Run.Invoke(line);
        }
        catch (RefusedException refused)
        {
            refused.Strategy ??= strategy.Name;
            throw;
        }
    }

    /// <summary>Writes a few whole lines before a strategy sets up its pipes or pages.</summary>
    /// <remarks>
    /// A reader of a single line need not wait for the set-up, and a standard output that takes nothing fails
    /// before it. GNU yes does so too, from coreutils 9.11 on.
    /// </remarks>
    private static void WriteFirstLines(Line line)
    {
        Span<byte> buffer = stackalloc byte[FirstBytes];
        var length = line.TiledLength(FirstBytes);
        if (length > FirstBytes)
        {
            StandardOutput.Write(line.Bytes);
            return;
        }

        line.Tile(buffer[..length]);
        StandardOutput.Write(buffer[..length]);
    }
}
