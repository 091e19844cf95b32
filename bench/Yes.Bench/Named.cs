namespace Yes.Bench;

/// <summary>Choosing by name.</summary>
internal static class Named
{
    /// <summary>Those of the names given, in the order of the list, or all if no name is given.</summary>
    /// <param name="kind">What they are, for the message.</param>
    /// <param name="all">What there is.</param>
    /// <param name="name">The name of one.</param>
    /// <param name="wanted">The names.</param>
    /// <exception cref="BenchException">There is nothing of such a name.</exception>
    internal static IReadOnlyList<T> Select<T>(
        string kind,
        IReadOnlyList<T> all,
        Func<T, string> name,
        IReadOnlyList<string> wanted
    )
    {
        var unknown = wanted.Except(all.Select(name)).FirstOrDefault();
        return unknown is null
            ? [.. all.Where(one => wanted.Count == 0 || wanted.Contains(name(one)))]
            : throw new BenchException(
                $"unknown {kind} '{unknown}': there are {string.Join(' ', all.Select(name))}"
            );
    }
}
