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
}
