namespace Yes.CSharp;

/// <summary>The reports of --debug on standard error.</summary>
internal static class DebugLog
{
    /// <summary>Writes a report, or null without --debug. A call through ?. then builds no report.</summary>
    internal static Action<string>? Report { get; private set; }

    internal static void Enable() => Report = decision => StandardError.Write(DescribeOutput() + decision);

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
