using System.Diagnostics.CodeAnalysis;

namespace Yes.CSharp;

/// <summary>Runs the program, from its arguments to its exit status.</summary>
internal static class Program
{
    /// <summary>Whether Aot/wrap.c is linked into this executable, as it is on Linux.</summary>
    /// <remarks>The ahead-of-time compiler replaces this with true: see Aot/Aot.targets.</remarks>
    [FeatureSwitchDefinition("Yes.IsWrapped")]
    internal static bool IsWrapped => false;

    private static int Main(string[] arguments)
    {
        if (!OperatingSystem.IsWindows())
        {
            // This must happen before anything is opened or written.
            Descriptors.PutPlaceholders();
            if (!IsWrapped)
            {
                DotnetHost.RestoreSignals();
                DotnetHost.RemoveDiagnosticFiles();
            }
        }

        try
        {
            CommandLine.Invoke(Arguments.OfProcess(arguments));
            return 0;
        }
        catch (Exception e) when (e is FailureException or OutOfMemoryException)
        {
            StandardError.Write(e is FailureException ? e.Message : "memory exhausted");
            return 1;
        }
    }
}
