namespace Yes.CSharp;

/// <summary>The program's entry point.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        if (!OperatingSystem.IsWindows())
        {
            // The program must not open or write anything before this call.
            StandardDescriptors.PutPlaceholders();
        }

        try
        {
            CommandLine.Invoke(NativeHost.ReadArguments(arguments));
            return 0;
        }
        catch (FailureException e) when (e.IsBrokenPipe && !NativeHost.IsLinked)
        {
            // dotnet ignores SIGPIPE, so return the status that shells report if SIGPIPE kills a program.
            return 128 + 13;
        }
        // Memory can also run out in a type initializer, which wraps the exception.
        catch (Exception e) when (e is FailureException || e.GetBaseException() is OutOfMemoryException)
        {
            StandardError.Write(e is FailureException ? e.Message : "memory exhausted");
            return 1;
        }
    }
}
