using System.CommandLine;
using System.Text;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The options of the program, and their effects.</summary>
internal static class CommandLine
{
    /// <summary>Does what the arguments ask for.</summary>
    /// <returns>The exit status, after printing a text; writing a line never returns.</returns>
    /// <exception cref="FailureException">The arguments are wrong, or the output fails.</exception>
    internal static int Invoke(RawArguments arguments)
    {
        var posix = Environment.GetEnvironmentVariable("POSIXLY_CORRECT") is not null;
        var getopt = new Getopt(arguments, () => Known.Options, posix);
        var line = new LineBuilder(arguments.Block);
        var strategy = Auto.Strategy;
        while (getopt.TryRead(out var option, out var value))
        {
            if (option is null)
            {
                line.Append(value.Span);
            }
            else if (option == Known.Strategy)
            {
                strategy = FindStrategy(Encoding.Latin1.GetString(value.Span));
            }
            else if (option == Known.Debug)
            {
                DebugLog.Enabled = true;
            }
            else
            {
                // As in GNU's programs --help acts at once, and the rest of the arguments is not read.
                return Print(
                    option == Known.List ? HelpText.ListStrategies(Runner.Platform)
                    : option == Known.Help ? HelpText.Help(Known.Options)
                    : HelpText.Version()
                );
            }
        }

        Runner.Run(strategy, line.ToLine());
        return 0;
    }

    private static Strategy FindStrategy(string name)
    {
        var matches = Getopt.Matching(name, Strategies.All, strategy => strategy.Name);
        if (matches.Length == 1)
        {
            return matches[0];
        }

        // The words of gnulib's argmatch.c.
        var problem = matches.Length == 0 ? "invalid" : "ambiguous";
        var valid = string.Concat(Array.ConvertAll(Strategies.All, item => $"\n  - '{item.Name}'"));
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
            StandardStreams.Write(Encoding.UTF8.GetBytes(text));
            return 0;
        }
        catch (OutputException e)
        {
            throw new OutputException(e.Errno, "write error");
        }
    }

    /// <summary>The table of options: made when there is an option, since that takes a tenth of a start.</summary>
    private static class Known
    {
        internal static readonly Option<string> Strategy = new("--strategy")
        {
            HelpName = "NAME",
            Description = "write with strategy NAME (listed below)",
        };

        internal static readonly Option<bool> Debug = Flag(
            "--debug",
            "report the chosen strategy, and why, on standard error"
        );

        internal static readonly Option<bool> List = Flag(
            "--list-strategies",
            "list the strategies and exit"
        );
        internal static readonly Option<bool> Help = Flag("--help", "display this help and exit");

        /// <summary>The options, in the order of the help.</summary>
        internal static readonly Option[] Options =
        [
            Strategy,
            Debug,
            List,
            Help,
            Flag("--version", "output version information and exit"),
        ];

        private static Option<bool> Flag(string name, string description) =>
            new(name) { Description = description, Arity = ArgumentArity.Zero };
    }
}
