using System.CommandLine;
using System.Reflection;

namespace Yes.CSharp;

/// <summary>The texts of --help, --version and --list-strategies.</summary>
internal static class HelpText
{
    internal static string Help(Option[] options) =>
        $"""
            Usage: yes [OPTION]... [STRING]...
            Repeatedly output a line with all STRINGs, or 'y', until killed.

            Options:
            {string.Join('\n', Array.ConvertAll(options, Describe))}

            Strategies:
            {ListStrategies("  ")}
            Examples:
              yes | head -n 3                        print y three times
              yes -- --help                          repeat a line that begins with a dash
              yes --strategy span | pv > /dev/null   measure the throughput of a strategy

            """;

    /// <summary>The text of --version, which includes the commit if the build found one.</summary>
    internal static string Version()
    {
        var assembly = typeof(HelpText).Assembly;

        // The SDK appends a plus sign and the commit.
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

    /// <summary>Lists all strategies, each with its summary or the reason why it can't run here.</summary>
    internal static string ListStrategies(string indent = "") =>
        string.Concat(Array.ConvertAll(StrategyTable.All, strategy => indent + Describe(strategy) + '\n'));

    private static string Describe(Strategy strategy)
    {
        // All strategies that this platform offers can write to a pipe.
        var output = Libc.IsKnownLinux ? OutputKind.Pipe : OutputKind.Unknown;
        var summary = strategy.WhyNot(output) ?? strategy.Summary;
        var mark = strategy == StrategyTable.Default ? " (default)" : "";
        return $"{strategy.Name.PadRight(12)}  {strategy.Language.PadRight(2)}  {summary}{mark}";
    }

    private static string Describe(Option option)
    {
        var name = option.HelpName is null ? option.Name : $"{option.Name}={option.HelpName}";
        return $"  {name.PadRight(17)}  {option.Description}";
    }
}
