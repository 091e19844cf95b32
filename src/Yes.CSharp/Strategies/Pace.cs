namespace Yes.CSharp;

/// <summary>
/// The pace of a writer that refills a pipe: it sleeps for most of the time that the reader takes to empty
/// the pipe.
/// </summary>
/// <remarks>
/// It only calculates: times come in as arguments, in seconds. docs/strategies.md says why a writer should
/// sleep.
/// </remarks>
/// <param name="start">The present time.</param>
internal sealed class Pace(double start)
{
    /// <summary>How often in a row a full pipe is tried before the call that blocks.</summary>
    internal const int Tries = 50;

    /// <summary>The longest sleep, so that the writer soon notices a reader that has gone.</summary>
    internal const double LongestSleep = 2e-3;

    /// <summary>The shortest sleep that takes less of the processor than further tries.</summary>
    internal const double ShortestSleep = 5e-6;

    /// <summary>The part of the reader's time to sleep for: the reader may become faster.</summary>
    private const double Share = 0.8;

    /// <summary>The reader's time for a byte, smoothed; 0 while it is not known.</summary>
    private double _timePerByte;

    /// <summary>
    /// How much longer than asked for a sleep takes, smoothed; at first Linux's usual timer slack.
    /// </summary>
    private double _overrun = 50e-6;

    private double _lastRefill = start;
    private int _fullInARow;

    /// <summary>
    /// Whether the next refill should block until there is room: the reader is slow, or has stopped.
    /// </summary>
    internal bool ShouldBlock => _fullInARow >= Tries;

    /// <summary>Takes note of a refill.</summary>
    /// <param name="moved">The bytes that went into the pipe.</param>
    /// <param name="capacity">The bytes that the pipe holds; it may change.</param>
    /// <param name="now">The present time.</param>
    /// <returns>For how long to sleep before the next refill; 0 for not at all.</returns>
    internal double Refilled(double moved, double capacity, double now)
    {
        var passed = now - _lastRefill;
        if (moved == 0)
        {
            _fullInARow = passed > LongestSleep ? Tries : _fullInARow + 1;
            return 0;
        }

        _lastRefill = now;
        if (ShouldBlock && passed > LongestSleep)
        {
            // The reader is as slow as before: the next refill blocks as well.
            return 0;
        }

        _fullInARow = 0;
        if (moved >= capacity)
        {
            // The pipe had run dry, or nearly so: the reader may be faster than estimated, by an unknown
            // factor.
            _timePerByte = 0.9 * double.Min(passed / capacity, _timePerByte);
        }
        else
        {
            var timePerByte = passed / moved;
            _timePerByte += _timePerByte == 0 ? timePerByte : (timePerByte - _timePerByte) / 4;
        }

        var pause = double.Min((_timePerByte * capacity * Share) - _overrun, LongestSleep);
        return pause < ShortestSleep ? 0 : pause;
    }

    /// <summary>Takes note of how long a sleep took.</summary>
    /// <param name="pause">The time that was asked for.</param>
    /// <param name="passed">The time that passed.</param>
    internal void Slept(double pause, double passed)
    {
        // Much later means that another process had the processor, which says nothing about the timer.
        var overrun = passed - pause;
        if (overrun is > 0 and < 1e-3)
        {
            _overrun += (overrun - _overrun) / 8;
        }
    }
}
