using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using System.Text;
using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The options of the program, and what each of them makes it do.</summary>
internal static class CommandLine
{
    private static readonly Option<Strategy[]> StrategyOption = new("--strategy")
    {
        HelpName = "NAME",
        Description = "write in the way that NAME stands for, see below",
        // The last of several wins, but each of them has to be right.
        Arity = ArgumentArity.OneOrMore,
        CustomParser = ParseStrategies,
    };

    private static readonly Option<bool> DebugOption = new("--debug")
    {
        Description = "say on standard error what is chosen, and why",
        Arity = ArgumentArity.Zero,
    };

    private static readonly Command Root = new(
        "yes",
        "Write a line of all STRINGs, or of 'y', again and again."
    )
    {
        StrategyOption,
        DebugOption,
        PrintingOption("--list-strategies", "list the strategies and exit", HelpText.ListStrategies),
        PrintingOption("--help", "display this help and exit", () => HelpText.Help(Root!)),
        PrintingOption("--version", "output version information and exit", HelpText.Version),
    };

    /// <summary>Does what the arguments say.</summary>
    /// <param name="arguments">The arguments.</param>
    /// <returns>The exit status; not at all, when a line is to be written.</returns>
    /// <exception cref="UsageException">The arguments are wrong.</exception>
    internal static int Invoke(RawArguments arguments)
    {
        var posix = Environment.GetEnvironmentVariable("POSIXLY_CORRECT") is not null;
        var getopt = Getopt.Read(arguments.Each(), arguments.Block, Root.Options, posix);
        var parsed = Root.Parse(getopt.Options, new ParserConfiguration { ResponseFileTokenReplacer = null });

        // The first mistake is the one that is told: the options that were parsed stand before getopt's error.
        if (parsed.Errors.Count > 0)
        {
            throw new UsageException(parsed.Errors[0].Message);
        }

        if (getopt.Error is not null)
        {
            throw new UsageException(getopt.Error);
        }

        if (parsed.Action is PrintAction print)
        {
            return print.Invoke(parsed);
        }

        DebugLog.Enabled = parsed.GetValue(DebugOption);
        var strategy = parsed.GetValue(StrategyOption) is [.., var last] ? last : Strategies.Default;
        Strategies.Run(strategy, getopt.Operands.ToLine());
        return 0;
    }

    private static Strategy[] ParseStrategies(ArgumentResult result)
    {
        var strategies = new List<Strategy>();
        foreach (var token in result.Tokens)
        {
            var matches = Strategies.Matching(token.Value);
            if (matches.Count == 1)
            {
                strategies.Add(matches[0]);
                continue;
            }

            // The wording is gnulib's, argmatch.c.
            var problem = matches.Count == 0 ? "invalid" : "ambiguous";
            var valid = string.Concat(Strategies.All.Select(strategy => $"\n  - '{strategy.Name}'"));
            result.AddError(
                $"{problem} argument {Quote(token.Value)} for '--strategy'\nValid arguments are:{valid}"
            );
            break;
        }

        return [.. strategies];
    }

    /// <summary>Quotes a Latin-1 string as gnulib's quotearg.c does in the C locale, so that it stays on one line.</summary>
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

    private static Option<bool> PrintingOption(string name, string description, Func<string> text) =>
        new(name)
        {
            Description = description,
            Arity = ArgumentArity.Zero,
            Action = new PrintAction(text),
        };

    /// <summary>Writes a text to standard output and ends the program.</summary>
    private sealed class PrintAction(Func<string> text) : SynchronousCommandLineAction
    {
        /// <inheritdoc/>
        public override int Invoke(ParseResult parseResult)
        {
            try
            {
                StandardOutput.Write(Encoding.UTF8.GetBytes(text()));
                return 0;
            }
            catch (OutputException e)
            {
                throw new OutputException(e.Errno, "write error");
            }
        }
    }
}
