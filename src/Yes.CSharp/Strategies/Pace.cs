namespace Yes.CSharp;

/// <summary>How long a writer sleeps between two refills of a pipe, in seconds.</summary>
/// <remarks>
/// It knows nothing of the reader: the pause grows while refills find some of the pipe still full, and
/// shrinks when one finds the pipe empty. docs/strategies.md says why a writer should sleep.
/// </remarks>
internal sealed class Pace
{
    /// <summary>How often in a row a full pipe is tried before the call that blocks.</summary>
    internal const int Tries = 50;

    /// <summary>The longest pause, so that the writer soon notices a reader that has gone.</summary>
    private const double Longest = 2e-3;

    /// <summary>The shortest sleep that takes less of the processor than further tries.</summary>
    private const double ShortestSleep = 5e-6;

    /// <summary>
    /// A pause so short that 175 refills pass before the next sleep: for a reader that empties the pipe
    /// sooner than the shortest sleep ends.
    /// </summary>
    private const double NoSleep = 1e-9;

    private double _pause = 20e-6;
    private int _fullInARow;

    /// <summary>Whether the next refill should block until there is room.</summary>
    internal bool ShouldBlock => _fullInARow >= Tries;

    /// <summary>Takes note of a refill, and returns how long to sleep before the next, or 0.</summary>
    /// <param name="part">The part of the pipe that was filled: 0 if it was full, 1 if it was empty.</param>
    /// <param name="duration">How long the refill took.</param>
    internal double Refilled(double part, double duration)
    {
        if (part == 0)
        {
            _fullInARow++;
            return 0;
        }

        if (ShouldBlock && duration > Longest)
        {
            // The reader is slow, and wakes the writer seldom: let it do so again.
            return 0;
        }

        _fullInARow = 0;
        if (part >= 1)
        {
            _pause *= 0.95;
            _pause = _pause < ShortestSleep ? NoSleep : _pause;
        }
        else if (part < 0.9)
        {
            _pause = double.Min(_pause * 1.05, Longest);
        }

        return _pause < ShortestSleep ? 0 : _pause;
    }
}
