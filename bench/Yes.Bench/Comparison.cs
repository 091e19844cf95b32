namespace Yes.Bench;

/// <summary>The whole measuring: check, start-up, rates, resources.</summary>
internal sealed class Comparison(
    Settings settings,
    IReadOnlyList<Producer> producers,
    IReadOnlyList<Reader> readers
)
{
    private readonly Line line = new(settings.Line);

    // Asked for at once, so that what was measured can be written down even if no program can be run any more.
    private readonly Commit? commit = Commit.OfWorkingTree();
    private readonly Machine machine = Machine.This();
    private readonly IReadOnlyList<ReaderResult> readerResults =
    [
        .. readers.Select(reader => new ReaderResult(reader.Name, reader.Command, reader.Version)),
    ];

    private readonly Dictionary<Producer, string> faults = [];
    private readonly Dictionary<Producer, Summary?> starts = [];
    private readonly Dictionary<Producer, Resources> resources = [];
    private Rounds rounds = new(settings, [], readers);
    private bool complete;

    /// <summary>Measures until all is measured, or the user wants no more.</summary>
    /// <param name="progress">Is told what comes next, and of how many steps.</param>
    internal void Measure(Progress progress)
    {
        try
        {
            progress.Expect(producers.Count);
            foreach (var producer in producers)
            {
                progress.Report($"check: {producer.Name}");
                Verify(producer);
            }

            var right = producers.Where(producer => !faults.ContainsKey(producer)).ToList();
            rounds = new Rounds(settings, right, readers);
            progress.Expect((2 * right.Count) + rounds.Samples);
            foreach (var producer in right)
            {
                progress.Report($"start-up: {producer.Name}");
                starts[producer] = Summary.Of(Startup.Measure(Command(producer)));
            }

            rounds.Measure(progress);
            foreach (var producer in right)
            {
                progress.Report($"CPU and memory: {producer.Name}");
                MeasureResources(producer);
            }

            complete = true;
        }
        catch (OperationCanceledException)
        {
            Child.AllowStarts();
        }
    }

    /// <summary>What was measured so far.</summary>
    /// <param name="absent">The producers that are not there.</param>
    internal Results Results(IReadOnlyList<string> absent)
    {
        var gnu = producers.FirstOrDefault(producer => producer.Name == Peers.Gnu);
        return new Results(
            Bench.Results.CurrentSchema,
            complete,
            DateTimeOffset.UtcNow,
            commit,
            machine,
            settings,
            readerResults,
            [.. producers.Select(producer => Result(producer, gnu))],
            absent
        );
    }

    private IReadOnlyList<string> Command(Producer producer) => [.. producer.Command, settings.Line];

    private void Verify(Producer producer)
    {
        var fault =
            Verification.OfPipe(Command(producer), line)
            ?? (
                readers.Any(reader => reader is FileReader)
                    ? Verification.OfFile(Command(producer), line)
                    : null
            );
        if (fault is not null)
        {
            faults[producer] = fault;
        }
    }

    private void MeasureResources(Producer producer)
    {
        var reader = readers[0];
        try
        {
            resources[producer] = Resources.Measure(
                Command(producer),
                reader,
                settings.DurationSeconds,
                rounds[producer, reader].Latest
            );
        }
        catch (SampleException)
        {
            // Nothing is shown in their place; the rates through this reader tell why.
        }
    }

    private ProducerResult Result(Producer producer, Producer? gnu)
    {
        var used = resources.TryGetValue(producer, out var measured) ? measured : (Resources?)null;
        return new ProducerResult(
            producer.Name,
            producer.Group,
            producer.Language,
            producer.Version,
            Command(producer),
            Size(producer.Executable),
            faults.GetValueOrDefault(producer),
            starts.GetValueOrDefault(producer),
            used?.CpuSecondsPerGiB,
            used?.PeakMemoryBytes,
            readers.ToDictionary(reader => reader.Name, reader => Rate(rounds[producer, reader], gnu, reader))
        );
    }

    // A program of several names is often a link.
    private static long Size(string path) =>
        ((FileInfo?)File.ResolveLinkTarget(path, returnFinalTarget: true) ?? new FileInfo(path)).Length;

    private RateResult Rate(Cell cell, Producer? gnu, Reader reader)
    {
        var summary = Summary.Of(cell.Rates);
        var ratios = gnu is null ? [] : cell.RatiosTo(rounds[gnu, reader]);
        return new RateResult(
            cell.Rates,
            summary,
            summary?.Spread > Bench.Results.LargestQuietSpread,
            Summary.Of(ratios)?.Median,
            cell.Fault
        );
    }
}
