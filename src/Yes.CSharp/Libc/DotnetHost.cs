namespace Yes.CSharp;

/// <summary>The .NET runtime, which runs this program unless the program is a native executable.</summary>
internal static class DotnetHost
{
    /// <summary>Whether the .NET runtime runs this program. It ignores SIGPIPE and opens files.</summary>
    internal static bool IsRunning { get; set; }
}
