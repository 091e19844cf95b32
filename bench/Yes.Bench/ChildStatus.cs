namespace Yes.Bench;

/// <summary>How a process ended.</summary>
/// <param name="Raw">The status as waitpid(2) gives it.</param>
internal readonly record struct ChildStatus(int Raw)
{
    /// <summary>The exit status of timeout(1) when the time was up.</summary>
    private const int TimedOutExit = 124;

    /// <summary>The exit status of timeout(1) when it had to use SIGKILL.</summary>
    private const int KilledExit = 137;

    /// <summary>The signal that ended it; 0 if it exited.</summary>
    internal int Signal => Raw & 0x7f;

    /// <summary>Its exit status, if no signal ended it.</summary>
    internal int Exit => (Raw >> 8) & 0xff;

    /// <summary>Whether it exited with status 0.</summary>
    internal bool Succeeded => Raw == 0;

    /// <summary>Whether timeout(1) ended it.</summary>
    internal bool TimedOut => Signal == Libc.SIGKILL || (Signal == 0 && Exit is TimedOutExit or KilledExit);

    /// <inheritdoc/>
    public override string ToString() => Signal != 0 ? $"ended by signal {Signal}" : $"exit status {Exit}";
}
