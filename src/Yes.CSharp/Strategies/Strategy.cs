using System.Diagnostics;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>An implementation of yes that --strategy can select.</summary>
/// <param name="Name">The name for --strategy. It consists of lowercase letters and digits.</param>
/// <param name="Language">The programming language.</param>
/// <param name="Summary">What the strategy does, in one line.</param>
/// <param name="Outputs">The kinds of standard output that the strategy can write to.</param>
/// <param name="Run">Writes the line to standard output until a write fails.</param>
internal sealed record Strategy(
    string Name,
    string Language,
    string Summary,
    OutputKind Outputs,
    Action<Line> Run
)
{
    /// <summary>The maximum size of auto's first write, in bytes, unless the line is longer.</summary>
    private const int FirstBytes = 1024;

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
    internal static Strategy Default => All[^1];

    /// <summary>Returns the reason why this strategy can't run, or null if there is none.</summary>
    internal string? WhyNot(OutputKind output)
    {
        if (Outputs.HasFlag(output))
        {
            return null;
        }

        if (output == OutputKind.Unknown)
        {
            return "not available here: requires Linux on x64 or arm64";
        }

        return Outputs == OutputKind.Pipe
            ? "standard output is not a pipe"
            : "standard output is neither a pipe nor a stream socket";
    }

    /// <summary>Creates a strategy in F#. It runs on every platform.</summary>
    private static Strategy Managed(string name, string summary, Action<Stream, Line> run)
    {
        return new(name, "F#", summary, OutputKind.Any, Run);

        void Run(Line line)
        {
            DebugLog.Report($"using {name}, {summary}");
            run(new OutputStream(), line);
        }
    }

    /// <summary>The auto strategy runs the fastest of the other strategies that the kernel accepts.</summary>
    private static void RunFastest(Line line)
    {
        if (StandardOutput.Kind == OutputKind.Pipe)
        {
            // Write some lines first, so that a reader like head need not wait until a strategy is ready.
            // GNU yes has done the same since coreutils 9.11.
            var lines = new byte[line.TiledLength(FirstBytes)];
            line.Tile(lines);
            StandardOutput.Write(lines);
        }

        var candidates = Array.FindAll(All[..^1], strategy => strategy.WhyNot(StandardOutput.Kind) is null);
        Array.Reverse(candidates);
        foreach (var strategy in candidates)
        {
            try
            {
                strategy.Run(line);
            }
            catch (RefusedException refused)
            {
                DebugLog.Report($"not using {strategy.Name}: {refused.Message}");
            }
        }

        throw new UnreachableException("The strategies that call write(2) run everywhere.");
    }
}
