using System.CommandLine;
using System.Diagnostics;
using System.Text;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The options of the program and their effects.</summary>
internal static class CommandLine
{
    /// <summary>
    /// Does what the arguments ask for. Returns after printing the help, the version or the list of
    /// strategies. A call that writes the line never returns.
    /// </summary>
    /// <exception cref="FailureException">The arguments are invalid, or the output fails.</exception>
    internal static void Invoke(Arguments arguments)
    {
        var posix = Environment.GetEnvironmentVariable("POSIXLY_CORRECT") is not null;
        var options = Options();
        var getopt = new Getopt(arguments, options, posix);
        var strategy = Strategies.Default;
        while (getopt.TryRead(out var option, out var value))
        {
            switch (option.Name)
            {
                case "--strategy":
                    strategy = FindStrategy(Encoding.Latin1.GetString(value));
                    break;
                case "--debug":
                    DebugLog.Enabled = true;
                    break;

                // As in GNU programs, these options take effect at once, and later arguments are not read.
                case "--list-strategies":
                    Print(HelpText.ListStrategies(Strategies.Platform));
                    return;
                case "--help":
                    Print(HelpText.Help(options));
                    return;
                case "--version":
                    Print(HelpText.Version());
                    return;
                default:
                    throw new UnreachableException(option.Name);
            }
        }

        Run(strategy, arguments.ToLine());
    }

    /// <summary>Writes the line forever, with the given strategy.</summary>
    /// <exception cref="FailureException">A write failed, or the strategy can't run here.</exception>
    private static void Run(Strategy strategy, Line line)
    {
        // Writing no bytes fails if the caller did not open standard output for writing.
        StandardOutput.Write([]);
        try
        {
            if (Strategies.WhyNot(strategy, Strategies.Available) is { } reason)
            {
                throw new RefusedException(reason);
            }

            strategy.Run(line);
        }
        catch (RefusedException refused)
        {
            throw new FailureException($"strategy '{strategy.Name}': {refused.Message}");
        }
    }

    /// <summary>The options, in the order of --help.</summary>
    internal static Option[] Options() =>
        [
            new Option<string>("--strategy")
            {
                HelpName = "NAME",
                Description = "use strategy NAME (see below)",
            },
            Flag("--debug", "report on standard error which strategy is used, and why"),
            Flag("--list-strategies", "list the strategies and exit"),
            Flag("--help", "display this help and exit"),
            Flag("--version", "output version information and exit"),
        ];

    private static Option<bool> Flag(string name, string description) =>
        new(name) { Description = description, Arity = ArgumentArity.Zero };

    private static Strategy FindStrategy(string name)
    {
        var matches = Getopt.Matching(name, Strategies.All, strategy => strategy.Name);
        if (matches.Length == 1)
        {
            return matches[0];
        }

        // The messages are those of gnulib's argmatch.c.
        var problem = matches.Length == 0 ? "invalid" : "ambiguous";
        var valid = string.Concat(Array.ConvertAll(Strategies.All, item => $"\n  - '{item.Name}'"));
        throw new UsageException(
            $"{problem} argument '{name}' for '--strategy'\nValid arguments are:{valid}"
        );
    }

    private static void Print(string text) =>
        StandardOutput.Write(Encoding.UTF8.GetBytes(text), "write error");
}
