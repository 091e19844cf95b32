using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The list of strategies, and which of them can run here.</summary>
internal static class Strategies
{
    /// <summary>The strategies that auto chooses from, from the slowest to the fastest.</summary>
    private static readonly Strategy[] Choices =
    [
        Managed("printfn", "printfn \"%s\", one line per call", Printfn.run),
        Managed("console", "Console.WriteLine, one line per call", ConsoleWriteLine.run),
        Managed("streamwriter", "StreamWriter with an 8 KiB buffer", BufferedStreamWriter.run),
        Managed("span", "Stream.Write of a prefilled 8 KiB span, without unsafe code", PrefilledSpan.run),
        Native.Strategy,
        Vmsplice.Strategy,
        Tee.Strategy,
    ];

    /// <summary>All strategies, in the order in which they are listed.</summary>
    internal static Strategy[] All { get; } = [.. Choices, Auto.Strategy];

    /// <summary>What this platform has. All except Linux and Windows count as another Unix.</summary>
    internal static Needs Platform =>
        OperatingSystem.IsLinux() ? Needs.Unix | Needs.Linux
        : OperatingSystem.IsWindows() ? Needs.Nothing
        : Needs.Unix;

    /// <summary>What this platform and standard output have.</summary>
    internal static Needs Available =>
        StandardStreams.OutputIsPipe ? Platform | Needs.Pipe
        : StandardStreams.OutputIsUnixStream() ? Platform | Needs.PipeOrSocket
        : Platform;

    /// <summary>The reason, for a list or a message, why a strategy can't run, or null if it can.</summary>
    internal static string? WhyNot(Strategy strategy, Needs available)
    {
        var missing = strategy.Needs & ~available;
        return missing.HasFlag(Needs.Linux) ? "not available here: requires Linux"
            : missing.HasFlag(Needs.Unix) ? "not available here: requires Linux or another Unix"
            : missing == Needs.Nothing ? null
            : strategy.Needs.HasFlag(Needs.Pipe) ? "standard output is not a pipe"
            : "standard output is neither a pipe nor a Unix stream socket";
    }

    /// <summary>The strategies that auto tries, the fastest first.</summary>
    internal static Strategy[] Candidates(Needs available)
    {
        var candidates = Array.FindAll(Choices, strategy => WhyNot(strategy, available) is null);
        Array.Reverse(candidates);
        return candidates;
    }

    /// <summary>A strategy in F#, which runs on every platform.</summary>
    private static Strategy Managed(string name, string summary, Action<Stream, Line> run) =>
        new(
            name,
            "F#",
            summary,
            Needs.Nothing,
            (stdout, line) =>
            {
                DebugLog.Report($"using {name}, {summary}");
                run(stdout, line);
            }
        );
}
