namespace Yes.Bench;

/// <summary>What a reader took, and how long it took over it.</summary>
/// <param name="Bytes">What the reader reports, in bytes.</param>
/// <param name="Seconds">From the start of the producer to the end of the reader.</param>
internal readonly record struct Sample(long Bytes, double Seconds)
{
    /// <summary>In bytes per second.</summary>
    internal double Rate => Bytes / Seconds;
}

/// <summary>A producer that did not write as long as it should have; the message says how it ended.</summary>
internal sealed class SampleException(string message) : Exception(message);
