namespace Yes.CSharp;

/// <summary>The reports of --debug on standard error.</summary>
internal static class DebugLog
{
    /// <summary>Whether the command line contains --debug.</summary>
    internal static bool IsEnabled { private get; set; }

    /// <summary>Reports a decision and the kind of standard output that it depends on.</summary>
    internal static void Report(string decision)
    {
        if (IsEnabled)
        {
            StandardError.Write(DescribeOutput() + decision);
        }
    }

    private static string DescribeOutput() =>
        StandardOutput.Kind switch
        {
            OutputKind.Unknown => "",
            OutputKind.Pipe => $"standard output is a pipe of {PipeCapacity.Of(Libc.STDOUT_FILENO)} bytes "
                + $"(slots: {PipeCapacity.SlotsOf(Libc.STDOUT_FILENO)}): ",
            OutputKind.StreamSocket => "standard output is a stream socket: ",
            OutputKind.File => "standard output is a file: ",
            _ => "standard output is neither a pipe, a stream socket nor a file: ",
        };
}
