using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The table of strategies, with the conditions under which each can run.</summary>
internal static class Strategies
{
    /// <summary>All strategies: those that auto can choose, from slowest to fastest, and auto.</summary>
    internal static Strategy[] All { get; } =
    [
        Managed("printfn", "printfn \"%s\", one line per call", Printfn.run),
        Managed("console", "Console.WriteLine, one line per call", ConsoleWriteLine.run),
        Managed("streamwriter", "StreamWriter with an 8 KiB buffer", BufferedStreamWriter.run),
        Managed("span", "Stream.Write of a prefilled 8 KiB span, without unsafe code", PrefilledSpan.run),
        new("native", "C#", "write(2) of a prefilled, page-aligned buffer", Features.Unix, Native.Run),
        new("vmsplice", "C#", "vmsplice(2) of its own pages into a pipe", Features.Pipe, Vmsplice.Run),
        new(
            "tee",
            "C#",
            "tee(2) of 32 KiB blocks into a pipe or Unix socket",
            Features.PipeOrUnixStream,
            Tee.Run
        ),
        new(
            "auto",
            "-",
            "the fastest strategy that can run here",
            Features.None,
            line => Auto.Run(Candidates(Available), line)
        ),
    ];

    /// <summary>The strategy that runs if the command line selects none.</summary>
    internal static Strategy Default => All[^1];

    /// <summary>The most that this platform offers. Platforms without a case here count as Unix.</summary>
    internal static Features Platform =>
        OperatingSystem.IsLinux() ? Features.Pipe
        : OperatingSystem.IsWindows() ? Features.None
        : Features.Unix;

    /// <summary>What this platform and standard output offer.</summary>
    internal static Features Available =>
        !OperatingSystem.IsLinux() ? Platform
        : StandardOutput.IsPipe ? Features.Pipe
        : StandardOutput.IsUnixStream ? Features.PipeOrUnixStream
        : Features.Linux;

    /// <summary>The reason, for a list or a message, why a strategy can't run, or null if it can.</summary>
    internal static string? WhyNot(Strategy strategy, Features available) =>
        available >= strategy.Requires ? null
        : strategy.Requires == Features.Unix ? "not available here: requires Linux or another Unix"
        : available < Features.Linux ? "not available here: requires Linux"
        : strategy.Requires == Features.Pipe ? "standard output is not a pipe"
        : "standard output is neither a pipe nor a Unix stream socket";

    /// <summary>The strategies that auto tries, from fastest to slowest.</summary>
    internal static Strategy[] Candidates(Features available)
    {
        var candidates = Array.FindAll(All[..^1], strategy => WhyNot(strategy, available) is null);
        Array.Reverse(candidates);
        return candidates;
    }

    /// <summary>A strategy in F#, which runs on every platform.</summary>
    private static Strategy Managed(string name, string summary, Action<Stream, Line> run)
    {
        return new(name, "F#", summary, Features.None, Run);

        void Run(Line line)
        {
            DebugLog.Report("using " + name + ", " + summary);
            run(new OutputStream(), line);
        }
    }
}
