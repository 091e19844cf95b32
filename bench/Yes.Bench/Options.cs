using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace Yes.Bench;

/// <summary>The options that say how much is measured, for the commands that measure.</summary>
internal sealed class Options
{
    /// <summary>A shorter sample is all start and end.</summary>
    private const double ShortestSample = 0.05;

    private readonly Option<double> duration = new("--duration")
    {
        HelpName = "SECONDS",
        Description = "how long a producer writes to a reader, in all rounds together",
        DefaultValueFactory = _ => 1,
        CustomParser = result =>
            Parse<double>(
                result,
                text =>
                    double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var seconds)
                    && seconds is > 0 and <= 3600
                        ? seconds
                        : null,
                "a number of seconds above 0, and 3600 at most"
            ),
    };

    private readonly Option<int> rounds = new("--rounds")
    {
        HelpName = "NUMBER",
        Description = "in how many rounds",
        DefaultValueFactory = _ => 5,
        CustomParser = result =>
            Parse<int>(
                result,
                text =>
                    int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                    && number is > 0 and <= 1000
                        ? number
                        : null,
                "a whole number from 1 to 1000"
            ),
    };

    private readonly Option<string[]> strategies = List("--strategies", "which strategies; all if not given");
    private readonly Option<string[]> readers = List("--readers", "which of the readers pv dd wc head file");
    private readonly Option<string> line = new("--line")
    {
        HelpName = "STRING",
        Description = "the operand of each yes",
        DefaultValueFactory = _ => "y",
    };

    /// <summary>Adds the options to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="defaultReaders">The readers that take part if none is named; none stands for all.</param>
    internal Options(Command command, params string[] defaultReaders)
    {
        if (defaultReaders.Length > 0)
        {
            readers.DefaultValueFactory = _ => defaultReaders;
        }

        // Some yes take such an operand as options, others don't; and wc counts lines.
        line.Validators.Add(result =>
        {
            var value = result.GetValueOrDefault<string>();
            if (value.StartsWith('-') || value.Contains('\n'))
            {
                result.AddError("--line: neither a dash at the start nor a newline will do");
            }
        });
        command.Options.Add(duration);
        command.Options.Add(rounds);
        command.Options.Add(strategies);
        command.Options.Add(readers);
        command.Options.Add(line);
    }

    /// <summary>How much is measured.</summary>
    /// <exception cref="BenchException">The rounds are too short.</exception>
    internal Settings Settings(ParseResult parsed)
    {
        var settings = new Settings(
            parsed.GetValue(duration),
            parsed.GetValue(rounds),
            parsed.GetValue(line)!
        );
        return settings.SecondsPerRound >= ShortestSample
            ? settings
            : throw new BenchException(
                $"--duration is too short for {settings.Rounds} rounds: each takes {ShortestSample} seconds at least"
            );
    }

    /// <summary>The strategies named, of those that an executable lists.</summary>
    internal IReadOnlyList<Producer> Strategies(ParseResult parsed, string executable) =>
        Bench.Strategies.Select(Bench.Strategies.Of(executable), parsed.GetValue(strategies) ?? []);

    /// <summary>The readers named, whose programs are there.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="further">What else has to be there.</param>
    /// <exception cref="BenchException">There is no such reader, or a program is missing.</exception>
    internal IReadOnlyList<Reader> Readers(ParseResult parsed, params string[] further)
    {
        var line = new Line(Settings(parsed).Line);
        var chosen = Bench.Readers.Select(line, parsed.GetValue(readers) ?? []);
        Tool.Require(["timeout", .. chosen.SelectMany(reader => reader.Tools), .. further]);
        return chosen;
    }

    /// <summary>An option that takes words with blanks or commas between them.</summary>
    internal static Option<string[]> List(string name, string description) =>
        new(name)
        {
            HelpName = "'NAME ...'",
            Description = description,
            CustomParser = result =>
                result.Tokens[0].Value.Split([' ', ','], StringSplitOptions.RemoveEmptyEntries),
        };

    private static T Parse<T>(ArgumentResult result, Func<string, T?> parse, string wanted)
        where T : struct
    {
        var text = result.Tokens[0].Value;
        var value = parse(text);
        if (value is null)
        {
            result.AddError(
                $"--{((OptionResult)result.Parent!).Option.Name.TrimStart('-')}: '{text}' is not {wanted}"
            );
        }

        return value.GetValueOrDefault();
    }
}
