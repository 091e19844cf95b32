using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The table of strategies and the conditions under which they can run.</summary>
internal static class Strategies
{
    /// <summary>All strategies, from slowest to fastest, followed by auto.</summary>
    internal static Strategy[] All { get; } =
    [
        Managed("printfn", "printfn \"%s\", one line per call", Printfn.run),
        Managed("console", "Console.WriteLine, one line per call", ConsoleWriteLine.run),
        Managed("streamwriter", "StreamWriter with an 8 KiB buffer", BufferedStreamWriter.run),
        Managed("span", "Stream.Write of a prefilled 8 KiB span, without unsafe code", PrefilledSpan.run),
        new("native", "C#", "write(2) of a prefilled, page-aligned buffer", OutputKind.Any, Native.Run),
        new("vmsplice", "C#", "vmsplice(2) of its own pages into a pipe", OutputKind.Pipe, Vmsplice.Run),
        new(
            "tee",
            "C#",
            "tee(2) of 32 KiB blocks into a pipe or stream socket",
            OutputKind.Pipe | OutputKind.StreamSocket,
            Tee.Run
        ),
        new("auto", "-", "the fastest strategy that can run here", OutputKind.Any, RunFastest),
    ];

    /// <summary>The strategy that runs if the command line selects none.</summary>
    internal static Strategy Default { get; } = All[^1];

    /// <summary>Returns the reason why a strategy can't run, or null if there is none.</summary>
    internal static string? WhyNot(Strategy strategy, OutputKind output) =>
        strategy.Outputs switch
        {
            var outputs when outputs.HasFlag(output) => null,
            _ when output == OutputKind.Unknown => "not available here: requires Linux",
            OutputKind.Pipe => "standard output is not a pipe",
            _ => "standard output is neither a pipe nor a stream socket",
        };

    /// <summary>The strategies that auto tries, from fastest to slowest.</summary>
    internal static Strategy[] Candidates(OutputKind output)
    {
        var candidates = Array.FindAll(All[..^1], strategy => WhyNot(strategy, output) is null);
        Array.Reverse(candidates);
        return candidates;
    }

    private static void RunFastest(Line line) => Auto.Run(Candidates(StandardOutput.Kind), line);

    /// <summary>Creates a strategy in F#. It runs on every platform.</summary>
    private static Strategy Managed(string name, string summary, Action<Stream, Line> run)
    {
        return new(name, "F#", summary, OutputKind.Any, Run);

        void Run(Line line)
        {
            DebugLog.Report?.Invoke($"using {name}, {summary}");
            run(new OutputStream(), line);
        }
    }
}
