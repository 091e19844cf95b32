using System.CommandLine;
using System.Text;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The options of the program, and their effects.</summary>
internal static class CommandLine
{
    private static readonly Option<string> StrategyOption = new("--strategy")
    {
        HelpName = "NAME",
        Description = "write with strategy NAME (listed below)",
    };

    private static readonly Option<bool> DebugOption = Flag(
        "--debug",
        "report the chosen strategy, and why, on standard error"
    );

    private static readonly Option<bool> ListOption = Flag(
        "--list-strategies",
        "list the strategies and exit"
    );
    private static readonly Option<bool> HelpOption = Flag("--help", "display this help and exit");
    private static readonly Option<bool> VersionOption = Flag(
        "--version",
        "output version information and exit"
    );

    /// <summary>The options, in the order of the help.</summary>
    private static readonly Option[] Options =
    [
        StrategyOption,
        DebugOption,
        ListOption,
        HelpOption,
        VersionOption,
    ];

    /// <summary>Does what the arguments ask for.</summary>
    /// <returns>The exit status, after printing a text; writing a line never returns.</returns>
    /// <exception cref="FailureException">The arguments are wrong, or the output fails.</exception>
    internal static int Invoke(RawArguments arguments)
    {
        var posix = Environment.GetEnvironmentVariable("POSIXLY_CORRECT") is not null;
        var operands = new LineBuilder(arguments.Block);
        var strategy = Auto.Strategy;
        foreach (var (option, argument) in Getopt.Read(arguments.Each(), operands, Options, posix))
        {
            if (option == StrategyOption)
            {
                strategy = FindStrategy(argument!);
            }
            else if (option == DebugOption)
            {
                DebugLog.Enabled = true;
            }
            else
            {
                // As in GNU's programs --help acts at once, and the rest of the arguments is not read.
                return Print(
                    option == ListOption ? HelpText.ListStrategies()
                    : option == HelpOption ? HelpText.Help(Options)
                    : HelpText.Version()
                );
            }
        }

        Runner.Run(strategy, operands.ToLine());
        return 0;
    }

    private static Option<bool> Flag(string name, string description) =>
        new(name) { Description = description, Arity = ArgumentArity.Zero };

    private static Strategy FindStrategy(string name)
    {
        var matches = Getopt.Matching(name, Strategies.All, strategy => strategy.Name);
        if (matches.Count == 1)
        {
            return matches[0];
        }

        // The words of gnulib's argmatch.c.
        var problem = matches.Count == 0 ? "invalid" : "ambiguous";
        var valid = string.Concat(Strategies.All.Select(strategy => $"\n  - '{strategy.Name}'"));
        throw new UsageException(
            $"{problem} argument {Quote(name)} for '--strategy'\nValid arguments are:{valid}"
        );
    }

    /// <summary>
    /// Quotes a Latin-1 string as gnulib's quotearg.c does in the C locale, so that it stays on one line.
    /// </summary>
    private static string Quote(string value)
    {
        var quoted = new StringBuilder("'");
        foreach (var c in value)
        {
            quoted.Append(
                c switch
                {
                    '\'' or '\\' => $"\\{c}",
                    '\a' => "\\a",
                    '\b' => "\\b",
                    '\f' => "\\f",
                    '\n' => "\\n",
                    '\r' => "\\r",
                    '\t' => "\\t",
                    '\v' => "\\v",
                    < ' ' or > '~' => $"\\{(c >> 6) & 7}{(c >> 3) & 7}{c & 7}",
                    _ => c.ToString(),
                }
            );
        }

        return quoted.Append('\'').ToString();
    }

    private static int Print(string text)
    {
        try
        {
            StandardOutput.Write(Encoding.UTF8.GetBytes(text));
            return 0;
        }
        catch (OutputException e)
        {
            throw new OutputException(e.Errno, "write error");
        }
    }
}
