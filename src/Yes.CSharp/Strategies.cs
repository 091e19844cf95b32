using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The list of strategies: whatever enumerates them reads it here.</summary>
internal static class Strategies
{
    /// <summary>All strategies, from the slowest to the fastest.</summary>
    internal static IReadOnlyList<Strategy> All { get; } =
    [.. Managed.strategies, Native.Strategy, Vmsplice.Strategy, Tee.Strategy, Auto.Strategy];

    /// <summary>The strategy that runs when none is named.</summary>
    internal static Strategy Default => Auto.Strategy;

    /// <summary>The strategy of that name, or else those whose names begin with it.</summary>
    internal static IReadOnlyList<Strategy> Matching(string name) =>
        All.FirstOrDefault(strategy => strategy.Name == name) is { } exact
            ? [exact]
            : [.. All.Where(strategy => strategy.Name.StartsWith(name, StringComparison.Ordinal))];

    /// <summary>Why a strategy can't run on a platform, as a line of a list or of an error; null if it can.</summary>
    internal static string? Unavailable(Strategy strategy, Platform platform) =>
        strategy.Platforms.HasFlag(platform) ? null
        : strategy.Platforms == Platform.Linux ? "not available here: needs Linux"
        : "not available here: needs Linux or another Unix";

    /// <summary>Writes the line for ever by that strategy.</summary>
    /// <exception cref="OutputException">Standard output takes no more.</exception>
    /// <exception cref="RefusedException">The strategy can't run here, or not any longer.</exception>
    internal static void Run(Strategy strategy, Line line)
    {
        if (Unavailable(strategy, Platforms.Current) is { } reason)
        {
            throw new RefusedException(strategy.Name, reason);
        }

        StandardOutput.RequireOpen();
        if (strategy.UsesConsole)
        {
            RunOnConsole(strategy, line);
        }
        else
        {
            strategy.Run(line);
        }
    }

    private static void RunOnConsole(Strategy strategy, Line line)
    {
        try
        {
            PrepareConsole();
            DebugLog.Using(strategy.Name, strategy.Summary);
            strategy.Run(line);
        }
        // Two errnos for which the console's stream throws what has no number; each is the only one that comes from its
        // write(2), and fcntl(2), for that exception.
        catch (ArgumentOutOfRangeException) when (!OperatingSystem.IsWindows())
        {
            throw new OutputException(Errno.EFBIG);
        }
        catch (DirectoryNotFoundException) when (!OperatingSystem.IsWindows())
        {
            throw new OutputException(Errno.ENOTDIR);
        }
    }

    private static void PrepareConsole()
    {
        // The console greets a terminal that it knows with an escape sequence, which is no line.
        Environment.SetEnvironmentVariable("TERM", null);
        if (OperatingSystem.IsWindows())
        {
            _ = Console.Out;
            WindowsPipe.ExitWhenReaderHasGone();
        }
        else
        {
            // The console's start, at the first write, has SIGPIPE ignored; only after it can the default action be set to
            // stay. The caller may have blocked the signal as well.
            using (var stdout = Console.OpenStandardOutput())
            {
                stdout.Write([]);
            }

            _ = Libc.signal(Libc.SIGPIPE, Libc.SIG_DFL);
            Libc.Unblock(Libc.SIGPIPE);
        }
    }
}
