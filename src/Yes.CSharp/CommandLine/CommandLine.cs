using System.CommandLine;
using System.Text;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The program's options and their effects.</summary>
internal static class CommandLine
{
    private static readonly Option SelectStrategy = new Option<string>("--strategy")
    {
        HelpName = "NAME",
        Description = "use strategy NAME (see below)",
    };

    private static readonly Option Debug = Flag("--debug", "report on standard error which strategy is used");

    private static readonly Option ListStrategies = Flag("--list-strategies", "list the strategies and exit");

    private static readonly Option Help = Flag("--help", "display this help and exit");

    private static readonly Option Version = Flag("--version", "output version information and exit");

    /// <summary>The options, in the order of --help.</summary>
    /// <remarks>
    /// System.CommandLine provides the model of an option, and nothing else. <see cref="Getopt"/> parses the
    /// arguments, and <see cref="HelpText"/> describes the options in GNU's format.
    /// </remarks>
    internal static Option[] Options { get; } = [SelectStrategy, Debug, ListStrategies, Help, Version];

    /// <summary>
    /// Parses the arguments and runs the program. Returns only if it has printed the help, the version or
    /// the list of strategies.
    /// </summary>
    /// <param name="arguments">The arguments, each followed by a NUL byte. They are overwritten.</param>
    /// <exception cref="FailureException">The arguments are invalid, or a write failed.</exception>
    internal static void Invoke(byte[] arguments)
    {
        var posix = Environment.GetEnvironmentVariable("POSIXLY_CORRECT") is not null;
        var getopt = new Getopt(arguments, Options, posix);
        var strategy = Strategies.Default;
        while (getopt.ReadOption(out var value) is { } option)
        {
            if (option == SelectStrategy)
            {
                strategy = FindStrategy(value);
            }
            else if (option == Debug)
            {
                DebugLog.Enable();
            }
            else
            {
                // Like GNU programs, ignore the arguments after one of these options.
                var text =
                    option == ListStrategies ? HelpText.ListStrategies()
                    : option == Help ? HelpText.Help(Options)
                    : HelpText.Version();
                StandardOutput.Write(Encoding.UTF8.GetBytes(text), "write error");
                return;
            }
        }

        Run(strategy, getopt.ToLine());
    }

    /// <summary>Writes the line forever, with the given strategy.</summary>
    /// <exception cref="FailureException">A write failed, or the strategy can't run here.</exception>
    private static void Run(Strategy strategy, Line line)
    {
        StandardOutput.RequireWritable();
        if (Strategies.WhyNot(strategy, StandardOutput.Kind) is { } reason)
        {
            throw new FailureException($"{strategy.Name}: {reason}");
        }

        strategy.Run(line);
    }

    private static Option<bool> Flag(string name, string description) =>
        new(name) { Description = description, Arity = ArgumentArity.Zero };

    private static Strategy FindStrategy(string name) =>
        Array.Find(Strategies.All, strategy => strategy.Name == name) ?? throw UnknownStrategy(name);

    private static FailureException UnknownStrategy(string name)
    {
        // gnulib's argmatch.c prints the same message.
        var valid = Array.ConvertAll(Strategies.All, strategy => $"\n  - '{strategy.Name}'");
        return FailureException.OfUsage(
            $"invalid argument '{name}' for '--strategy'\nValid arguments are:{string.Concat(valid)}"
        );
    }
}
