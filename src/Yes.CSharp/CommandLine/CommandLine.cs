using System.CommandLine;
using System.Diagnostics;
using System.Text;

namespace Yes.CSharp;

internal static class CommandLine
{
    /// <summary>The options, in the order of --help.</summary>
    /// <remarks>
    /// System.CommandLine provides the model of an option. <see cref="Getopt"/> parses the arguments, because
    /// the library's parser breaks the rules of GNU programs: it rejects abbreviations, treats unknown
    /// options as operands, reads response files, and reports errors differently.
    /// </remarks>
    internal static Option[] Options { get; } =
    [
        new Option<string>("--strategy") { HelpName = "NAME", Description = "use strategy NAME (see below)" },
        Flag("--debug", "report on standard error which strategy is used"),
        Flag("--list-strategies", "list the strategies and exit"),
        Flag("--help", "display this help and exit"),
        Flag("--version", "output version information and exit"),
    ];

    /// <summary>
    /// Parses the arguments and runs the program. Returns only after printing the help, the version or
    /// the list of strategies.
    /// </summary>
    /// <param name="arguments">Arguments, each followed by a NUL byte. The method overwrites them.</param>
    /// <exception cref="FailureException">The arguments are invalid, or the program can't write.</exception>
    internal static void Invoke(byte[] arguments)
    {
        var posix = Environment.GetEnvironmentVariable("POSIXLY_CORRECT") is not null;
        var getopt = new Getopt(arguments, Options, posix);
        var strategy = StrategyTable.Default;
        while (getopt.ReadOption(out var value) is { } option)
        {
            switch (option.Name)
            {
                case "--strategy":
                    strategy = FindStrategy(value);
                    break;
                case "--debug":
                    DebugLog.Enable();
                    break;
                case "--list-strategies":
                    Print(HelpText.ListStrategies());
                    return;
                case "--help":
                    Print(HelpText.Help(Options));
                    return;
                case "--version":
                    Print(HelpText.Version());
                    return;
                default:
                    throw new UnreachableException(option.Name);
            }
        }

        StandardOutput.RequireWritable();
        try
        {
            strategy.Write(getopt.ToLine());
        }
        catch (RefusedException refused)
        {
            throw new FailureException($"{strategy.Name}: {refused.Message}");
        }
    }

    /// <summary>Like GNU programs, yes ignores the arguments after an option that prints a text.</summary>
    private static void Print(string text)
    {
        const string What = "write error";
        StandardOutput.RequireWritable(What);
        StandardOutput.Write(Encoding.UTF8.GetBytes(text), What);
        StandardOutput.Close(What);
    }

    private static Option<bool> Flag(string name, string description) =>
        new(name) { Description = description, Arity = ArgumentArity.Zero };

    private static Strategy FindStrategy(string name) =>
        Array.Find(StrategyTable.All, strategy => strategy.Name == name) ?? throw UnknownStrategy(name);

    private static FailureException UnknownStrategy(string name)
    {
        // gnulib's argmatch.c prints the same message.
        var valid = Array.ConvertAll(StrategyTable.All, strategy => $"\n  - '{strategy.Name}'");
        return Getopt.InvalidUsage(
            $"invalid argument '{name}' for '--strategy'\nValid arguments are:{string.Concat(valid)}"
        );
    }
}
