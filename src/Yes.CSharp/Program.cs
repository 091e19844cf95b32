using System.Diagnostics.CodeAnalysis;

namespace Yes.CSharp;

/// <summary>Runs the program, from its arguments to its exit status.</summary>
internal static class Program
{
    /// <summary>Whether this is the native executable. Its compiler replaces this with true.</summary>
    /// <remarks>Aot/Aot.targets names the property in a RuntimeHostConfigurationOption.</remarks>
    [FeatureSwitchDefinition("Yes.IsNative")]
    internal static bool IsNative => false;

    private static int Main(string[] arguments)
    {
        if (!OperatingSystem.IsWindows())
        {
            // This has to happen before anything is opened or written.
            ClosedDescriptors.PutPlaceholders();
            if (!IsNative)
            {
                DotnetHost.RestoreSignals();
                DotnetHost.RemoveDiagnosticFiles();
            }
        }

        string message;
        try
        {
            return CommandLine.Invoke(Arguments.OfProcess(arguments));
        }
        catch (FailureException e)
        {
            message = e.Message;
        }
        catch (OutOfMemoryException)
        {
            message = "memory exhausted";
        }

        StandardStreams.WriteError(message);
        return 1;
    }
}
