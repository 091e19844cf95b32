namespace Yes.Bench;

/// <summary>The strategies of this project's executable, which it lists itself.</summary>
internal static class Strategies
{
    /// <summary>What the article measured; whatever else the executable lists is this project's own.</summary>
    private static readonly string[] Article = ["printfn", "console", "streamwriter", "span", "native"];

    /// <summary>All strategies of an executable, in its order.</summary>
    /// <param name="executable">The path of the executable.</param>
    /// <exception cref="BenchException">It is not there, or lists nothing.</exception>
    internal static IReadOnlyList<Producer> Of(string executable)
    {
        // Without a slash it would be looked for in the PATH.
        var path = Path.Combine(".", executable);
        if (!Tool.IsExecutable(path))
        {
            throw new BenchException($"no executable '{executable}': make builds it");
        }

        var (status, output) = Tool.Run(path, "--list-strategies");
        var rows = output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (!status.Succeeded || rows.Length == 0)
        {
            throw new BenchException($"'{executable} --list-strategies' lists nothing: {status}");
        }

        var version = Peers.VersionIn(Tool.FirstLine(path, "--version"));
        return
        [
            .. rows.Select(row => row.Split(' ', StringSplitOptions.RemoveEmptyEntries))
                .Select(words => new Producer(
                    words[0],
                    Article.Contains(words[0]) ? Group.Article : Group.Own,
                    words.ElementAtOrDefault(1) is "-" ? null : words.ElementAtOrDefault(1),
                    version,
                    [path, "--strategy", words[0]]
                )),
        ];
    }

    /// <summary>Those of the names given, or all if none is.</summary>
    /// <exception cref="BenchException">There is no such strategy.</exception>
    internal static IReadOnlyList<Producer> Select(
        IReadOnlyList<Producer> all,
        IReadOnlyList<string> names
    ) => Named.Select("strategy", all, strategy => strategy.Name, names);
}
