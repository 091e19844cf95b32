using Yes.FSharp;

namespace Yes.CSharp;

internal static class StrategyTable
{
    /// <summary>All strategies but auto, from slowest to fastest with a pipe.</summary>
    private static readonly Strategy[] Others =
    [
        FSharp("printfn", "printfn \"%s\", one line per call", Printfn.run),
        FSharp("console", "Console.WriteLine, one line per call", ConsoleWriteLine.run),
        FSharp("streamwriter", "StreamWriter with an 8,192-character buffer", BufferedStreamWriter.run),
        FSharp("span", "Stream.Write of a prefilled 8 KiB span, without unsafe code", PrefilledSpan.run),
        new("native", "C#", "write(2) of a prefilled buffer", OutputKind.Any, Native.Run),
        new("vmsplice", "C#", "vmsplice(2) of its own pages into a pipe", OutputKind.Pipe, Vmsplice.Run),
        new(
            "tee",
            "C#",
            "tee(2) of 32 KiB blocks into a pipe or stream socket",
            OutputKind.Pipe | OutputKind.StreamSocket,
            Tee.Run
        ),
    ];

    /// <summary>The strategy that runs if the command line selects none.</summary>
    internal static Strategy Default { get; } =
        new(
            "auto",
            "-",
            "the last of these that can run here",
            OutputKind.Any,
            line => Auto.Run(Others, line)
        );

    internal static Strategy[] All { get; } = [.. Others, Default];

    /// <summary>Creates a strategy in F#. It runs on every platform.</summary>
    private static Strategy FSharp(string name, string summary, Action<Stream, Line> run)
    {
        return new(name, "F#", summary, OutputKind.Any, Report);

        void Report(Line line)
        {
            DebugLog.Report($"using {name}, {summary}");
            run(new OutputStream(), line);
        }
    }
}
