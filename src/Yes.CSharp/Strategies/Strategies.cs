using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The list of strategies: everything that enumerates them reads it here.</summary>
internal static class Strategies
{
    /// <summary>
    /// All strategies, from the slowest to the fastest, and auto, which chooses among them.
    /// </summary>
    internal static Strategy[] All { get; } =
    [
        SystemConsole.Prepared(Printfn.strategy),
        SystemConsole.Prepared(ConsoleWriteLine.strategy),
        SystemConsole.Prepared(BufferedStreamWriter.strategy),
        SystemConsole.Prepared(PrefilledSpan.strategy),
        Native.Strategy,
        Vmsplice.Strategy,
        Tee.Strategy,
        Auto.Strategy,
    ];
}
