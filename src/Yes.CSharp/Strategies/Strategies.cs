using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The list of strategies: everything that enumerates them reads it here.</summary>
internal static class Strategies
{
    /// <summary>
    /// All strategies, from the slowest to the fastest, and auto, which chooses among them.
    /// </summary>
    internal static IReadOnlyList<Strategy> All { get; } =
    [
        Printfn.strategy,
        ConsoleWriteLine.strategy,
        BufferedStreamWriter.strategy,
        PrefilledSpan.strategy,
        Native.Strategy,
        Vmsplice.Strategy,
        Tee.Strategy,
        Auto.Strategy,
    ];
}
