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
            {Lines(Strategies.All.Select(strategy => "  " + Describe(strategy)))}

            Examples:
              yes | head -n 3                        y, three times
              yes -- --help                          a line that begins with a dash
              yes --strategy span | pv > /dev/null   how fast a strategy is

            """;

    /// <summary>The text of --version.</summary>
    internal static string Version()
    {
        var assembly = typeof(HelpText).Assembly;
        var version = assembly
            .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
            .InformationalVersion;
        var copyright = assembly.GetCustomAttribute<AssemblyCopyrightAttribute>()!.Copyright;
        return $"yes (yes for .NET) {version}\n{copyright}\nLicense MIT: <https://opensource.org/license/mit>\nThere is NO WARRANTY, to the extent permitted by law.\n";
    }

    /// <summary>The text of --list-strategies: a line each, the name in the first column.</summary>
    internal static string ListStrategies() => Lines(Strategies.All.Select(Describe)) + "\n";

    private static string Describe(Option option) =>
        $"  {(option.HelpName is null ? option.Name : $"{option.Name}={option.HelpName}"), -OptionWidth}  {option.Description}";

    private static string Describe(Strategy strategy) =>
        $"{strategy.Name, -12}  {strategy.Language, -2}  {strategy.Summary}"
        + (strategy == Strategies.Default ? " (default)" : "");

    private static string Lines(IEnumerable<string> lines) => string.Join('\n', lines);
}
