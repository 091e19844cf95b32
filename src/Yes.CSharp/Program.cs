namespace Yes.CSharp;

/// <summary>From the raw arguments to the exit status.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        ProcessState.Restore();
        try
        {
            return CommandLine.Invoke(Arguments.OfProcess(arguments));
        }
        catch (FailureException e)
        {
            return Fail(e.Message);
        }
        catch (OutOfMemoryException)
        {
            return Fail("memory exhausted");
        }
    }

    /// <summary>Reports why the program ends, and returns its exit status.</summary>
    internal static int Fail(string message)
    {
        StandardStreams.WriteError(message);
        return 1;
    }
}
