namespace Yes.CSharp;

/// <summary>Runs the program, from its arguments to its exit status.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        if (!OperatingSystem.IsWindows())
        {
            // This must happen before anything is opened or written.
            Descriptors.PutPlaceholders();
            if (!Wrap.IsLinked)
            {
                DotnetHost.RestoreSignals();
                DotnetHost.RemoveDiagnosticFiles();
            }
        }

        try
        {
            var block = Wrap.IsLinked ? Wrap.ReadArguments() : DotnetHost.ReadArguments(arguments);
            CommandLine.Invoke(new Arguments(block));
            return 0;
        }
        catch (Exception e) when (e is FailureException or OutOfMemoryException)
        {
            StandardError.Write(e is FailureException ? e.Message : "memory exhausted");
            return 1;
        }
    }
}
