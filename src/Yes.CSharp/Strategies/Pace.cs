namespace Yes.CSharp;

/// <summary>Decides how many seconds a writer sleeps between two refills of a pipe.</summary>
/// <remarks>
/// If the pipe is still more than a tenth full when it is refilled, the next sleep is longer. If the pipe is
/// empty, the next sleep is shorter. Between the two, the sleep stays as it is, so that it settles. A step of
/// 5% follows a reader that changes its speed, but a single late refill changes little. docs/strategies.md
/// says why a writer should sleep.
/// </remarks>
internal sealed class Pace
{
    /// <summary>The writer blocks after this number of consecutive failed attempts.</summary>
    private const int Tries = 50;

    /// <summary>The longest sleep. It is short, so the writer soon notices if the reader exits.</summary>
    internal const double LongestSleep = 2e-3;

    /// <summary>
    /// The shortest sleep. A shorter one would use more CPU time than an immediate retry, so the writer does
    /// not sleep at all.
    /// </summary>
    private const double ShortestSleep = 5e-6;

    /// <summary>
    /// Represents no sleep. The writer resumes sleeping after 175 refills that are too early, because 1.05 to
    /// the power of 175 exceeds the ratio of the shortest sleep to this value.
    /// </summary>
    private const double NoSleep = 1e-9;

    private double _sleep = 20e-6;
    private int _fullInARow;

    /// <summary>Whether the next refill should block until there is room.</summary>
    internal bool ShouldBlock => _fullInARow >= Tries;

    /// <summary>Records a refill and returns how long to sleep before the next refill.</summary>
    /// <param name="part">The fraction of the pipe that was refilled, from 0 (none) to 1 (all).</param>
    /// <param name="duration">The duration of the refill.</param>
    internal double SleepAfter(double part, double duration)
    {
        if (part == 0)
        {
            _fullInARow++;
            return 0;
        }

        if (ShouldBlock && duration > LongestSleep)
        {
            // The reader is slow and rarely wakes the writer, so let the next refill block as well.
            return 0;
        }

        _fullInARow = 0;
        if (part >= 1)
        {
            _sleep *= 0.95;
            if (_sleep < ShortestSleep)
            {
                _sleep = NoSleep;
            }
        }
        else if (part < 0.9)
        {
            _sleep = double.Min(_sleep * 1.05, LongestSleep);
        }

        return _sleep < ShortestSleep ? 0 : _sleep;
    }
}
