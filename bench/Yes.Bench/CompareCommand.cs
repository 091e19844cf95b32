using System.CommandLine;

namespace Yes.Bench;

/// <summary>The command that measures two builds of this project in one run: `make bench-compare`.</summary>
internal static class CompareCommand
{
    /// <summary>The command.</summary>
    internal static Command Create()
    {
        var command = new Command(
            "compare",
            "Measures two executables of this project, and shows the ratios."
        );
        var options = new Options(command, "pv", "dd", "wc");
        var ours = new Option<string>("--yes")
        {
            HelpName = "PATH",
            Description = "the executable that is compared",
            DefaultValueFactory = _ => "artifacts/yes",
        };
        var theirs = new Option<string>("--base")
        {
            HelpName = "PATH",
            Description = "the executable with which it is compared",
            Required = true,
        };
        command.Options.Add(ours);
        command.Options.Add(theirs);
        command.SetAction(parsed =>
        {
            var readers = options.Readers(parsed);
            var present = options.Strategies(parsed, parsed.GetValue(ours)!);
            var past = Strategies.Of(parsed.GetValue(theirs)!);
            var pairs = present
                .Join(past, one => one.Name, one => one.Name, (now, then) => (now, then))
                .ToList();
            return pairs.Count > 0
                ? Compare(options.Settings(parsed), pairs, readers)
                : throw new BenchException("the two executables have none of these strategies in common");
        });
        return command;
    }

    private static int Compare(
        Settings settings,
        List<(Producer Now, Producer Then)> pairs,
        IReadOnlyList<Reader> readers
    )
    {
        var line = new Line(settings.Line);
        foreach (var producer in pairs.SelectMany(pair => new[] { pair.Now, pair.Then }))
        {
            if (Verification.OfPipe([.. producer.Command, settings.Line], line) is { } fault)
            {
                Console.Error.WriteLine(
                    $"bench: wrong output of {string.Join(' ', producer.Command)}: {fault}"
                );
                return Status.WrongOutput;
            }
        }

        // The two of a pair are neighbours, so that the same disturbances hit both.
        var rounds = new Rounds(
            settings,
            [.. pairs.SelectMany(pair => new[] { pair.Now, pair.Then })],
            readers
        );
        var complete = true;
        Progress.During(progress =>
        {
            progress.Expect(rounds.Samples);
            try
            {
                rounds.Measure(progress);
            }
            catch (OperationCanceledException)
            {
                complete = false;
            }
        });
        var rows = pairs
            .Select(
                IReadOnlyList<string> (pair) =>
                    [
                        pair.Now.Name,
                        .. readers.Select(reader =>
                            Ratio(rounds[pair.Now, reader], rounds[pair.Then, reader])
                        ),
                    ]
            )
            .ToList();
        Terminal.Show(
            new Table(
                "Rate divided by the base's: median (smallest to largest) of the rounds",
                ["strategy", .. readers.Select(reader => reader.Name)],
                [("this / base", rows)]
            )
        );
        if (complete)
        {
            return 0;
        }

        Console.WriteLine(Tables.Incomplete);
        return Status.Interrupted;
    }

    private static string Ratio(Cell now, Cell then) =>
        Summary.Of(now.RatiosTo(then)) is { } ratio
            ? $"{Format.Ratio(ratio.Median)} ({Format.Digits(ratio.Minimum)} to {Format.Digits(ratio.Maximum)})"
            : now.Fault ?? then.Fault ?? "–";
}
