namespace Yes.Bench;

/// <summary>How much is measured.</summary>
/// <param name="DurationSeconds">For how long a producer writes to a reader, in all rounds together.</param>
/// <param name="Rounds">In how many rounds; one more comes before them, as a warm-up.</param>
/// <param name="Line">The line, without its newline.</param>
internal sealed record Settings(double DurationSeconds, int Rounds, string Line)
{
    /// <summary>For how long a producer writes to a reader in one round.</summary>
    public double SecondsPerRound => DurationSeconds / Rounds;
}
