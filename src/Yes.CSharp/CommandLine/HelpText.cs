using System.CommandLine;
using System.Reflection;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The texts of --help, --version and --list-strategies.</summary>
internal static class HelpText
{
    /// <summary>The width of the column of options, in characters.</summary>
    private const int OptionWidth = 17;

    /// <summary>The text of --help.</summary>
    /// <param name="options">The options that it lists.</param>
    internal static string Help(IEnumerable<Option> options) =>
        $"""
            Usage: yes [OPTION]... [STRING]...
            Write a line of all STRINGs, or of 'y', again and again.

            Options:
            {JoinLines(options.Select(Describe))}

            Strategies:
            {JoinLines(Describe(Strategies.All, Runner.Platform).Select(line => "  " + line))}

            Examples:
              yes | head -n 3                        y, three times
              yes -- --help                          a line that begins with a dash
              yes --strategy span | pv > /dev/null   how fast a strategy is
            {HomePage()}
            """;

    /// <summary>The text of --version: the version, and the commit if it was built from one.</summary>
    internal static string Version()
    {
        var assembly = typeof(HelpText).Assembly;

        // Semantic versioning: the part after the plus sign names the build, here a commit.
        var version = assembly
            .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
            .InformationalVersion.Split('+');
        var commit = version.Length > 1 ? $" (commit {version[1]})" : "";
        return $"""
            yes (yes for .NET) {version[0]}{commit}
            {assembly.GetCustomAttribute<AssemblyCopyrightAttribute>()!.Copyright}
            License MIT: <https://opensource.org/license/mit>
            There is NO WARRANTY, to the extent permitted by law.

            """;
    }

    /// <summary>The text of --list-strategies: a line each, the name in the first column.</summary>
    internal static string ListStrategies() => JoinLines(Describe(Strategies.All, Runner.Platform)) + "\n";

    /// <summary>
    /// A line for each strategy: name, language, and what it does, or why the platform can't run it.
    /// </summary>
    internal static IEnumerable<string> Describe(IEnumerable<Strategy> strategies, Needs platform) =>
        from strategy in strategies
        let missing = Runner.Missing(strategy, Runner.Available(platform, OutputKind.Pipe))
        let mark = strategy == Auto.Strategy ? " (default)" : ""
        let start = $"{strategy.Name.PadRight(12)}  {strategy.Language.PadRight(2)}"
        select $"{start}  {missing ?? strategy.Summary}{mark}";

    private static string Describe(Option option)
    {
        var name = option.HelpName is null ? option.Name : $"{option.Name}={option.HelpName}";
        return $"  {name.PadRight(OptionWidth)}  {option.Description}";
    }

    /// <summary>
    /// A line with the project's address, if it has one: RepositoryUrl in Directory.Build.props.
    /// </summary>
    private static string HomePage() =>
        typeof(HelpText)
            .Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Where(metadata => metadata.Key == "RepositoryUrl")
            .Select(metadata => $"\nHome page: <{metadata.Value}>\n")
            .FirstOrDefault("");

    private static string JoinLines(IEnumerable<string> lines) => string.Join('\n', lines);
}
