namespace Yes.Bench;

/// <summary>One producer through one reader: the rates of the rounds so far.</summary>
internal sealed class Cell
{
    private readonly List<double> rates = [];

    /// <summary>The rates in bytes per second, by round, without the warm-up.</summary>
    internal IReadOnlyList<double> Rates => rates;

    /// <summary>The rate last measured, be it the warm-up's.</summary>
    internal double? Latest { get; private set; }

    /// <summary>Why it can't be measured, or null.</summary>
    internal string? Fault { get; private set; }

    /// <summary>Lets the producer write to the reader once more, unless that failed before.</summary>
    internal void Measure(IReadOnlyList<string> command, Reader reader, double seconds, bool warmUp)
    {
        if (Fault is not null)
        {
            return;
        }

        try
        {
            Latest = reader.Take(command, seconds, Latest).Rate;
            if (!warmUp)
            {
                rates.Add(Latest.Value);
            }
        }
        catch (SampleException e)
        {
            Fault = e.Message;
            rates.Clear();
        }
    }

    /// <summary>This one's rate divided by the other's, by round as far as both have it.</summary>
    internal IReadOnlyList<double> RatiosTo(Cell other) =>
        [.. rates.Zip(other.rates, (mine, others) => mine / others)];
}
