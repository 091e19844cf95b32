using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The "native" strategy calls write(2) with a prefilled buffer.</summary>
internal static class Native
{
    /// <summary>The number of bytes per call. Commit 62da82f gives the reason for 256 KiB.</summary>
    private static int BytesPerCall =>
        StandardOutput.Kind is OutputKind.Seekable or OutputKind.StreamSocket ? 256 * 1024 : 8 * 1024;

    internal static void Run(Line line)
    {
        var lines = LineBuffer.Of(line, BytesPerCall);
        DebugLog.Report($"using native, {lines.Length} bytes per call");
        while (true)
        {
            StandardOutput.Write(lines);
        }
    }
}
