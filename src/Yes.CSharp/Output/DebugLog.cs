namespace Yes.CSharp;

/// <summary>The reports of --debug on standard error.</summary>
internal static class DebugLog
{
    /// <summary>Whether --debug was given.</summary>
    internal static bool Enabled { get; set; }

    /// <summary>Describes standard output and reports a decision.</summary>
    /// <remarks>Callers join strings with +, because interpolation would slow startup down by 1%.</remarks>
    internal static void Report(string decision)
    {
        if (!Enabled)
        {
            return;
        }

        var slots = PipeCapacity.SlotsOf(Libc.STDOUT_FILENO);
        var output =
            StandardOutput.IsPipe ? $"a pipe of {slots * Environment.SystemPageSize} bytes (slots: {slots})"
            : StandardOutput.IsStreamSocket ? "a stream socket"
            : "neither a pipe nor a stream socket";
        StandardError.Write($"standard output is {output}: {decision}");
    }
}
