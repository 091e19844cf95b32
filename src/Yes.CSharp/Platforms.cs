using Yes.FSharp;

namespace Yes.CSharp;

/// <summary>The operating system that this is, as far as strategies differ.</summary>
internal static class Platforms
{
    /// <summary>The operating system; what Linux is not and Windows is not counts as another Unix.</summary>
    internal static Platform Current =>
        OperatingSystem.IsLinux() ? Platform.Linux
        : OperatingSystem.IsWindows() ? Platform.Windows
        : Platform.OtherUnix;
}
