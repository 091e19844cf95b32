namespace Yes.Bench;

/// <summary>The measuring of the rates: all producers through all readers, round by round.</summary>
internal sealed class Rounds
{
    private readonly Settings settings;
    private readonly IReadOnlyList<Producer> producers;
    private readonly IReadOnlyList<Reader> readers;
    private readonly Dictionary<(Producer, Reader), Cell> cells = [];

    /// <summary>Prepares the rounds; nothing is measured yet.</summary>
    internal Rounds(Settings settings, IReadOnlyList<Producer> producers, IReadOnlyList<Reader> readers)
    {
        this.settings = settings;
        this.producers = producers;
        this.readers = readers;
        foreach (var reader in readers)
        {
            foreach (var producer in producers)
            {
                cells[(producer, reader)] = new Cell();
            }
        }
    }

    /// <summary>How many samples are taken in all.</summary>
    internal int Samples => (settings.Rounds + 1) * cells.Count;

    /// <summary>What was measured of a producer through a reader, be it nothing.</summary>
    internal Cell this[Producer producer, Reader reader] =>
        cells.GetValueOrDefault((producer, reader)) ?? new Cell();

    /// <summary>Measures.</summary>
    /// <remarks>
    /// Within a reader the producers follow each other at once, as they are compared by round: what else the machine does
    /// hits them alike. Each round begins with another one, so that none always follows the same.
    /// </remarks>
    /// <param name="progress">Is told what comes next.</param>
    /// <exception cref="OperationCanceledException">The user wants no more; what was measured is kept.</exception>
    internal void Measure(IProgress<string> progress)
    {
        for (var round = 0; round <= settings.Rounds; round++)
        {
            var title = round == 0 ? "warm-up" : $"round {round} of {settings.Rounds}";
            foreach (var reader in readers)
            {
                for (var i = 0; i < producers.Count; i++)
                {
                    var producer = producers[(i + round) % producers.Count];
                    progress.Report($"{title}: {producer.Name}, {reader.Name}");
                    cells[(producer, reader)]
                        .Measure(
                            [.. producer.Command, settings.Line],
                            reader,
                            settings.SecondsPerRound,
                            warmUp: round == 0
                        );
                }
            }
        }
    }
}
