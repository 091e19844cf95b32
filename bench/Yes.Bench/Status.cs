namespace Yes.Bench;

/// <summary>The exit statuses but for 0, and 2 for what can't be done.</summary>
internal static class Status
{
    /// <summary>A producer's output is wrong.</summary>
    internal const int WrongOutput = 1;

    /// <summary>The user ended it: what a shell says of SIGINT.</summary>
    internal const int Interrupted = 130;
}
