using System.Globalization;

namespace Yes.Bench;

/// <summary>A table, whoever draws it.</summary>
/// <param name="Title">What it shows.</param>
/// <param name="Header">The heads of the columns; the first one's cells are names, the others' figures.</param>
/// <param name="Groups">The rows, by the name of their group.</param>
internal sealed record Table(
    string Title,
    IReadOnlyList<string> Header,
    IReadOnlyList<(string Name, IReadOnlyList<IReadOnlyList<string>> Rows)> Groups
);

/// <summary>The results as tables.</summary>
internal static class Tables
{
    /// <summary>Stands where there is nothing.</summary>
    private const string Nothing = "–";

    /// <summary>What is said of a measuring that the user ended.</summary>
    internal const string Incomplete = "Incomplete: the measuring was ended before it was done.";

    /// <summary>The name of a group.</summary>
    internal static string Name(Group group) =>
        group switch
        {
            Group.Article => "the article's five",
            Group.Own => "further strategies",
            _ => "other people's yes",
        };

    /// <summary>The median of the rates and the ratio to GNU yes, by reader.</summary>
    internal static Table Rates(Results results) =>
        Of(
            "Rate, and ratio to GNU yes",
            results,
            results.Readers.Select(reader => reader.Name),
            producer => results.Readers.Select(reader => Rate(producer.Rates[reader.Name]))
        );

    /// <summary>The smallest and largest of the rates, by reader.</summary>
    internal static Table Ranges(Results results) =>
        Of(
            "Smallest and largest rate",
            results,
            results.Readers.Select(reader => reader.Name),
            producer =>
                results.Readers.Select(reader =>
                    producer.Rates[reader.Name].BytesPerSecond is { } rate
                        ? $"{Format.Rate(rate.Minimum)} to {Format.Rate(rate.Maximum)}"
                        : Nothing
                )
        );

    /// <summary>What a producer costs.</summary>
    internal static Table Costs(Results results) =>
        Of(
            "Start-up, CPU, memory and size",
            results,
            ["first byte", "CPU s/GiB", "peak memory", "executable", "version"],
            producer =>
                [
                    producer.StartSeconds is { } start ? Format.Milliseconds(start.Median) : Nothing,
                    producer.CpuSecondsPerGiB is { } cpu ? Format.Digits(cpu) : Nothing,
                    producer.PeakMemoryBytes is { } memory ? Format.Bytes(memory) : Nothing,
                    Format.Bytes(producer.ExecutableBytes),
                    producer.Version ?? Nothing,
                ]
        );

    /// <summary>What has to be said beside the tables, a sentence each.</summary>
    internal static IEnumerable<string> Notes(Results results)
    {
        if (!results.Complete)
        {
            yield return Incomplete;
        }

        foreach (var producer in results.Producers)
        {
            if (producer.Fault is not null)
            {
                yield return $"Wrong output of {producer.Name}, hence no rate: {producer.Fault}";
            }

            foreach (var (reader, rate) in producer.Rates.Where(pair => pair.Value.Fault is not null))
            {
                yield return $"No rate of {producer.Name} through {reader}: {rate.Fault}";
            }
        }

        if (results.Producers.Any(producer => producer.Rates.Values.Any(rate => rate.Noisy)))
        {
            var limit = Results.LargestQuietSpread.ToString("P0", CultureInfo.InvariantCulture);
            yield return $"(!) Noisy: smallest and largest lie more than {limit} of the median apart.";
        }

        if (results.Absent.Count > 0)
        {
            yield return $"Absent: {string.Join(", ", results.Absent)}.";
        }
    }

    /// <summary>Machine, date and commit, in one line.</summary>
    internal static string Context(Results results)
    {
        var machine = results.Machine;
        var date = results.Date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
        var commit = results.Commit is null ? "" : $", commit {results.Commit}";
        return $"{machine.Cpu}, {machine.Cores} cores, Linux {machine.Kernel}, .NET SDK {machine.Sdk}, {date}{commit}";
    }

    /// <summary>How much was measured, in one line.</summary>
    internal static string Method(Results results)
    {
        var settings = results.Settings;
        var seconds = settings.DurationSeconds.ToString(CultureInfo.InvariantCulture);
        var rounds = settings.Rounds == 1 ? "one round" : $"medians of {settings.Rounds} rounds";
        return $"The line '{settings.Line}', for {seconds} s through each reader; {rounds}.";
    }

    private static string Rate(RateResult rate)
    {
        if (rate.BytesPerSecond is not { } summary)
        {
            return Nothing;
        }

        var ratio = rate.RatioToGnu is { } value ? $" {Format.Ratio(value)}" : "";
        return Format.Rate(summary.Median) + ratio + (rate.Noisy ? " (!)" : "");
    }

    private static Table Of(
        string title,
        Results results,
        IEnumerable<string> columns,
        Func<ProducerResult, IEnumerable<string>> cells
    ) =>
        new(
            title,
            ["producer", .. columns],
            [
                .. results
                    .Producers.GroupBy(producer => producer.Group)
                    .OrderBy(group => group.Key)
                    .Select(group =>
                        (
                            Name(group.Key),
                            (IReadOnlyList<IReadOnlyList<string>>)
                                [
                                    .. group.Select(
                                        IReadOnlyList<string> (producer) =>
                                            [producer.Name, .. cells(producer)]
                                    ),
                                ]
                        )
                    ),
            ]
        );
}
