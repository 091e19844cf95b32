namespace Yes.CSharp;

/// <summary>The reports of --debug on standard error.</summary>
internal static class DebugLog
{
    private static bool _isEnabled;

    internal static void Enable() => _isEnabled = true;

    /// <summary>Reports a decision and the kind of standard output that led to this decision.</summary>
    internal static void Report(string decision)
    {
        if (_isEnabled)
        {
            StandardError.Write(DescribeOutput() + decision);
        }
    }

    private static string DescribeOutput()
    {
        var size =
            StandardOutput.Kind == OutputKind.Pipe
                ? $" of {PipeCapacity.Of(Libc.STDOUT_FILENO)} bytes "
                    + $"(slots: {PipeCapacity.SlotsOf(Libc.STDOUT_FILENO)})"
                : "";
        return $"standard output is {OutputKinds.Describe(StandardOutput.Kind)}{size}: ";
    }
}
