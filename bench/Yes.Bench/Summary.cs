using MathNet.Numerics.Statistics;

namespace Yes.Bench;

/// <summary>Several measurements of one thing, in the unit of that thing.</summary>
/// <param name="Median">The middle one.</param>
/// <param name="Minimum">The smallest.</param>
/// <param name="Maximum">The largest.</param>
internal sealed record Summary(double Median, double Minimum, double Maximum)
{
    /// <summary>How far they lie apart, as a part of the median.</summary>
    public double Spread => (Maximum - Minimum) / Median;

    /// <summary>Sums up; null if there is nothing to.</summary>
    internal static Summary? Of(IReadOnlyList<double> values) =>
        values.Count == 0
            ? null
            : new Summary(Statistics.Median(values), Statistics.Minimum(values), Statistics.Maximum(values));
}
