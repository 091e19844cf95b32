using System.Text;

namespace Yes.CSharp;

/// <summary>From the raw arguments to the exit status.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        ProcessState.Restore();
        try
        {
            return CommandLine.Invoke(RawArguments.OfProcess(arguments.Length));
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

    /// <summary>Prints the reason for which the program ends, and returns its exit status.</summary>
    /// <param name="message">The reason, in Latin-1, since it may hold bytes of the command line.</param>
    internal static int Fail(string message)
    {
        StandardStreams.WriteError(Encoding.Latin1.GetBytes($"yes: {message}\n"));
        return 1;
    }
}
