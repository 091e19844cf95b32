using System.CommandLine;
using System.Reflection;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>What --help, --version and --list-strategies print.</summary>
internal static class HelpText
{
    /// <summary>The width of the column of options, in characters.</summary>
    private const int OptionWidth = 17;

    /// <summary>The text of --help.</summary>
    /// <param name="command">The command that it describes.</param>
    internal static string Help(Command command) =>
        $"""
            Usage: yes [OPTION]... [STRING]...
            {command.Description}

            Options:
            {Lines(command.Options.Select(Describe))}

            Strategies:
            {Lines(Describe(Strategies.All, Platforms.Current).Select(line => "  " + line))}

            Examples:
              yes | head -n 3                        y, three times
              yes -- --help                          a line that begins with a dash
              yes --strategy span | pv > /dev/null   how fast a strategy is

            """;

    /// <summary>The text of --version: the version, and the commit if it was built from one.</summary>
    internal static string Version()
    {
        var assembly = typeof(HelpText).Assembly;

        // Semantic versioning: what stands behind the plus sign says what it was built from.
        var version = assembly
            .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
            .InformationalVersion.Split('+');
        var commit = version.Length > 1 ? $" (commit {version[1]})" : "";
        var copyright = assembly.GetCustomAttribute<AssemblyCopyrightAttribute>()!.Copyright;
        return $"yes (yes for .NET) {version[0]}{commit}\n{copyright}\nLicense MIT: <https://opensource.org/license/mit>\nThere is NO WARRANTY, to the extent permitted by law.\n";
    }

    /// <summary>The text of --list-strategies: a line each, the name in the first column.</summary>
    internal static string ListStrategies() => Lines(Describe(Strategies.All, Platforms.Current)) + "\n";

    /// <summary>A line for each strategy: its name, its language, and what it does, or why it is not available.</summary>
    internal static IEnumerable<string> Describe(IEnumerable<Strategy> strategies, Platform platform) =>
        strategies.Select(strategy =>
            $"{strategy.Name, -12}  {strategy.Language, -2}  {Strategies.Unavailable(strategy, platform) ?? strategy.Summary}"
            + (strategy == Strategies.Default ? " (default)" : "")
        );

    private static string Describe(Option option) =>
        $"  {(option.HelpName is null ? option.Name : $"{option.Name}={option.HelpName}"), -OptionWidth}  {option.Description}";

    private static string Lines(IEnumerable<string> lines) => string.Join('\n', lines);
}
