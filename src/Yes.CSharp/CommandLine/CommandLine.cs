using System.CommandLine;
using System.Text;

namespace Yes.CSharp;

/// <summary>The program's options and their effects.</summary>
internal static class CommandLine
{
    /// <summary>The options, in the order of --help.</summary>
    /// <remarks>
    /// The project is asked to use System.CommandLine, but its parser breaks the rules of GNU programs, so it
    /// provides only this model, and <see cref="Getopt"/> parses the arguments.
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
        var strategy = Strategy.Default;
        while (getopt.ReadOption(out var value) is { } option)
        {
            switch (option.Name)
            {
                case "--strategy":
                    strategy = FindStrategy(value);
                    break;
                case "--debug":
                    DebugLog.IsEnabled = true;
                    break;
                default:
                    // Like GNU programs, ignore the arguments after any other option.
                    Print(TextOf(option.Name));
                    return;
            }
        }

        StandardOutput.RequireWritable();
        if (strategy.WhyNot(StandardOutput.Kind) is { } reason)
        {
            throw new FailureException($"{strategy.Name}: {reason}");
        }

        strategy.Run(getopt.ToLine());
    }

    private static void Print(string text)
    {
        const string What = "write error";
        StandardOutput.RequireWritable(What);
        StandardOutput.Write(Encoding.UTF8.GetBytes(text), What);
        StandardOutput.Close(What);
    }

    private static string TextOf(string option) =>
        option switch
        {
            "--list-strategies" => HelpText.ListStrategies(),
            "--help" => HelpText.Help(Options),
            _ => HelpText.Version(),
        };

    private static Option<bool> Flag(string name, string description) =>
        new(name) { Description = description, Arity = ArgumentArity.Zero };

    private static Strategy FindStrategy(string name) =>
        Array.Find(Strategy.All, strategy => strategy.Name == name) ?? throw UnknownStrategy(name);

    private static FailureException UnknownStrategy(string name)
    {
        // gnulib's argmatch.c prints the same message.
        var valid = Array.ConvertAll(Strategy.All, strategy => $"\n  - '{strategy.Name}'");
        return FailureException.OfUsage(
            $"invalid argument '{name}' for '--strategy'\nValid arguments are:{string.Concat(valid)}"
        );
    }
}
